/**
 * Quarantine: single lines of bank files that could not be used, each with its place and reason, kept until an operator has
 * them taken up again, or sets them aside. The good lines of the file went on.
 */
import { int4Array, int8Array, textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';

export interface BadLine {
  /** Which line of the file's own kind: the first transfer is 1. */
  position: number;
  line: number;
  column: number;
  reason: string;
  content: unknown;
}

export interface QuarantinedLine extends BadLine {
  id: bigint;
  fileId: bigint;
  format: string;
  fileName: string;
  state: 'open' | 'taken_up' | 'set_aside';
  /** Real time. */
  at: Temporal.Instant;
}

/** Keeps bad lines. The same line of the same file is kept once. */
export async function quarantine(tx: Tx, fileId: bigint, lines: readonly BadLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `insert into quarantined_lines (file_id, position, line, column_number, reason, content)
     select $1, p, l, c, r, content::jsonb
     from unnest($2::integer[], $3::integer[], $4::integer[], $5::text[], $6::text[]) t (p, l, c, r, content)
     on conflict (file_id, position) do nothing`,
    [
      fileId,
      int4Array(lines.map((line) => line.position)),
      int4Array(lines.map((line) => line.line)),
      int4Array(lines.map((line) => line.column)),
      textArray(lines.map((line) => line.reason)),
      textArray(
        lines.map((line) =>
          JSON.stringify(line.content, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)),
        ),
      ),
    ],
  );
}

/** Forgets the bad lines of a file that was refused as a whole: nothing of it took effect. */
export async function discardQuarantine(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from quarantined_lines where file_id = $1', [fileId]);
}

/** The open lines, of all files or of one, oldest first; `afterId` for the next page. */
export async function openLines(tx: Tx, limit: number, afterId = 0n, fileId?: bigint): Promise<QuarantinedLine[]> {
  const { rows } = await tx.query(
    `select q.*, f.format, f.name as file_name from quarantined_lines q join bank_files f on f.id = q.file_id
     where q.state = 'open' and f.state = 'done' and q.id > $2 and ($3::bigint is null or q.file_id = $3)
     order by q.id limit $1`,
    [limit, afterId, fileId ?? null],
  );
  return rows.map(lineFromRow);
}

/** These lines, whatever became of them, in the order of their ids. */
export async function findLines(tx: Tx, ids: readonly bigint[]): Promise<QuarantinedLine[]> {
  const { rows } = await tx.query(
    `select q.*, f.format, f.name as file_name from quarantined_lines q join bank_files f on f.id = q.file_id
     where q.id = any ($1::bigint[]) order by q.id`,
    [int8Array(ids)],
  );
  return rows.map(lineFromRow);
}

/** How many open lines each of these files has; nothing for those without any. */
export async function openLinesByFile(tx: Tx, fileIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await tx.query<{ file_id: bigint; lines: number }>(
    `select file_id, count(*)::integer as lines from quarantined_lines
     where file_id = any ($1::bigint[]) and state = 'open' group by file_id`,
    [int8Array(fileIds)],
  );
  return new Map(rows.map((row) => [row.file_id, row.lines]));
}

/** Locks one open line for taking it up. None of a file that is still being read: it may be refused as a whole. */
export async function lockOpenLine(tx: Tx, id: bigint): Promise<QuarantinedLine | undefined> {
  const { rows } = await tx.query(
    `select q.*, f.format, f.name as file_name from quarantined_lines q join bank_files f on f.id = q.file_id
     where q.id = $1 and q.state = 'open' and f.state = 'done' for update of q`,
    [id],
  );
  return rows[0] && lineFromRow(rows[0]);
}

export async function markTakenUp(tx: Tx, id: bigint): Promise<void> {
  await tx.query(`update quarantined_lines set state = 'taken_up', taken_up_at = now() where id = $1`, [id]);
}

/**
 * Sets open lines aside, all of them or none: nothing of them is to be taken in. Answers the first that is not open, where there is one.
 * None of a file that is still being read: it may be refused as a whole.
 */
export async function setAside(
  tx: Tx,
  ids: readonly bigint[],
  { by, reason }: { by: string; reason: string },
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ id: bigint }>(
    `select q.id from quarantined_lines q join bank_files f on f.id = q.file_id
     where q.id = any ($1::bigint[]) and q.state = 'open' and f.state = 'done' order by q.id for update of q`,
    [int8Array(ids)],
  );
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) return missing;
  await tx.query(
    `update quarantined_lines set state = 'set_aside', set_aside_at = now(), set_aside_by = $2, set_aside_reason = $3
     where id = any ($1::bigint[])`,
    [int8Array(ids), by, reason],
  );
  return undefined;
}

export async function renewReason(tx: Tx, id: bigint, reason: string): Promise<void> {
  await tx.query('update quarantined_lines set reason = $2 where id = $1', [id, reason]);
}

function lineFromRow(row: Row): QuarantinedLine {
  return {
    id: row.id as bigint,
    fileId: row.file_id as bigint,
    format: row.format as string,
    fileName: row.file_name as string,
    position: row.position as number,
    line: row.line as number,
    column: row.column_number as number,
    reason: row.reason as string,
    content: row.content,
    state: row.state as QuarantinedLine['state'],
    at: row.quarantined_at as Temporal.Instant,
  };
}
