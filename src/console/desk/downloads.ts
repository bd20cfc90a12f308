/**
 * Files that went out, to be downloaded from the folder that they were written into, as long as they lie there as they were: whoever
 * carries them to the bank may have taken them away. They hold account numbers, so who took one stands in the trail.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint } from '../../bank-files/inbound.ts';
import { findOutbound } from '../../bank-files/outbound.ts';
import type { Tx } from '../../base/database.ts';
import { placeOfDebitFile } from '../../collection/eft/upcoming.ts';
import { streamed } from '../../http/answer.ts';
import { idInPath, refuse } from '../../people/asked.ts';
import { operatorId, trail } from '../../people/door.ts';
import { placeOfBatchFile } from '../../settlement/batches.ts';
import type { Handler } from './context.ts';

/** Whether a file that went out lies where it was written, in its size; null where the id is of none that went out. */
export async function standing(tx: Tx, id: bigint): Promise<boolean | null> {
  const written = await findOutbound(tx, id);
  if (!written) return null;
  const place = await placeOf(tx, id);
  const facts = place === undefined ? undefined : await stat(place).catch(() => undefined);
  return facts?.isFile() === true && BigInt(facts.size) === written.sizeBytes;
}

/** The content, byte for byte what was written; refused where it is not there any more, or is something else. */
export const content: Handler = async ({ database }, exchange) => {
  const { visitor } = exchange;
  const id = idInPath(exchange, 'fileId', 'bank file');
  const written = await findOutbound(database, id);
  if (!written) return refuse(404, `There is no file ${id} that went out`);
  const place = await placeOf(database, id);
  const found = place === undefined ? undefined : await fingerprint(place).catch(() => undefined);
  if (place === undefined || !found) {
    return refuse(409, `${written.name} does not lie in ${path.dirname(place ?? '')} any more: it was taken away`);
  }
  if (!found.sha256.equals(written.sha256)) {
    return refuse(409, `${written.name} in ${path.dirname(place)} is not what was written: it was changed since`);
  }
  const after = { name: written.name, sha256: written.sha256.toString('hex') };
  const subject = `bank file ${id}`;
  await trail(database, { partnerId: operatorId, visitor, act: 'bank file downloaded', subject, after });
  return streamed(createReadStream(place), 'application/octet-stream', {
    'content-disposition': `attachment; filename="${written.name.replace(/[^\w.-]/g, '_')}"`,
  });
};

async function placeOf(tx: Tx, fileId: bigint): Promise<string | undefined> {
  return (await placeOfBatchFile(tx, fileId)) ?? (await placeOfDebitFile(tx, fileId));
}
