/**
 * THE DOOR through which payments come into being. One statement writes, for a whole list: the idempotency key, the payment,
 * its first move and the event owed; it is its own transaction, so a crash leaves all of a payment or nothing.
 *
 *   try-lock the keys → keys that are new → payments → history → events
 *        │ not got                   │ exists already
 *        ▼                           ▼
 *   in_progress (409)         replayed, or key_reused (400)                                   (interface §7, design §6)
 */
import { byteaArray, instantArray, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';
import { storedAnswers } from './idempotency.ts';
import { newIdentificationNumber } from './identification-number.ts';
import type { Kind } from './machine.ts';
import { recordTextAfterId } from './record.ts';
import { userIdOf } from './user-id.ts';

export interface NewPayment {
  partnerId: bigint;
  tokenId: bigint;
  kind: Kind;
  amountCents: bigint;
  userName: string;
  userEmail: string;
  dueAt: Temporal.Instant;
  payeeName: string | null;
  billType: string | null;
  accountNumber: string | null;
  bankAccountId: bigint | null;
  rentFields: string | null;
  createdAt: Temporal.Instant;
  /** `Idempotency-Key`, with the SHA-256 of the body's canonical form. */
  key?: { text: string; bodyHash: Uint8Array };
  /** Who asked, for the history. */
  cause: string;
}

export type Creation =
  | { outcome: 'created'; paymentId: bigint; answer: string }
  | { outcome: 'replayed'; answer: string }
  | { outcome: 'key_reused' }
  | { outcome: 'in_progress' };

/** How often a fresh number is drawn when one is taken: by chance once in 10^5 payments at a million on file. */
const numberDrawsMax = 5;

const statement = `
with stamp as materialized (
  select business_now() as at
), input as materialized (
  select i.*, nextval('payment_ids') as id,
    i.key is null or pg_try_advisory_xact_lock(idempotency_lock(i.token_id, i.key)) as got,
    (select p.id from payments p where p.identification_number = i.number limit 1) is not null as number_taken
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::bigint[], $8::text[],
              $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::text[], $15::bigint[],
              $16::text[], $17::timestamptz[], $18::text[], $19::text[]) with ordinality
    as i (partner_id, token_id, key, body_hash, kind, number, amount_cents, user_id, user_name, user_email, due_at,
          payee_name, bill_type, account_number, bank_account_id, rent_fields, created_at, after_id, cause, position)
), free as (
  select * from input where got and not number_taken
), new_keys as (
  insert into idempotency_keys (partner_id, token_id, key, body_hash, payment_id, answer, created_at)
  select partner_id, token_id, key, body_hash, id, '{"id":' || id || after_id, created_at from free where key is not null
  on conflict do nothing
  returning payment_id
), accepted as (
  select f.* from free f where f.key is null or f.id in (select payment_id from new_keys)
), new_payments as (
  insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, user_id, user_name,
    user_email, due_at, created_at, changed_at, payee_name, bill_type, account_number, bank_account_id, rent_fields)
  select partner_id, id, kind, 'awaiting_funds', 1, number, amount_cents, user_id, user_name,
    user_email, due_at, created_at, (select at from stamp), payee_name, bill_type, account_number, bank_account_id, rent_fields
  from accepted
), new_history as (
  insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
  select partner_id, id, 1, kind, 'none', 'created', 'awaiting_funds', cause, created_at from accepted
), new_events as (
  insert into webhook_events (partner_id, payment_id, event, record, created_at)
  select a.partner_id, a.id, 'payment.created', '{"id":' || a.id || a.after_id, now()
  from accepted a join webhook_endpoints e on e.partner_id = a.partner_id and 'payment.created' = any (e.events)
  where a.kind <> 'rent_card'
)
select i.position::integer - 1 as position, i.got, i.number_taken, a.id
from input i left join accepted a on a.position = i.position order by i.position`;

interface InputRow {
  payment: NewPayment;
  number: string;
  userId: string;
  afterId: string;
}

/** A list of which a part is durable already: it must not be run again as a whole, whatever failed behind it. */
export class PartlyCreated extends Error {
  constructor(cause: unknown) {
    super('payments were created, but what follows for others of their list failed', { cause });
  }
}

interface Open {
  payment: NewPayment;
  index: number;
}

/**
 * Creates payments, each under its key where it has one. Answers an outcome for each, in order. `tx` may be a connection
 * without a transaction: the statement is one by itself. Throws PartlyCreated where a statement behind the first one fails.
 * `draw` gives the numbers.
 */
export async function create(
  tx: Tx,
  payments: readonly NewPayment[],
  draw: () => string = newIdentificationNumber,
): Promise<Creation[]> {
  const results: Creation[] = new Array(payments.length);
  let left = await insert(
    tx,
    payments.map((payment, index) => ({ payment, index })),
    draw,
    results,
  );
  try {
    for (let draws = 1; left.numberTaken.length > 0; draws += 1) {
      if (draws === numberDrawsMax) throw new Error(`no free identification number in ${numberDrawsMax} draws`);
      const next = await insert(tx, left.numberTaken, draw, results);
      left = { numberTaken: next.numberTaken, keyExists: [...left.keyExists, ...next.keyExists] };
    }
    if (left.keyExists.length > 0) {
      const answers = await storedAnswers(
        tx,
        left.keyExists.map((each) => each.payment),
      );
      left.keyExists.forEach((each, position) => {
        results[each.index] = answers[position] as Creation;
      });
    }
  } catch (error) {
    throw new PartlyCreated(error);
  }
  return results;
}

/** The statement, once. Fills in what is decided by it; answers what is not. */
async function insert(
  tx: Tx,
  open: readonly Open[],
  draw: () => string,
  results: Creation[],
): Promise<{ numberTaken: Open[]; keyExists: Open[] }> {
  const numbers = distinctNumbers(open.length, draw);
  const inputs = open.map(({ payment }, position) => inputRow(payment, numbers[position] as string));
  const { rows } = await tx.query<{ got: boolean; number_taken: boolean; id: bigint | null }>({
    name: 'payments-create',
    text: statement,
    values: parameters(inputs),
  });
  const left: { numberTaken: Open[]; keyExists: Open[] } = { numberTaken: [], keyExists: [] };
  rows.forEach((row, position) => {
    const each = open[position] as Open;
    if (row.id !== null) {
      const answer = `{"id":${row.id}${inputs[position]?.afterId}`;
      results[each.index] = { outcome: 'created', paymentId: row.id, answer };
    } else if (!row.got) results[each.index] = { outcome: 'in_progress' };
    else (row.number_taken ? left.numberTaken : left.keyExists).push(each);
  });
  return left;
}

/** Numbers of which no two are the same: the statement looks at what is stored, not at its own rows. Throws where draws repeat. */
function distinctNumbers(count: number, draw: () => string): string[] {
  const numbers = new Set<string>();
  for (let draws = 0; numbers.size < count; draws += 1) {
    if (draws === count + numberDrawsMax) throw new Error(`the draws of ${count} numbers repeat each other`);
    numbers.add(draw());
  }
  return [...numbers];
}

function inputRow(payment: NewPayment, number: string): InputRow {
  const userId = userIdOf(payment.partnerId, payment.userEmail);
  const afterId = recordTextAfterId({
    ...payment,
    state: 'awaiting_funds',
    version: 1,
    identificationNumber: number,
    receivedCents: null,
    completedAt: null,
    userId,
  });
  return { payment, number, userId, afterId };
}

function parameters(inputs: readonly InputRow[]): Buffer[] {
  const each = <T>(pick: (payment: NewPayment) => T) => inputs.map((input) => pick(input.payment));
  return [
    int8Array(each((payment) => payment.partnerId)),
    int8Array(each((payment) => payment.tokenId)),
    textArray(each((payment) => payment.key?.text ?? null)),
    byteaArray(each((payment) => payment.key?.bodyHash ?? null)),
    textArray(each((payment) => payment.kind)),
    textArray(inputs.map((input) => input.number)),
    int8Array(each((payment) => payment.amountCents)),
    textArray(inputs.map((input) => input.userId)),
    textArray(each((payment) => payment.userName)),
    textArray(each((payment) => payment.userEmail)),
    instantArray(each((payment) => payment.dueAt)),
    textArray(each((payment) => payment.payeeName)),
    textArray(each((payment) => payment.billType)),
    textArray(each((payment) => payment.accountNumber)),
    int8Array(each((payment) => payment.bankAccountId)),
    textArray(each((payment) => payment.rentFields)),
    instantArray(each((payment) => payment.createdAt)),
    textArray(inputs.map((input) => input.afterId)),
    textArray(each((payment) => payment.cause)),
  ];
}
