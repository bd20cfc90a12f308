/** Notifications for the tests of the reader: written by hand, read whole. */
import assert from 'node:assert/strict';
import { FileRefused } from '../../../src/base/file-refused.ts';
import type {
  Camt054EntryFault,
  Camt054Item,
  Camt054Quarantined,
  Camt054Transfer,
  Camt054Version,
} from '../../../src/collection/interac/camt054-elements.ts';
import { readCamt054 } from '../../../src/collection/interac/camt054-reader.ts';

/** A notification around entries written as text. */
export function notification(entries: string, version: Camt054Version = '08'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}"><BkToCstmrDbtCdtNtfctn><GrpHdr/><Ntfctn><Id>1</Id>
${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
}

/** All items of a file, that arrives in pieces of this many bytes. */
export async function readAll(content: string | Uint8Array, pieceBytes = 65_536): Promise<Camt054Item[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
  }
  const items: Camt054Item[] = [];
  for await (const batch of readCamt054(pieces())) items.push(...batch);
  return items;
}

/** Reads entries that are all transfers. */
export async function transfersOf(entries: string, version: Camt054Version = '08'): Promise<Camt054Transfer[]> {
  const items = await readAll(notification(entries, version));
  for (const item of items) assert.ok(item.kind === 'transfer', 'reason' in item ? item.reason : '');
  return items as Camt054Transfer[];
}

/** Reads an entry that is one quarantined line. */
export async function quarantinedOf(entries: string, version: Camt054Version = '08'): Promise<Camt054Quarantined> {
  const items = await readAll(notification(entries, version));
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['quarantined'],
  );
  return items[0] as Camt054Quarantined;
}

export function entryFaultsIn(items: readonly Camt054Item[]): Camt054EntryFault[] {
  return items.filter((item) => item.kind === 'entryFault');
}

/** Why a file is refused; undefined where it is read to its end. Anything else that is thrown, is thrown. */
export async function refusalOf(content: string | Uint8Array, pieceBytes?: number): Promise<FileRefused | undefined> {
  try {
    await readAll(content, pieceBytes);
    return undefined;
  } catch (error) {
    if (error instanceof FileRefused) return error;
    throw error;
  }
}
