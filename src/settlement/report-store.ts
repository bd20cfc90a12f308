/**
 * All SQL on bank reports: staging their lines, finding the submissions they speak of, keeping every answer.
 */
import { int4Array, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
import type { Outcome } from './decide.ts';
import type { StatusLevel } from './status-codes.ts';

/** One status of a report: of a batch (by message id), a block (by its id) or a submission (by end-to-end id). */
export interface StagedStatus {
  position: number;
  line: number;
  level: StatusLevel;
  subject: string;
  statusCode: string | null;
  reasonCode: string | null;
  reasonText: string | null;
}

export async function stage(tx: Tx, fileId: bigint, lines: readonly StagedStatus[]): Promise<void> {
  await tx.query(
    `insert into settlement_staged (file_id, position, line, level, subject, status_code, reason_code, reason_text)
     select $1, * from unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    [
      fileId,
      int4Array(lines.map((each) => each.position)),
      int4Array(lines.map((each) => each.line)),
      textArray(lines.map((each) => each.level)),
      textArray(lines.map((each) => each.subject)),
      textArray(lines.map((each) => each.statusCode)),
      textArray(lines.map((each) => each.reasonCode)),
      textArray(lines.map((each) => each.reasonText)),
    ],
  );
}

export async function unstage(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from settlement_staged where file_id = $1', [fileId]);
}

/** A submission, with the statuses that a report gives on the way to it. */
export interface SpokenOf {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  /** The staged line that decides where the payment has an entry of its own; else the block's, else the batch's. */
  position: number;
  line: number;
  batch: StagedStatus | undefined;
  block: StagedStatus | undefined;
  transaction: StagedStatus | undefined;
  /** Decided by an earlier try at the same file. */
  answered: string | null;
}

export interface SpokenCursor {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  position: number;
}

/**
 * The next submissions that the staged report says anything of, in the order (partner, payment, attempt, line). Those of
 * which only an interim status of block or batch is said are left out where `settling` codes name none: they are many, and
 * nothing follows for them.
 */
export async function spokenOf(
  tx: Tx,
  fileId: bigint,
  decisive: readonly string[],
  after: SpokenCursor,
  limit: number,
): Promise<SpokenOf[]> {
  const { rows } = await tx.query(
    `with spoken as (
       select i.partner_id, i.payment_id, i.attempt, coalesce(t.position, b.position, g.position) as position,
         coalesce(t.line, b.line, g.line) as line,
         t.position as t_position, t.line as t_line, t.status_code as t_status, t.reason_code as t_reason, t.reason_text as t_text,
         b.position as b_position, b.line as b_line, b.status_code as b_status, b.reason_code as b_reason, b.reason_text as b_text,
         g.position as g_position, g.line as g_line, g.status_code as g_status, g.reason_code as g_reason, g.reason_text as g_text
       from settlement_items i
       join settlement_batches s on s.id = i.batch_id
       left join settlement_staged t on t.file_id = $1 and t.level = 'transaction' and t.subject = i.end_to_end_id
       left join settlement_staged b on b.file_id = $1 and b.level = 'block' and b.subject = i.block_id
       left join settlement_staged g on g.file_id = $1 and g.level = 'batch' and g.subject = s.message_id
       where t.position is not null or coalesce(b.status_code, g.status_code) = any ($2::text[])
     )
     select k.*, a.action as answered from spoken k
     left join settlement_answers a on a.file_id = $1 and a.position = k.position and a.partner_id = k.partner_id
       and a.payment_id = k.payment_id and a.attempt = k.attempt
     where (k.partner_id, k.payment_id, k.attempt, k.position) > ($3::bigint, $4::bigint, $5::integer, $6::integer)
     order by k.partner_id, k.payment_id, k.attempt, k.position limit $7`,
    [fileId, decisive, after.partnerId, after.paymentId, after.attempt, after.position, limit],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    position: row.position as number,
    line: row.line as number,
    batch: statusFromRow(row, 'g', 'batch'),
    block: statusFromRow(row, 'b', 'block'),
    transaction: statusFromRow(row, 't', 'transaction'),
    answered: row.answered as string | null,
  }));
}

function statusFromRow(row: Row, prefix: string, level: StatusLevel): StagedStatus | undefined {
  if (row[`${prefix}_position`] === null) return undefined;
  return {
    position: row[`${prefix}_position`] as number,
    line: row[`${prefix}_line`] as number,
    level,
    subject: '',
    statusCode: row[`${prefix}_status`] as string | null,
    reasonCode: row[`${prefix}_reason`] as string | null,
    reasonText: row[`${prefix}_text`] as string | null,
  };
}

/** Staged lines that speak of nothing we know: a batch, block or submission that was never ours. */
export async function unknownSubjects(
  tx: Tx,
  fileId: bigint,
  afterPosition: number,
  limit: number,
): Promise<StagedStatus[]> {
  const { rows } = await tx.query(
    `select r.* from settlement_staged r where r.file_id = $1 and r.position > $2 and not case r.level
       when 'transaction' then exists (select from settlement_items i where i.end_to_end_id = r.subject)
       when 'block' then exists (select from settlement_items i where i.block_id = r.subject)
       else exists (select from settlement_batches b where b.message_id = r.subject) end
     order by r.position limit $3`,
    [fileId, afterPosition, limit],
  );
  return rows.map((row) => ({
    position: row.position as number,
    line: row.line as number,
    level: row.level as StatusLevel,
    subject: row.subject as string,
    statusCode: row.status_code as string | null,
    reasonCode: row.reason_code as string | null,
    reasonText: row.reason_text as string | null,
  }));
}

/** The outcomes so far of these submissions, locked. Their payments must be locked already. */
export async function lockOutcomes(tx: Tx, keys: readonly SpokenCursor[]): Promise<Map<string, Outcome>> {
  const { rows } = await tx.query(
    `select partner_id, payment_id, attempt, outcome from settlement_items
     where (partner_id, payment_id, attempt) in (select * from unnest($1::bigint[], $2::bigint[], $3::integer[]))
     order by partner_id, payment_id, attempt for update`,
    [
      int8Array(keys.map((key) => key.partnerId)),
      int8Array(keys.map((key) => key.paymentId)),
      int4Array(keys.map((key) => key.attempt)),
    ],
  );
  return new Map(rows.map((row) => [`${row.partner_id} ${row.payment_id} ${row.attempt}`, row.outcome as Outcome]));
}

/** What was done with one line of a report. */
export interface AnswerRow {
  position: number;
  line: number;
  partnerId: bigint | null;
  paymentId: bigint | null;
  attempt: number | null;
  level: StatusLevel;
  statusCode: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  action: 'accept' | 'reject' | 'record' | 'duplicate' | 'hold' | 'unknown';
  why: string;
}

export async function keepAnswers(tx: Tx, fileId: bigint, answers: readonly AnswerRow[]): Promise<void> {
  await tx.query(
    `insert into settlement_answers (file_id, position, line, partner_id, payment_id, attempt, level, status_code, reason_code,
       reason_text, action, why, at)
     select $1, a.*, (select business_now()) from unnest($2::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::integer[],
       $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) a
     on conflict do nothing`,
    [
      fileId,
      int4Array(answers.map((each) => each.position)),
      int4Array(answers.map((each) => each.line)),
      int8Array(answers.map((each) => each.partnerId)),
      int8Array(answers.map((each) => each.paymentId)),
      int4Array(answers.map((each) => each.attempt)),
      textArray(answers.map((each) => each.level)),
      textArray(answers.map((each) => each.statusCode)),
      textArray(answers.map((each) => each.reasonCode)),
      textArray(answers.map((each) => each.reasonText)),
      textArray(answers.map((each) => each.action)),
      textArray(answers.map((each) => each.why)),
    ],
  );
}

/** Writes first outcomes onto the submissions. */
export async function settleItems(tx: Tx, answers: readonly AnswerRow[]): Promise<void> {
  const first = answers.filter((each) => each.action === 'accept' || each.action === 'reject');
  if (first.length === 0) return;
  await tx.query(
    `update settlement_items i set outcome = a.outcome, reason_code = a.reason_code, reason_text = a.reason_text,
       answered_at = (select business_now())
     from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[])
       as a (partner_id, payment_id, attempt, outcome, reason_code, reason_text)
     where i.partner_id = a.partner_id and i.payment_id = a.payment_id and i.attempt = a.attempt`,
    [
      int8Array(first.map((each) => each.partnerId)),
      int8Array(first.map((each) => each.paymentId)),
      int4Array(first.map((each) => each.attempt)),
      textArray(first.map((each) => (each.action === 'accept' ? 'accepted' : 'rejected'))),
      textArray(first.map((each) => each.reasonCode)),
      textArray(first.map((each) => each.reasonText)),
    ],
  );
}

/** Re-queued payments whose submission has gone unanswered since `before` (open point `requeue`). */
export async function presumable(
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<{ partnerId: bigint; paymentId: bigint }[]> {
  const { rows } = await tx.query(
    `select p.partner_id, p.id from payments p
     join settlement_items i on i.partner_id = p.partner_id and i.payment_id = p.id and i.outcome = 'open'
     where p.state = 'resettling' and p.kind in ('bill_interac', 'bill_eft') and i.submitted_at <= $1
     order by p.partner_id, p.id limit $2`,
    [before.toString(), limit],
  );
  return rows.map((row) => ({ partnerId: row.partner_id as bigint, paymentId: row.id as bigint }));
}
