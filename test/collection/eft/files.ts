/** AFT files for the tests of this room: a file of debits, its debits, and reading and writing them whole. */
import { readFileSync } from 'node:fs';
import { FileRefused } from '../../../src/base/file-refused.ts';
import { type AftItem, type AftReadOptions, readAft } from '../../../src/collection/eft/aft-reader.ts';
import { type AftDebit, type AftDebitFile, writeAft } from '../../../src/collection/eft/aft-writer.ts';

export const dueDate = Temporal.PlainDate.from('2026-11-23');

export const debitFile: AftDebitFile = {
  originatorId: '0123456789',
  fileCreationNumber: 7,
  creationDate: Temporal.PlainDate.from('2026-11-20'),
  destinationDataCentre: '00320',
  originatorShortName: 'RENTPAY',
  originatorLongName: 'RENT PAY INC',
  returnAccount: { institutionNumber: '003', transitNumber: '00001', accountNumber: '1234567' },
};

export function debit(number: number, changes: Partial<AftDebit> = {}): AftDebit {
  return {
    reference: `PAY-${number}`,
    amountCents: BigInt(number) * 100n,
    dueDate,
    institutionNumber: '004',
    transitNumber: '10202',
    accountNumber: String(123449 + number),
    payorName: `PAYOR ${number}`,
    transactionType: '430',
    ...changes,
  };
}

/** The seven debits of the sample file. */
export const sampleDebits = [1010n, 1n, 9_999_999_999n, 29n, 435n, 1999n, 6468n].map((amountCents, index) =>
  debit(index + 1, { amountCents }),
);

export function golden(name: string): Buffer {
  return readFileSync(new URL(`golden/${name}`, import.meta.url));
}

export async function textOf(pieces: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

export function written(debits: AsyncIterable<AftDebit> | Iterable<AftDebit>, changes: Partial<AftDebitFile> = {}) {
  return textOf(writeAft({ ...debitFile, ...changes }, debits));
}

export async function readAll(
  file: string | Uint8Array | Iterable<Uint8Array>,
  options?: AftReadOptions,
): Promise<AftItem[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'utf8') : file;
  const items: AftItem[] = [];
  for await (const batch of readAft(bytes instanceof Uint8Array ? [bytes] : bytes, options)) items.push(...batch);
  return items;
}

/** The refusal of a file; undefined where it was read to its end. */
export async function refusalOf(file: string | Uint8Array, options?: AftReadOptions): Promise<FileRefused | undefined> {
  try {
    await readAll(file, options);
    return undefined;
  } catch (error) {
    if (error instanceof FileRefused) return error;
    throw error;
  }
}

export function segmentsOf(items: readonly AftItem[]) {
  return items.filter((item) => item.kind === 'segment');
}

export function quarantinedOf(items: readonly AftItem[]) {
  return items.filter((item) => item.kind === 'quarantined');
}

/** A file with one change: in this line (from 1), the text at this column (from 1) is written over. */
export function altered(file: string, line: number, column: number, text: string): string {
  const lines = file.split('\n');
  const old = lines[line - 1] as string;
  lines[line - 1] = old.slice(0, column - 1) + text + old.slice(column - 1 + text.length);
  return lines.join('\n');
}
