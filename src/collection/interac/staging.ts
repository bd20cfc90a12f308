/**
 * Staging of a camt.054 file: nothing of it takes effect before its end was read. Staged lines are unlogged: after a crash
 * the file is read again from its kept name, and what had taken effect is recognised by its references.
 */
import { int4Array, int8Array, textArray } from '../../base/binary-arrays.ts';
import type { Tx } from '../../base/database.ts';
import type { Camt054Transfer } from './camt054-elements.ts';
import type { ReportedTransfer } from './store.ts';

export interface StagedTransfer extends ReportedTransfer {
  fileId: bigint;
  position: number;
  line: number;
  column: number;
}

export async function stage(tx: Tx, fileId: bigint, transfers: readonly Camt054Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query({
    name: 'interac-stage',
    text: `insert into interac_staged (file_id, position, entry_number, line, column_number, reference, amount_cents, sender_name,
             sender_email, description, booked_at)
           select $1::bigint, * from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::bigint[],
             $8::text[], $9::text[], $10::text[], $11::text[])`,
    values: [
      fileId,
      int4Array(transfers.map((each) => each.position)),
      int4Array(transfers.map((each) => each.entryNumber)),
      int4Array(transfers.map((each) => each.line)),
      int4Array(transfers.map((each) => each.column)),
      textArray(transfers.map((each) => each.reference)),
      int8Array(transfers.map((each) => each.amountCents)),
      textArray(transfers.map((each) => each.senderName ?? null)),
      textArray(transfers.map((each) => each.senderEmail ?? null)),
      textArray(transfers.map((each) => each.description)),
      textArray(transfers.map((each) => each.bookedAt ?? null)),
    ],
  });
}

/** Takes the staged transfers of whole entries out again, because each entry as a whole turned out wrong. */
export async function quarantineEntries(tx: Tx, fileId: bigint, reasons: ReadonlyMap<number, string>): Promise<void> {
  if (reasons.size === 0) return;
  await tx.query(
    `with fault as (
       select * from unnest($2::integer[], $3::text[]) as f (entry_number, reason)
     ), taken as (
       delete from interac_staged s using fault f where s.file_id = $1 and s.entry_number = f.entry_number
       returning s.*, f.reason
     )
     insert into quarantined_lines (file_id, position, line, column_number, reason, content)
     select file_id, position, line, column_number, reason, jsonb_build_object('reference', reference,
       'amountCents', amount_cents::text, 'senderName', sender_name, 'senderEmail', sender_email, 'description', description,
       'bookedAt', booked_at, 'needsDecision', true)
     from taken on conflict (file_id, position) do nothing`,
    [fileId, int4Array([...reasons.keys()]), textArray([...reasons.values()])],
  );
}

/** The next staged transfers, in the order of the file. */
export async function staged(tx: Tx, fileId: bigint, afterPosition: number, limit: number): Promise<StagedTransfer[]> {
  const { rows } = await tx.query({
    name: 'interac-staged',
    text: `select * from interac_staged where file_id = $1 and position > $2 order by position limit $3`,
    values: [fileId, afterPosition, limit],
  });
  return rows.map((row) => ({
    fileId,
    position: row.position as number,
    line: row.line as number,
    column: row.column_number as number,
    reference: row.reference as string,
    amountCents: row.amount_cents as bigint,
    senderName: (row.sender_name as string | null) ?? undefined,
    senderEmail: (row.sender_email as string | null) ?? undefined,
    description: row.description as string,
    bookedAt: (row.booked_at as string | null) ?? undefined,
  }));
}

export async function unstage(tx: Tx, fileId: bigint): Promise<void> {
  await tx.query('delete from interac_staged where file_id = $1', [fileId]);
}
