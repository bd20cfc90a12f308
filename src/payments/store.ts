/**
 * All SQL on payments and their history. Hot statements are set-based plain SQL; every statement names the partner.
 */
import { instantArray, int4Array, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
import type { Kind, PaymentEvent, State } from './machine.ts';
import type { Payment } from './record.ts';

export const paymentColumns = `p.partner_id, p.id, p.kind, p.state, p.version, p.identification_number, p.amount_cents,
  p.received_cents, p.user_id, p.user_name, p.user_email, p.due_at, p.created_at, p.completed_at, p.payee_name, p.bill_type,
  p.account_number, p.bank_account_id, p.rent_fields`;

export function paymentFromRow(row: Row): Payment {
  return {
    partnerId: row.partner_id as bigint,
    id: row.id as bigint,
    kind: row.kind as Kind,
    state: row.state as Payment['state'],
    version: row.version as number,
    identificationNumber: row.identification_number as string,
    amountCents: row.amount_cents as bigint,
    receivedCents: row.received_cents as bigint | null,
    userId: row.user_id as string,
    userName: row.user_name as string,
    userEmail: row.user_email as string,
    dueAt: row.due_at as Temporal.Instant,
    createdAt: row.created_at as Temporal.Instant,
    completedAt: row.completed_at as Temporal.Instant | null,
    payeeName: row.payee_name as string | null,
    billType: row.bill_type as string | null,
    accountNumber: row.account_number as string | null,
    bankAccountId: row.bank_account_id as bigint | null,
    rentFields: row.rent_fields as string | null,
  };
}

export interface PaymentKey {
  partnerId: bigint;
  paymentId: bigint;
}

/**
 * Locks and reads payments, always in the order (partner, id), so that two lists cannot deadlock. Each is looked up by its key,
 * one after the other: on tables that grew faster than their statistics, PostgreSQL would otherwise read a whole index.
 */
export async function lockPayments(tx: Tx, keys: readonly PaymentKey[]): Promise<Payment[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query({
    name: 'payments-lock',
    text: `select ${paymentColumns}
           from (select distinct * from unnest($1::bigint[], $2::bigint[]) k (partner_id, id) order by partner_id, id) k
           cross join lateral (
             select * from payments where partner_id = k.partner_id and id = k.id for update
           ) p`,
    values: [int8Array(keys.map((key) => key.partnerId)), int8Array(keys.map((key) => key.paymentId))],
  });
  return rows.map(paymentFromRow);
}

/**
 * Locks and reads the payments that carry any of these numbers, whoever's they are (unless one partner is named): matching
 * works across partners, as the bank's account does. Several payments may carry one number only if two partners' numbers
 * collided.
 */
export async function lockPaymentsByNumber(tx: Tx, numbers: readonly string[], partnerId?: bigint): Promise<Payment[]> {
  const { rows } = await tx.query<{ partner_id: bigint; id: bigint }>({
    name: 'payments-by-number',
    text: `select p.partner_id, p.id from (select distinct * from unnest($1::text[]) n (number)) n
           cross join lateral (select partner_id, id from payments where identification_number = n.number offset 0) p
           where $2::bigint is null or p.partner_id = $2`,
    values: [textArray(numbers), partnerId ?? null],
  });
  return lockPayments(
    tx,
    rows.map((row) => ({ partnerId: row.partner_id, paymentId: row.id })),
  );
}

/** The payments that carry any of these numbers, as they stand, without a lock. */
export async function findByNumbers(tx: Tx, numbers: readonly string[]): Promise<Payment[]> {
  const { rows } = await tx.query(
    `select ${paymentColumns} from payments p where p.identification_number = any ($1::text[])`,
    [textArray(numbers)],
  );
  return rows.map(paymentFromRow);
}

export async function findPayment(tx: Tx, partnerId: bigint, paymentId: bigint): Promise<Payment | undefined> {
  const { rows } = await tx.query(`select ${paymentColumns} from payments p where p.partner_id = $1 and p.id = $2`, [
    partnerId,
    paymentId,
  ]);
  return rows[0] && paymentFromRow(rows[0]);
}

/** For the operator's commands, which name a payment by its id alone. */
export async function findPaymentOfAnyPartner(tx: Tx, paymentId: bigint): Promise<Payment | undefined> {
  const { rows } = await tx.query(`select ${paymentColumns} from payments p where p.id = $1`, [paymentId]);
  return rows[0] && paymentFromRow(rows[0]);
}

/** The same for several ids, as they stand, in the order of the ids. */
export async function findPaymentsOfAnyPartner(tx: Tx, paymentIds: readonly bigint[]): Promise<Payment[]> {
  const { rows } = await tx.query(
    `select ${paymentColumns} from payments p where p.id = any ($1::bigint[]) order by p.id`,
    [int8Array(paymentIds)],
  );
  return rows.map(paymentFromRow);
}

export interface MoveRow {
  partnerId: bigint;
  paymentId: bigint;
  sequence: number;
  kind: Kind;
  from: State;
  event: PaymentEvent;
  to: State;
  cause: string;
}

/** Writes the moves and brings the payments to where they lead. `payments` are as they stand after their last move. */
export async function saveMoves(tx: Tx, moves: readonly MoveRow[], payments: readonly Payment[]): Promise<void> {
  await tx.query({
    name: 'payments-save',
    text: `update payments p set state = n.state, version = n.version, received_cents = n.received_cents,
             completed_at = n.completed_at, changed_at = (select business_now())
           from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::bigint[], $6::timestamptz[])
                as n (partner_id, id, state, version, received_cents, completed_at)
           where p.partner_id = n.partner_id and p.id = n.id`,
    values: [
      int8Array(payments.map((payment) => payment.partnerId)),
      int8Array(payments.map((payment) => payment.id)),
      textArray(payments.map((payment) => payment.state)),
      int4Array(payments.map((payment) => payment.version)),
      int8Array(payments.map((payment) => payment.receivedCents)),
      instantArray(payments.map((payment) => payment.completedAt)),
    ],
  });
  await tx.query({
    name: 'history-insert',
    text: `insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
           select m.*, (select business_now()) from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::text[],
             $6::text[], $7::text[], $8::text[]) m`,
    values: [
      int8Array(moves.map((each) => each.partnerId)),
      int8Array(moves.map((each) => each.paymentId)),
      int4Array(moves.map((each) => each.sequence)),
      textArray(moves.map((each) => each.kind)),
      textArray(moves.map((each) => each.from)),
      textArray(moves.map((each) => each.event)),
      textArray(moves.map((each) => each.to)),
      textArray(moves.map((each) => each.cause)),
    ],
  });
}

/** Changes one text field that is not part of a move, and keeps what it was. The payment must be locked. */
export async function correctField(
  tx: Tx,
  payment: Payment,
  field: 'user_email' | 'account_number',
  value: string,
  cause: string,
): Promise<void> {
  const before = field === 'user_email' ? payment.userEmail : (payment.accountNumber ?? '');
  await tx.query(
    `update payments set ${field} = $3, changed_at = (select business_now()) where partner_id = $1 and id = $2`,
    [payment.partnerId, payment.id, value],
  );
  await tx.query(
    `insert into payment_corrections (partner_id, payment_id, field, before, after, cause, at)
     values ($1, $2, $3, $4, $5, $6, (select business_now()))`,
    [payment.partnerId, payment.id, field, before, value, cause],
  );
}

/** Has the next debit of a payment drawn on another account, and keeps which it was. The payment must be locked. */
export async function correctBankAccount(
  tx: Tx,
  payment: Payment,
  bankAccountId: bigint,
  cause: string,
): Promise<void> {
  await tx.query(
    `update payments set bank_account_id = $3, changed_at = (select business_now()) where partner_id = $1 and id = $2`,
    [payment.partnerId, payment.id, bankAccountId],
  );
  await tx.query(
    `insert into payment_corrections (partner_id, payment_id, field, before, after, cause, at)
     values ($1, $2, 'bank_account_id', $3, $4, $5, (select business_now()))`,
    [payment.partnerId, payment.id, String(payment.bankAccountId), String(bankAccountId), cause],
  );
}
