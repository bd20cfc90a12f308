/**
 * Taking quarantined lines up again. Where a line was whole but contradicted an earlier one, the same checks are made once more.
 * Where its entry did not add up, only a person can say that the line is right: it is taken up when it is named.
 */

import { lockOpenLine, markTakenUp, renewReason } from '../bank-files/quarantine.ts';
import type { Tx } from '../base/database.ts';
import { centsFromText } from '../base/money.ts';
import { ingestFormat } from '../collection/interac/ingest.ts';
import { receive } from '../collection/interac/receive.ts';
import type { ReportedTransfer } from '../collection/interac/store.ts';

export interface Retry {
  lineId: bigint;
  takenUp: boolean;
  /** What became of it, or why it stays. */
  result: string;
}

/**
 * Takes one line up again. A line that still cannot be used stays, with its reason renewed. `named` says that the operator chose
 * this very line.
 */
export async function retryLine(tx: Tx, lineId: bigint, at: Temporal.Instant, named: boolean): Promise<Retry> {
  const line = await lockOpenLine(tx, lineId);
  if (!line) return { lineId, takenUp: false, result: 'There is no open line with this id' };
  const transfer = line.format === ingestFormat ? transferFrom(line.content, line.fileId, line.position) : undefined;
  if (!transfer) return { lineId, takenUp: false, result: `It stays in quarantine: ${line.reason}` };
  if ((line.content as { needsDecision?: boolean }).needsDecision && !named) {
    return {
      lineId,
      takenUp: false,
      result: `It stays in quarantine until it is named (--line ${lineId}): ${line.reason}`,
    };
  }
  const [receipt] = await receive(tx, [transfer], at);
  if (!receipt || receipt.outcome === 'conflict') {
    const result = receipt?.reason ?? line.reason;
    await renewReason(tx, lineId, result);
    return { lineId, takenUp: false, result: `It stays in quarantine: ${result}` };
  }
  await markTakenUp(tx, lineId);
  return { lineId, takenUp: true, result: receipt.outcome };
}

/** A whole transfer was kept where only its reference was contradicted; anything else lacks what makes it one. */
function transferFrom(content: unknown, fileId: bigint, position: number): ReportedTransfer | undefined {
  const kept = content as { [name: string]: string | null | undefined };
  if (!kept.reference || !kept.amountCents || kept.description === undefined || kept.description === null)
    return undefined;
  const amountCents = centsFromText(`${kept.amountCents}e-2`);
  if (typeof amountCents !== 'bigint') return undefined;
  return {
    reference: kept.reference,
    amountCents,
    description: kept.description,
    senderName: kept.senderName ?? undefined,
    senderEmail: kept.senderEmail ?? undefined,
    bookedAt: kept.bookedAt ?? undefined,
    fileId,
    position,
  };
}
