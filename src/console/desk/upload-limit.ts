/**
 * What an operator may take in from the browser: how large a file, and whose upload. The list of files and the preview say it, so that
 * the page can before anything is sent.
 */
import { returnsFormat } from '../../collection/eft/returns.ts';
import { ingestFormat } from '../../collection/interac/ingest.ts';
import type { OperatorRole } from '../../people/door.ts';
import { reportFormat } from '../../settlement/report.ts';

const mebibyte = 1024 * 1024;
/** It has to arrive in the time that a request has (src/http/server.ts). What is larger goes into the drop folder. */
export const fileBytesMax = 8 * mebibyte;
/** The request around it: base64, and the name. */
export const uploadBodyBytesMax = Math.ceil(fileBytesMax / 3) * 4 + 4096;

/**
 * How much a file of each format could move. A bank's file needs nobody's approval, but one that is uploaded need not be a bank's:
 * above APPROVAL_ABOVE an approver takes it in, in his own name.
 */
const moves: Readonly<Record<string, 'its amounts' | 'unknown'>> = {
  // A transfer completes only a payment over its very amount, else it is held.
  [ingestFormat]: 'its amounts',
  // A return takes effect only on a debit over its very amount, else it is held.
  [returnsFormat]: 'its amounts',
  // Holds no amounts, and one line of it can answer for a whole batch.
  [reportFormat]: 'unknown',
};

/**
 * Whether a person in this role may take in such a file. `totalCents`: the sum of the amounts in it. A file of no known format is
 * refused by whoever takes it.
 */
export function mayTakeIn(
  role: OperatorRole,
  { format, totalCents }: { format: string; totalCents: bigint },
  aboveCents: bigint,
): boolean {
  if (role === 'approver') return true;
  return moves[format] !== 'unknown' && totalCents <= aboveCents;
}
