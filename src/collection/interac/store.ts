/**
 * All SQL on Interac transfers and on the staging of files. Transfers belong to the operator; they name a partner once they
 * are matched.
 */
import { int4Array, int8Array, textArray } from '../../base/binary-arrays.ts';
import type { Row, Tx } from '../../base/database.ts';

/** A transfer as a bank reported it. */
export interface ReportedTransfer {
  /** `network:…` or `bank:…`: one transfer, one reference. */
  reference: string;
  amountCents: bigint;
  senderName?: string | undefined;
  senderEmail?: string | undefined;
  description: string;
  bookedAt?: string | undefined;
  /** Which file and which transfer in it; absent for the sandbox's own. */
  fileId?: bigint;
  position?: number;
}

export interface Transfer extends ReportedTransfer {
  id: bigint;
  state: 'matched' | 'held' | 'returned';
  heldReason: string | null;
  explanation: string;
  numbers: string[];
  partnerId: bigint | null;
  paymentId: bigint | null;
}

/** What is stored of a transfer once it was decided on. */
export interface DecidedTransfer extends ReportedTransfer {
  state: 'matched' | 'held';
  heldReason: string | null;
  explanation: string;
  numbers: string[];
  partnerId: bigint | null;
  paymentId: bigint | null;
}

const columns = `t.id, t.reference, t.file_id, t.position, t.amount_cents, t.sender_name, t.sender_email, t.description,
  t.booked_at, t.state, t.held_reason, t.explanation, t.numbers, t.partner_id, t.payment_id`;

function transferFromRow(row: Row): Transfer {
  return {
    id: row.id as bigint,
    reference: row.reference as string,
    ...(row.file_id !== null && { fileId: row.file_id as bigint }),
    ...(row.position !== null && { position: row.position as number }),
    amountCents: row.amount_cents as bigint,
    senderName: (row.sender_name as string | null) ?? undefined,
    senderEmail: (row.sender_email as string | null) ?? undefined,
    description: row.description as string,
    bookedAt: (row.booked_at as string | null) ?? undefined,
    state: row.state as Transfer['state'],
    heldReason: row.held_reason as string | null,
    explanation: row.explanation as string,
    numbers: row.numbers as string[],
    partnerId: row.partner_id as bigint | null,
    paymentId: row.payment_id as bigint | null,
  };
}

/** Transfers that are known under these references. */
export async function findByReference(tx: Tx, references: readonly string[]): Promise<Map<string, Transfer>> {
  const { rows } = await tx.query({
    name: 'interac-by-reference',
    text: `select ${columns} from interac_transfers t where t.reference = any ($1::text[])`,
    values: [textArray(references)],
  });
  return new Map(rows.map((row) => [row.reference as string, transferFromRow(row)]));
}

/** Writes decided transfers, in the order of their references. Answers the new ids by reference: one that came first elsewhere has none. */
export async function insertTransfers(
  tx: Tx,
  transfers: readonly DecidedTransfer[],
  playedBy?: bigint,
): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ id: bigint; reference: string }>({
    name: 'interac-insert',
    text: `insert into interac_transfers (reference, file_id, position, amount_cents, sender_name, sender_email, description,
             booked_at, received_at, numbers, state, held_reason, explanation, partner_id, payment_id, played_by)
           select reference, file_id, position, amount_cents, sender_name, sender_email, description, booked_at,
             (select business_now()), coalesce(string_to_array(nullif(numbers, ''), ' '), '{}'), state, held_reason, explanation,
             partner_id, payment_id, $15::bigint
           from unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[],
             $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::bigint[])
             as t (reference, file_id, position, amount_cents, sender_name, sender_email, description, booked_at, numbers,
               state, held_reason, explanation, partner_id, payment_id)
           order by reference
           on conflict (reference) do nothing returning id, reference`,
    values: [
      textArray(transfers.map((each) => each.reference)),
      int8Array(transfers.map((each) => each.fileId ?? null)),
      int4Array(transfers.map((each) => each.position ?? null)),
      int8Array(transfers.map((each) => each.amountCents)),
      textArray(transfers.map((each) => each.senderName ?? null)),
      textArray(transfers.map((each) => each.senderEmail ?? null)),
      textArray(transfers.map((each) => each.description)),
      textArray(transfers.map((each) => each.bookedAt ?? null)),
      textArray(transfers.map((each) => each.numbers.join(' '))),
      textArray(transfers.map((each) => each.state)),
      textArray(transfers.map((each) => each.heldReason)),
      textArray(transfers.map((each) => each.explanation)),
      int8Array(transfers.map((each) => each.partnerId)),
      int8Array(transfers.map((each) => each.paymentId)),
      playedBy ?? null,
    ],
  });
  return new Map(rows.map((row) => [row.reference, row.id]));
}

