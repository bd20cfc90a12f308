/**
 * A debit run: the EFT payments that wait for a debit get one, and the debits stand in AFT files.
 *
 *   unwritten files of a dead process ─▶ written again, the same bytes        (no debit is lost, none is sent twice)
 *   payments that wait ─▶ debits with their own copy of the account ─commit─▶ file ─▶ marked as written
 *
 * An open debit of a written file is sent; whether the bank got it is seen when a return comes, or none.
 */

import type { BankAccountNumber } from '../../bank-accounts/account-number.ts';
import { accountContext } from '../../bank-accounts/store.ts';
import { recordOutbound, writeWhole } from '../../bank-files/outbound.ts';
import { businessDayFrom, torontoDate } from '../../base/calendar.ts';
import type { Database, Tx } from '../../base/database.ts';
import { waitForLock } from '../../base/locks.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { writeAft } from './aft-writer.ts';
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

export interface Origination {
  file: string | null;
  debits: number;
  totalCents: bigint;
  /** Further files of this run, where one could not hold all, and earlier ones that were only now written. */
  otherFiles: string[];
}

export const debitFormat = 'aft-debits';
/** One file holds at most so many: the size at which banks' own limits begin, and still a file of 300 MB. */
const debitsPerFileMax = 999_999;
const pageItems = 5000;
/** How long a run waits for the one before it to end. */
const waitMillisecondsMax = 10_000;

/** Runs a debit origination into `outDir`. Throws when another run is under way. */
export async function originateDebits(
  database: Database,
  settings: EftSettings,
  request: OriginateRequest,
): Promise<Origination> {
  return database.withSession(async (connection) => {
    if (!(await waitForLock(connection, database.schema, 'debit run', waitMillisecondsMax))) {
      throw new Error('another debit run is under way; run again when it has ended');
    }
    const written = await writeUnwritten(database, connection, settings, request);
    let made = { debits: 0, totalCents: 0n };
    const files: string[] = [];
    for (;;) {
      const file = await database.transaction((tx) => makeFile(tx, settings, request));
      if (!file) break;
      made = { debits: made.debits + file.debits, totalCents: made.totalCents + file.totalCents };
      files.push(...(await writeUnwritten(database, connection, settings, request)));
    }
    const [file, ...more] = files;
    return { file: file ?? null, ...made, otherFiles: [...written, ...more] };
  });
}

async function makeFile(tx: Tx, settings: EftSettings, request: OriginateRequest) {
  const dueDate = businessDayFrom(torontoDate(request.at));
  const mark = settings.environment === 'production' ? 'P' : 'S';
  const file = await store.insertFile(tx, dueDate, `debits-${mark}${dueDate.toString().replaceAll('-', '')}`);
  const made = await store.insertDebits(tx, file, mark, debitsPerFileMax, request.only);
  if (made.debits > 0) return made;
  await store.deleteFile(tx, file.id);
  return undefined;
}

async function writeUnwritten(
  database: Database,
  connection: Tx,
  settings: EftSettings,
  request: OriginateRequest,
): Promise<string[]> {
  const files: string[] = [];
  for (const file of await store.unwrittenFiles(connection)) {
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
    const written = await writeWhole(request.outDir, file.fileName, text);
    await database.transaction(async (tx) => {
      const counts = { debits: file.debits, totalCents: Number(file.totalCents) };
      await store.markWritten(tx, file.id, await recordOutbound(tx, debitFormat, written, counts));
    });
    files.push(written.file);
  }
  return files;
}

async function* debits(
  connection: Tx,
  settings: EftSettings,
  file: store.EftFile,
  onProgress?: (debits: number) => void,
) {
  const numbers = new OpenedNumbers(settings.box);
  let count = 0;
  for await (const debit of store.debitsOf(connection, file.id, pageItems)) {
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

/** Opens account numbers, each account once in a row: a partner's debits mostly share a few accounts. */
class OpenedNumbers {
  static readonly keptMax = 10_000;
  readonly #box: SecretBox;
  readonly #opened = new Map<string, string>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  open(debit: store.Debit): string {
    const key = `${debit.partnerId} ${debit.bankAccountId} ${debit.accountSealed.toString('latin1')}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const number = this.#box.open(debit.accountSealed, accountContext(debit.partnerId));
    if (this.#opened.size >= OpenedNumbers.keptMax) this.#opened.clear();
    this.#opened.set(key, number);
    return number;
  }
}
