/**
 * Taking in a camt.054 file of any size.
 *
 *   file ─▶ read as a stream, kept, staged ─▶ end reached ─▶ received in lists (src/collection/interac/receive.ts)
 *                 │ fault of the whole                          bad lines and contradicting references: quarantined
 *                 ▼
 *              refused, nothing took effect
 */

import { finishFile, type InboundFile, readAndKeep, refuseFile, takeInFile } from '../../bank-files/inbound.ts';
import { type BadLine, quarantine } from '../../bank-files/quarantine.ts';
import type { Database } from '../../base/database.ts';
import { FileRefused } from '../../base/file-refused.ts';
import type { Camt054Transfer } from './camt054-elements.ts';
import { type Camt054Batch, readCamt054 } from './camt054-reader.ts';
import { type Receipt, receive } from './receive.ts';
import { quarantineEntries, type StagedTransfer, stage, staged, unstage } from './staging.ts';

/** What became of a file's transfers: the four outcomes add up to `entries` (one transfer is one entry). */
export interface IngestCounts {
  entries: number;
  matched: number;
  held: number;
  duplicates: number;
  quarantined: number;
}

export interface IngestRequest {
  file: string;
  /** The business time. */
  at: Temporal.Instant;
  onProgress?: (stage: 'read' | 'received', transfers: number) => void;
}

export const ingestFormat = 'camt.054';
/** So many faulty entries are remembered before their staged lines are taken out, all in one pass over what is staged. */
const entryFaultsMax = 10_000;
/** How many transfers take effect together. */
const listTransfers = 2500;

/**
 * Takes in a file. Throws FileRefused, with the place, where it cannot be read to its end: then nothing of it took effect.
 * A file that was taken in before changes nothing; one that a dead process left half done is finished.
 */
export async function ingest(database: Database, request: IngestRequest): Promise<IngestCounts> {
  const taken = await takeInFile(database, request.file, ingestFormat, async (file) => {
    const entries = await read(database, file, request);
    const counts = await receiveAll(database, file.id, entries, request);
    await finishFile(database, file.id, { ...counts });
    await unstage(database, file.id);
    return counts;
  });
  if ('result' in taken) return taken.result;
  const entries = taken.known.entries ?? 0;
  return { entries, matched: 0, held: 0, duplicates: entries, quarantined: 0 };
}

/** Reads and stages the whole file. Answers how many transfers it holds, good and bad. */
async function read(database: Database, file: InboundFile, request: IngestRequest): Promise<number> {
  const fileId = file.id;
  await unstage(database, fileId);
  let entries = 0;
  // While the database writes one list, the next one is read.
  let staging: Promise<void> = Promise.resolve();
  const faults = new Map<number, string>();
  try {
    for await (const items of readCamt054(readAndKeep(database, file, request.file))) {
      entries += items.filter((item) => item.kind !== 'entryFault').length;
      await staging;
      staging = stageItems(database, fileId, items, faults);
      staging.catch(() => undefined);
      request.onProgress?.('read', entries);
    }
    await staging;
    await quarantineEntries(database, fileId, faults);
    return entries;
  } catch (error) {
    await staging.catch(() => undefined);
    if (error instanceof FileRefused) await refuseFile(database, fileId, error, unstage);
    throw error;
  }
}

async function stageItems(
  database: Database,
  fileId: bigint,
  items: Camt054Batch,
  faults: Map<number, string>,
): Promise<void> {
  const transfers: Camt054Transfer[] = [];
  const bad: BadLine[] = [];
  for (const item of items) {
    if (item.kind === 'transfer') transfers.push(item);
    else if (item.kind === 'quarantined') bad.push(item);
    else faults.set(item.entryNumber, item.reason);
  }
  await stage(database, fileId, transfers);
  await quarantine(database, fileId, bad);
  if (faults.size < entryFaultsMax) return;
  await quarantineEntries(database, fileId, faults);
  faults.clear();
}

/**
 * Takes the staged transfers in, list by list. Two lists are under way at a time: while the database writes one, the next is read
 * and decided. It begins only when the one before holds its locks, so that of two transfers for one payment the first in the
 * file comes first.
 */
async function receiveAll(
  database: Database,
  fileId: bigint,
  entries: number,
  request: IngestRequest,
): Promise<IngestCounts> {
  const counts: IngestCounts = { entries, matched: 0, held: 0, duplicates: 0, quarantined: 0 };
  let underWay: Promise<void> = Promise.resolve();
  for (let afterPosition = 0; ; ) {
    const list = await staged(database, fileId, afterPosition, listTransfers);
    const last = list.at(-1);
    if (!last) break;
    afterPosition = last.position;
    const locked = Promise.withResolvers<void>();
    const receiving = database
      .transaction(async (tx) => {
        const receipts = await receive(tx, list, request.at, { onLocked: locked.resolve });
        await quarantine(tx, fileId, conflicts(list, receipts));
        return receipts;
      })
      .then((receipts) => {
        receipts.forEach((receipt, index) => void tally(counts, receipt, list[index] as StagedTransfer));
        request.onProgress?.('received', last.position);
      });
    receiving.catch(locked.reject);
    await Promise.all([locked.promise, underWay]);
    underWay = receiving;
  }
  await underWay;
  const { rows } = await database.query<{ count: bigint }>(
    'select count(*) as count from quarantined_lines where file_id = $1',
    [fileId],
  );
  counts.quarantined = Number(rows[0]?.count ?? 0n);
  return counts;
}

function conflicts(list: readonly StagedTransfer[], receipts: readonly Receipt[]): BadLine[] {
  return receipts.flatMap((receipt, index) => {
    const transfer = list[index] as StagedTransfer;
    if (receipt.outcome !== 'conflict') return [];
    const { fileId: _file, position, line, column, ...content } = transfer;
    return [{ position, line, column, reason: receipt.reason, content }];
  });
}

/** A transfer that this very line brought, before a crash, counts as what it became, not as a duplicate. */
function tally(counts: IngestCounts, receipt: Receipt, transfer: StagedTransfer): void {
  if (receipt.outcome === 'matched') counts.matched += 1;
  else if (receipt.outcome === 'held') counts.held += 1;
  else if (receipt.outcome === 'duplicate') {
    const own = receipt.known.fileId === transfer.fileId && receipt.known.position === transfer.position;
    if (!own) counts.duplicates += 1;
    else if (receipt.known.state === 'matched') counts.matched += 1;
    else counts.held += 1;
  }
}