/** Locks transfers by id, in id order. */
export async function lockTransfers(tx: Tx, ids: readonly bigint[]): Promise<Transfer[]> {
  const { rows } = await tx.query(
    `select ${columns} from interac_transfers t where t.id = any ($1::bigint[]) order by t.id for update`,
    [int8Array(ids)],
  );
  return rows.map(transferFromRow);
}

/** Held transfers that carry a number of a partner's payment, as they stand: those that may be its money. */
export async function findHeldWithNumber(tx: Tx, number: string, partnerId: bigint): Promise<Transfer[]> {
  const { rows } = await tx.query(
    `select ${columns} from interac_transfers t where t.state = 'held' and t.numbers @> array[$1::text]
       and (t.played_by is null or t.played_by = $2) order by t.id`,
    [number, partnerId],
  );
  return rows.map(transferFromRow);
}

/** A held transfer finds its payment after all: by matching again, or by the operator's hand. */
export async function markMatched(
  tx: Tx,
  transfers: readonly Transfer[],
  payment: { partnerId: bigint; paymentId: bigint },
  resolution: string,
  explanation?: string,
): Promise<void> {
  await tx.query(
    `update interac_transfers set state = 'matched', held_reason = null, partner_id = $2, payment_id = $3, resolution = $4,
       resolved_at = (select business_now()), explanation = coalesce($5, explanation) where id = any ($1::bigint[])`,
    [
      int8Array(transfers.map((each) => each.id)),
      payment.partnerId,
      payment.paymentId,
      resolution,
      explanation ?? null,
    ],
  );
}

export async function markReturned(tx: Tx, transferId: bigint, resolution: string): Promise<void> {
  await tx.query(
    `update interac_transfers set state = 'returned', resolution = $2, resolved_at = (select business_now()) where id = $1`,
    [transferId, resolution],
  );
}

/** Renews why a transfer is held, after it was looked at again. */
export async function renewHeldReason(tx: Tx, transferId: bigint, reason: string, explanation: string): Promise<void> {
  await tx.query('update interac_transfers set held_reason = $2, explanation = $3 where id = $1', [
    transferId,
    reason,
    explanation,
  ]);
}

/** Held transfers, oldest first, behind `afterId`, with `reason` those held for it: what the operator has to decide on. */
export async function listHeld(
  tx: Tx,
  limit: number,
  afterId = 0n,
  reason?: string,
): Promise<(Transfer & { receivedAt: Temporal.Instant })[]> {
  const { rows } = await tx.query(
    `select ${columns}, t.received_at from interac_transfers t
     where t.state = 'held' and t.id > $2 and ($3::text is null or t.held_reason = $3) order by t.id limit $1`,
    [limit, afterId, reason ?? null],
  );
  return rows.map((row) => ({ ...transferFromRow(row), receivedAt: row.received_at as Temporal.Instant }));
}

/** How many transfers are held for each reason, and what they come to. */
export async function heldByReason(tx: Tx): Promise<{ reason: string; count: number; cents: bigint }[]> {
  const { rows } = await tx.query<{ reason: string; count: number; cents: bigint }>(
    `select held_reason as reason, count(*)::integer as count, sum(amount_cents)::bigint as cents
     from interac_transfers where state = 'held' group by held_reason order by held_reason`,
  );
  return rows;
}

/** Transfers by id, as they stand. */
export async function findTransfers(tx: Tx, ids: readonly bigint[]): Promise<Transfer[]> {
  const { rows } = await tx.query(
    `select ${columns} from interac_transfers t where t.id = any ($1::bigint[]) order by t.id`,
    [int8Array(ids)],
  );
  return rows.map(transferFromRow);
}

/** For each of these held transfers, the other held ones that carry one of its numbers. */
export async function heldBeside(
  tx: Tx,
  ids: readonly bigint[],
): Promise<Map<bigint, { transferId: bigint; amountCents: bigint }[]>> {
  const { rows } = await tx.query<{ id: bigint; beside: bigint; cents: bigint }>(
    `select t.id, o.id as beside, o.amount_cents as cents from interac_transfers t
     cross join lateral (select id, amount_cents from interac_transfers where state = 'held' and numbers && t.numbers and id <> t.id
       order by id limit 20) o
     where t.id = any ($1::bigint[]) and t.numbers <> '{}'`,
    [int8Array(ids)],
  );
  const beside = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...beside].map(([id, found]) => [
      id,
      found.map(({ beside: transferId, cents }) => ({ transferId, amountCents: cents })),
    ]),
  );
}

/** What the transfers of a file come to. */
export async function amountReceived(tx: Tx, fileId: bigint): Promise<bigint> {
  const { rows } = await tx.query<{ cents: bigint }>(
    'select coalesce(sum(amount_cents), 0)::bigint as cents from interac_transfers where file_id = $1',
    [fileId],
  );
  return rows[0]?.cents ?? 0n;
}
