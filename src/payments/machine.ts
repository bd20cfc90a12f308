/**
 * THE PAGE: every state of a payment, every event, every move, and what follows from them. Status and webhook are derived
 * here, so neither can be forgotten or disagree with the state. The database holds a copy of `moves` (a CHECK on
 * `payment_history`); a test compares the two.
 *
 *  none ─created▶ awaiting_funds ─funds_received▶ collected ─batched▶ settling ─accepted▶ settled
 *                      │ funds_failed (EFT)           │ rejected (own       │ rejected (however late)
 *                      ▼                              ▼  format rules)      ▼
 *                 uncollected ─requeued▶ recollecting      rejected ─requeued▶ resettling ─accepted▶ settled
 *                      ▲                   │ funds_received ▶ collected           │ presumed ▶ settling
 *                      └── funds_failed ───┘                                      │ rejected ▶ rejected
 *
 *  Rent stops at collected. Only EFT knows funds_failed.                                              (interface §3)
 */

export const kinds = ['bill_interac', 'bill_eft', 'rent_interac', 'rent_card'] as const;
export type Kind = (typeof kinds)[number];

export type State =
  | 'none'
  | 'awaiting_funds'
  | 'collected'
  | 'settling'
  | 'settled'
  | 'uncollected'
  | 'recollecting'
  | 'rejected'
  | 'resettling';

export type PaymentEvent =
  | 'created'
  | 'funds_received'
  | 'funds_failed'
  | 'batched'
  | 'accepted'
  | 'rejected'
  | 'requeued'
  | 'presumed';

export type Status = 'pending' | 'completed' | 'failed';
export type Webhook = 'payment.created' | 'payment.completed' | 'payment.failed';

interface Move {
  from: State;
  event: PaymentEvent;
  to: State;
  kinds: readonly Kind[];
}

const all = kinds;
const bills = ['bill_interac', 'bill_eft'] as const;
const eft = ['bill_eft'] as const;

export const moves: readonly Move[] = [
  { from: 'none', event: 'created', to: 'awaiting_funds', kinds: all },
  { from: 'awaiting_funds', event: 'funds_received', to: 'collected', kinds: all },
  { from: 'awaiting_funds', event: 'funds_failed', to: 'uncollected', kinds: eft },
  { from: 'uncollected', event: 'requeued', to: 'recollecting', kinds: eft },
  { from: 'recollecting', event: 'funds_received', to: 'collected', kinds: eft },
  { from: 'recollecting', event: 'funds_failed', to: 'uncollected', kinds: eft },
  { from: 'collected', event: 'batched', to: 'settling', kinds: bills },
  { from: 'collected', event: 'rejected', to: 'rejected', kinds: bills },
  { from: 'settling', event: 'accepted', to: 'settled', kinds: bills },
  { from: 'settling', event: 'rejected', to: 'rejected', kinds: bills },
  { from: 'rejected', event: 'requeued', to: 'resettling', kinds: bills },
  { from: 'resettling', event: 'accepted', to: 'settled', kinds: bills },
  { from: 'resettling', event: 'presumed', to: 'settling', kinds: bills },
  { from: 'resettling', event: 'rejected', to: 'rejected', kinds: bills },
];

/** What a partner sees of each state (interface §3). */
export const statusOf: Record<Exclude<State, 'none'>, Status> = {
  awaiting_funds: 'pending',
  collected: 'completed',
  settling: 'completed',
  settled: 'completed',
  uncollected: 'failed',
  recollecting: 'failed',
  rejected: 'failed',
  resettling: 'failed',
};

/** All states that show as `status`. */
export function statesOf(status: Status): State[] {
  return (Object.keys(statusOf) as (keyof typeof statusOf)[]).filter((state) => statusOf[state] === status);
}

const webhookOf: Record<Status, Webhook> = {
  pending: 'payment.created',
  completed: 'payment.completed',
  failed: 'payment.failed',
};

/**
 * The webhook that a move owes: exactly when the status changes. A card payment's creation owes none, because the
 * interface ties `payment.created` to `POST /create-payment` (open point `card-created-event`).
 */
export function webhookOwed(kind: Kind, from: State, to: State): Webhook | undefined {
  if (to === 'none') return undefined;
  if (from !== 'none' && statusOf[from] === statusOf[to]) return undefined;
  if (from === 'none' && kind === 'rent_card') return undefined;
  return webhookOf[statusOf[to]];
}

const table = new Map<string, State>(
  moves.flatMap((move) => move.kinds.map((kind) => [`${kind} ${move.from} ${move.event}`, move.to] as const)),
);

/** Where `event` takes a payment of `kind` that is in `from`; undefined where the page shows no such move. */
export function move(kind: Kind, from: State, event: PaymentEvent): State | undefined {
  return table.get(`${kind} ${from} ${event}`);
}

/** The same table as the four columns of the history, one line a move: what the database's CHECK must list. */
export function moveLines(): string[] {
  return moves.flatMap((each) => each.kinds.map((kind) => `${kind} ${each.from} ${each.event} ${each.to}`));
}
