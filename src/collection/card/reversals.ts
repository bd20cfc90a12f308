/**
 * Refunds and disputes: money of a card payment that went back. Recorded, posted as a receivable and shown to operators; the
 * payment's status does not change (open point `eft-late-return`). Of money that was only held, a refund is the way it goes back.
 *
 *   what is gone by it now ─▶ allotted, as far as the session's money goes ─▶ the difference to what is posted is posted
 *                                       └─ what goes past it: recorded as surplus, in no account, told to the operator
 */
import type { Tx } from '../../base/database.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { lockPayments, type PaymentKey } from '../../payments/store.ts';
import type { Provider } from './ports.ts';

export interface Reversal {
  provider: Provider;
  /** The provider's names: of the refund or dispute, and of the payment that it is about. */
  providerId: string;
  providerPaymentId: string;
  kind: 'refund' | 'dispute';
  /** What is gone by it now, in cents of CAD: nothing where a refund failed, or a dispute's money is back. */
  goneCents: bigint;
  /** A refund that is on its way: it may still fail. */
  isPending?: boolean;
  /** Grows with whatever happens to it at the provider: what was looked at earlier does not count any more. */
  step: number;
  reason?: string;
}

/** `posted`: it is recorded that something is gone by it; `withdrawn`: that nothing is any more. */
export type ReversalOutcome = 'posted' | 'withdrawn' | 'known' | 'unknown payment';

interface Session extends PaymentKey {
  attempt: number;
  state: 'paid' | 'held';
  receivedCents: bigint;
}

/** A refund or dispute as it is recorded. */
interface Kept {
  kind: Reversal['kind'];
  providerId: string;
  goneCents: bigint;
  postedCents: bigint;
  postings: number;
  step: number;
}

/**
 * Records what the provider says of a refund or dispute now; telling it again changes nothing. `surplusCents` is what of it is in no
 * account, because more went back than the session brought.
 */
export async function recordReversal(
  tx: Tx,
  reversal: Reversal,
): Promise<{ outcome: ReversalOutcome; surplusCents: bigint }> {
  const session = await sessionOf(tx, reversal);
  if (!session) return { outcome: 'unknown payment', surplusCents: 0n };
  const { provider, providerId, goneCents, step } = reversal;
  const others = await keptOf(tx, session, provider);
  const known = others.find((each) => each.kind === reversal.kind && each.providerId === providerId);
  // What came to nothing before it was known leaves nothing behind.
  if (known ? step <= known.step : goneCents === 0n) return { outcome: 'known', surplusCents: 0n };
  const nothing = { kind: reversal.kind, providerId, postedCents: 0n, postings: 0 };
  const told: Kept = { ...(known ?? nothing), goneCents, step };
  const all = known ? others.map((each) => (each === known ? told : each)) : [...others, told];
  const allotted = allot(session.receivedCents, all);
  const state = goneCents === 0n ? 'withdrawn' : reversal.isPending ? 'pending' : 'posted';
  await save(tx, session, reversal, state);
  const surplusCents = await postChanges(tx, session, provider, all, allotted, told);
  return { outcome: state === 'withdrawn' ? 'withdrawn' : 'posted', surplusCents };
}

/** The session whose money it is, its payment locked. Money that is not recorded as received cannot go back. */
async function sessionOf(tx: Tx, { providerPaymentId, provider }: Reversal): Promise<Session | undefined> {
  const { rows: named } = await tx.query<{ partner_id: bigint; payment_id: bigint; attempt: number }>(
    'select partner_id, payment_id, attempt from card_sessions where provider_payment_id = $1 and provider = $2',
    [providerPaymentId, provider],
  );
  if (!named[0]) return undefined;
  const { partner_id: partnerId, payment_id: paymentId, attempt } = named[0];
  await lockPayments(tx, [{ partnerId, paymentId }]);
  const { rows } = await tx.query<{ state: Session['state']; received_cents: bigint }>(
    `select state, received_cents from card_sessions
     where partner_id = $1 and payment_id = $2 and attempt = $3 and received_cents is not null and state in ('paid', 'held')`,
    [partnerId, paymentId, attempt],
  );
  return rows[0] && { partnerId, paymentId, attempt, state: rows[0].state, receivedCents: rows[0].received_cents };
}

