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
  /** The message (OrgnlMsgId) that the report is about. */
  inMessage: string;
  /** Of a transaction: the block that it stands in, and the instruction that it names. */
  inBlock: string | null;
  instructionId: string | null;
  /** Why nothing of the report can be acted on, in words. */
  doubt: string | null;
  statusCode: string | null;
  reasonCode: string | null;
  reasonText: string | null;
}

export async function stage(tx: Tx, fileId: bigint, lines: readonly StagedStatus[]): Promise<void> {
  await tx.query(
    `insert into settlement_staged (file_id, position, line, level, subject, in_message, in_block, instruction_id, doubt,
       status_code, reason_code, reason_text)
     select $1, * from unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[])`,
    [
      fileId,
      int4Array(lines.map((each) => each.position)),
      int4Array(lines.map((each) => each.line)),
      textArray(lines.map((each) => each.level)),
      textArray(lines.map((each) => each.subject)),
      textArray(lines.map((each) => each.inMessage)),
      textArray(lines.map((each) => each.inBlock)),
      textArray(lines.map((each) => each.instructionId)),
      textArray(lines.map((each) => each.doubt)),
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
  /** Under which identifiers it was sent. */
  sent: { messageId: string; blockId: string; instructionId: string };
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
 * which block or batch say nothing `decisive` are left out: they are many, and nothing follows for them; the line itself is
 * kept once (`linesApart`). The status of a block that is not of the report's batch, and of a report in doubt, is nobody's.
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
       select i.partner_id, i.payment_id, i.attempt, s.message_id, i.block_id, i.end_to_end_id,
         coalesce(t.position, b.position, g.position) as position, coalesce(t.line, b.line, g.line) as line,
         case when t.position is not null then to_jsonb(t) end as t, case when b.position is not null then to_jsonb(b) end as b,
         case when g.position is not null then to_jsonb(g) end as g
       from settlement_items i
       join settlement_batches s on s.id = i.batch_id
       left join settlement_staged t on t.file_id = $1 and t.level = 'transaction' and t.subject = i.end_to_end_id
       left join settlement_staged b on b.file_id = $1 and b.level = 'block' and b.subject = i.block_id
         and b.in_message = s.message_id and b.doubt is null
       left join settlement_staged g on g.file_id = $1 and g.level = 'batch' and g.subject = s.message_id and g.doubt is null
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
    // The instruction is sent under the identifier of the payment from end to end.
    sent: {
      messageId: row.message_id as string,
      blockId: row.block_id as string,
      instructionId: row.end_to_end_id as string,
    },
    position: row.position as number,
    line: row.line as number,
    batch: row.g === null ? undefined : statusFromRow(row.g as Row),
    block: row.b === null ? undefined : statusFromRow(row.b as Row),
    transaction: row.t === null ? undefined : statusFromRow(row.t as Row),
    answered: row.answered as string | null,
  }));
}

function statusFromRow(row: Row): StagedStatus {
  return {
    position: row.position as number,
    line: row.line as number,
    level: row.level as StatusLevel,
    subject: row.subject as string,
    inMessage: row.in_message as string,
    inBlock: row.in_block as string | null,
    instructionId: row.instruction_id as string | null,
    doubt: row.doubt as string | null,
    statusCode: row.status_code as string | null,
    reasonCode: row.reason_code as string | null,
    reasonText: row.reason_text as string | null,
  };
}

/** A status of a batch or block of ours that decides about no payment. */
export interface LineApart extends StagedStatus {
  /** The message under which the batch, or the block's batch, was sent. */
  sentIn: string;
  /** Whether its status would decide, were it not for a doubt or a contradiction. */
  isDecisive: boolean;
}

/**
 * The next staged statuses of batches and blocks of ours that decide about no payment: interim ones, and decisive ones that
 * cannot be acted on. `part` codes speak for nobody and are left out.
 */
export async function linesApart(
  tx: Tx,
  fileId: bigint,
  codes: { decisive: readonly string[]; part: readonly string[] },
  afterPosition: number,
  limit: number,
): Promise<LineApart[]> {
  const { rows } = await tx.query(
    `with lines as (
       select * from settlement_staged where file_id = $1 and level <> 'transaction' and status_code <> all ($3::text[])
     ), ours as (
       select 'batch' as level, s.message_id as subject, s.message_id as sent_in from settlement_batches s
         where s.message_id in (select subject from lines where level = 'batch')
       union all
       select distinct 'block', i.block_id, s.message_id from settlement_items i join settlement_batches s on s.id = i.batch_id
         where i.block_id in (select subject from lines where level = 'block')
     )
     select r.*, o.sent_in, r.status_code = any ($2::text[]) as is_decisive from lines r join ours o using (level, subject)
     where r.position > $4 and (r.status_code <> all ($2::text[]) or r.doubt is not null or r.in_message <> o.sent_in)
     order by r.position limit $5`,
    [fileId, codes.decisive, codes.part, afterPosition, limit],
  );
  return rows.map((row) => ({
    ...statusFromRow(row),
    sentIn: row.sent_in as string,
    isDecisive: row.is_decisive as boolean,
  }));
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
  return rows.map(statusFromRow);
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
