/**
 * The files of debits that were made: written where they belong, as often as it takes, and never two for one debit.
 *
 *   whole beside its place, flushed ─▶ noted: the bank may have it from here on ─▶ final name ─▶ recorded, marked as written
 *
 * A file that was not yet so noted never had its name: past its due day it is dated anew, and where its folder cannot be written to it
 * goes into that of the run. One that was is written again with the same bytes at the same place, under the same number, or not at all.
 */
import path from 'node:path';
import type { BankAccountNumber } from '../../bank-accounts/account-number.ts';
import { FolderFault, recordOutbound, writeWhole } from '../../bank-files/outbound.ts';
import { businessDayFrom, torontoDate } from '../../base/calendar.ts';
import type { Database, Tx } from '../../base/database.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { writeAft } from './aft-writer.ts';
import { debitsOf } from './file-debits.ts';
import { OpenedNumbers } from './opened-numbers.ts';
import * as store from './store.ts';

export interface EftSettings {
  environment: 'sandbox' | 'production';
  originatorId: string;
  originatorShortName: string;
  originatorLongName: string;
  destinationDataCentre: string;
  returnAccount: BankAccountNumber;
  /** Opens the sealed account numbers. */
  box: SecretBox;
}

export interface OriginateRequest {
  outDir: string;
  /** The business time. */
  at: Temporal.Instant;
  only?: bigint;
  onProgress?: (debits: number) => void;
}

export const debitFormat = 'aft-debits';
const pageItems = 2000;

/** A run while it writes. The connection holds the lock on debit runs, and has no transaction. */
export interface Writing {
  database: Database;
  connection: Tx;
  settings: EftSettings;
  request: OriginateRequest;
  /** Files that this run has tried to write: each once. */
  tried: Set<bigint>;
  /** Gathers what went wrong, by file. */
  faults: Error[];
}

/** The letter by which references and file names tell the environment. */
export const markOf = ({ environment }: EftSettings) => (environment === 'production' ? 'P' : 'S');

/** When debits of a file that is made at this time are due. */
export const dueDateAt = (at: Temporal.Instant) => businessDayFrom(torontoDate(at));

/** How the name of a file begins whose debits are due on this date. */
export const namePrefix = (settings: EftSettings, dueDate: Temporal.PlainDate) =>
  `debits-${markOf(settings)}${dueDate.toString().replaceAll('-', '')}`;

/** Writes every file that does not stand yet; of a run for one payment, that payment's alone. Answers their paths. */
export async function writeUnwritten(writing: Writing): Promise<string[]> {
  const { connection, request, tried, faults } = writing;
  const files: string[] = [];
  for (const file of await store.unwrittenFiles(connection, request.only)) {
    if (tried.has(file.id)) continue;
    tried.add(file.id);
    try {
      files.push(await writeOne(writing, file));
    } catch (error) {
      faults.push(new Error(`${file.fileName} is not written: ${(error as Error).message}`, { cause: error }));
    }
  }
  return files;
}

async function writeOne(writing: Writing, given: store.EftFile): Promise<string> {
  const { connection, settings, request } = writing;
  const file = await datedAnew(writing, given);
  try {
    return await writeFile(writing, file);
  } catch (error) {
    const outDir = path.resolve(request.outDir);
    // A run for one payment (the sandbox plays it) has a folder of its own.
    if (!(error instanceof FolderFault) || outDir === file.outDir || request.only !== undefined) throw error;
    const moved = await store.renewFile(connection, { ...file, outDir }, namePrefix(settings, file.dueDate));
    if (moved) return writeFile(writing, moved);
    const why = 'it may have stood there under its name, so it is written there again or nowhere';
    throw new Error(`${error.message}; ${why}`, { cause: error });
  }
}

/** The file; past its due day, where it cannot have been sent, due on the next business day. */
async function datedAnew({ connection, settings, request }: Writing, file: store.EftFile): Promise<store.EftFile> {
  if (file.mayStand || Temporal.PlainDate.compare(torontoDate(request.at), file.dueDate) <= 0) return file;
  const dueDate = dueDateAt(request.at);
  const dated = { ...file, createdAt: request.at, dueDate };
  return (await store.renewFile(connection, dated, namePrefix(settings, dueDate))) ?? file;
}

async function writeFile(writing: Writing, file: store.EftFile): Promise<string> {
  const { database, connection, settings, request } = writing;
  const text = writeAft(
    {
      originatorId: settings.originatorId,
      originatorShortName: settings.originatorShortName,
      originatorLongName: settings.originatorLongName,
      destinationDataCentre: settings.destinationDataCentre,
      fileCreationNumber: file.fileCreationNumber,
      creationDate: torontoDate(file.createdAt),
      returnAccount: settings.returnAccount,
      expected: { count: file.debits, totalCents: file.totalCents },
    },
    debits(connection, settings, file, request.onProgress),
  );
  const written = await writeWhole(file.outDir, file.fileName, text, () => store.markNamed(connection, file.id));
  await database.transaction(async (tx) => {
    const counts = { debits: file.debits, totalCents: Number(file.totalCents) };
    await store.markWritten(tx, file.id, await recordOutbound(tx, debitFormat, written, counts));
  });
  return written.file;
}

async function* debits(
  connection: Tx,
  settings: EftSettings,
  file: store.EftFile,
  onProgress?: (debits: number) => void,
) {
  const numbers = new OpenedNumbers(settings.box);
  let count = 0;
  for await (const debit of debitsOf(connection, file.id, pageItems)) {
    yield {
      institutionNumber: debit.institutionNumber,
      transitNumber: debit.transitNumber,
      accountNumber: numbers.open(debit),
      reference: debit.crossReference,
      amountCents: debit.amountCents,
      dueDate: file.dueDate,
      payorName: debit.accountHolderName,
    };
    count += 1;
    if (count % pageItems === 0) onProgress?.(count);
  }
}