async function keptOf(tx: Tx, { partnerId, paymentId, attempt }: Session, provider: Provider): Promise<Kept[]> {
  const { rows } = await tx.query(
    `select kind, provider_id as "providerId", gone_cents as "goneCents", gone_cents - surplus_cents as "postedCents", postings, step
     from card_reversals where partner_id = $1 and payment_id = $2 and attempt = $3 and provider = $4 order by at, provider_id`,
    [partnerId, paymentId, attempt, provider],
  );
  return rows as unknown as Kept[];
}

/** How much of each is posted: what is already, as long as it is gone; then, in their order, what is left of the money. */
function allot(receivedCents: bigint, all: readonly Kept[]): bigint[] {
  const kept = all.map(({ goneCents, postedCents }) => least(goneCents, postedCents));
  let left = receivedCents - kept.reduce((sum, cents) => sum + cents, 0n);
  return all.map(({ goneCents }, index) => {
    const posted = kept[index] ?? 0n;
    const more = least(goneCents - posted, left);
    left -= more;
    return posted + more;
  });
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);

async function save(tx: Tx, session: Session, reversal: Reversal, state: string): Promise<void> {
  const { provider, providerId, kind, goneCents, step, reason } = reversal;
  await tx.query(
    `insert into card_reversals (partner_id, payment_id, attempt, provider, provider_id, kind, amount_cents, gone_cents, surplus_cents,
       postings, step, reason, state, at, changed_at)
     values ($1, $2, $3, $4, $5, $6, greatest($7::bigint, 1), $7, 0, 0, $8, $9, $10, (select business_now()), (select business_now()))
     on conflict (partner_id, provider, provider_id) do update set
       amount_cents = greatest(card_reversals.amount_cents, $7), gone_cents = $7, surplus_cents = least(card_reversals.surplus_cents, $7),
       step = $8, reason = coalesce($9, card_reversals.reason), state = $10, changed_at = (select business_now())`,
    [
      session.partnerId,
      session.paymentId,
      session.attempt,
      provider,
      providerId,
      kind,
      goneCents,
      step,
      reason ?? null,
      state,
    ],
  );
}

/** Posts what has changed, and keeps it. Answers what of `told` is in no account. */
async function postChanges(
  tx: Tx,
  session: Session,
  provider: Provider,
  all: readonly Kept[],
  allotted: readonly bigint[],
  told: Kept,
): Promise<bigint> {
  const { partnerId } = session;
  const debit = session.state === 'held' ? 'held_funds' : 'receivable';
  const now = all.map((each, index) => ({ ...each, cents: allotted[index] ?? 0n, isTold: each === told }));
  const moved = now.filter(({ cents, postedCents }) => cents !== postedCents);
  const postings = moved.map(({ kind, providerId, cents, postedCents, postings: before }): Posting => {
    const out = { partnerId, debit, credit: 'collected_card', cause: causeOf(kind, providerId, before + 1) } as const;
    if (cents > postedCents) return { ...out, amountCents: cents - postedCents };
    return { ...out, debit: out.credit, credit: out.debit, amountCents: postedCents - cents };
  });
  await post(tx, postings);
  const changed = now.filter((each) => each.isTold || moved.includes(each));
  await tx.query(
    `update card_reversals r set surplus_cents = r.gone_cents - t.cents, postings = r.postings + t.more
     from unnest($3::text[], $4::bigint[], $5::integer[]) t (provider_id, cents, more)
     where r.partner_id = $1 and r.provider = $2 and r.provider_id = t.provider_id`,
    [
      partnerId,
      provider,
      changed.map((each) => each.providerId),
      changed.map((each) => each.cents),
      changed.map((each) => (moved.includes(each) ? 1 : 0)),
    ],
  );
  const own = now.find((each) => each.isTold);
  return own ? own.goneCents - own.cents : 0n;
}

/** Of the first posting, and of those that follow when more or less is gone. */
function causeOf(kind: Reversal['kind'], providerId: string, number: number): string {
  return `card ${kind} ${providerId}${number === 1 ? '' : ` change ${number}`}`;
}
