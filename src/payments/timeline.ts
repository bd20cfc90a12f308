/**
 * What happened to one payment inside this room: its moves and its corrections, for whoever tells its story.
 */
import type { Tx } from '../base/database.ts';
import type { PaymentEvent, State } from './machine.ts';
import type { PaymentKey } from './store.ts';

export interface MoveMade {
  /** Business time. */
  at: Temporal.Instant;
  /** 1 is the creation. */
  sequence: number;
  from: State;
  event: PaymentEvent;
  to: Exclude<State, 'none'>;
  cause: string;
}

export interface CorrectionMade {
  at: Temporal.Instant;
  field: 'user_email' | 'account_number' | 'bank_account_id';
  before: string;
  after: string;
  cause: string;
}

/** Every move of a payment, in order. */
export async function movesOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<MoveMade[]> {
  const { rows } = await tx.query(
    `select sequence, at, from_state, event, to_state, cause from payment_history
     where partner_id = $1 and payment_id = $2 order by sequence`,
    [partnerId, paymentId],
  );
  return rows.map((row) => ({
    at: row.at as Temporal.Instant,
    sequence: row.sequence as number,
    from: row.from_state as State,
    event: row.event as PaymentEvent,
    to: row.to_state as MoveMade['to'],
    cause: row.cause as string,
  }));
}

/** Every correction of a payment, in order. */
export async function correctionsOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<CorrectionMade[]> {
  const { rows } = await tx.query(
    `select at, field, before, after, cause from payment_corrections where partner_id = $1 and payment_id = $2 order by id`,
    [partnerId, paymentId],
  );
  return rows.map((row) => ({
    at: row.at as Temporal.Instant,
    field: row.field as CorrectionMade['field'],
    before: row.before as string,
    after: row.after as string,
    cause: row.cause as string,
  }));
}
