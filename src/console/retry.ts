/**
 * Taking quarantined lines up again, each by the rail that read its file.
 *
 *   still bad ─▶ stays, with its reason      good, but only a person can say that it is meant ─▶ stays until it is named
 *   good now ─▶ the door through which every line of that kind goes                    nothing in it but to be read ─▶ the same
 */

import { lockOpenLine, markTakenUp, type QuarantinedLine, renewReason } from '../bank-files/quarantine.ts';
import type { Tx } from '../base/database.ts';
import { centsFromText } from '../base/money.ts';
import type { SecretBox } from '../base/secrets.ts';
import { returnsFormat } from '../collection/eft/returns.ts';
import { takeUpReturn } from '../collection/eft/take-up.ts';
import { ingestFormat } from '../collection/interac/ingest.ts';
import { receive } from '../collection/interac/receive.ts';
import type { ReportedTransfer } from '../collection/interac/store.ts';

export interface Retry {
  lineId: bigint;
  takenUp: boolean;
  /** What became of it, or why it stays. */
  result: string;
}

export interface RetryRequest {
  /** The business time. */
  at: Temporal.Instant;
  /** The operator chose this very line. */
  named: boolean;
  /** Opens what is kept sealed of bank accounts. */
  box: SecretBox;
}

/** Takes one line up again. A line that still cannot be used stays, with its reason renewed. Throws SealError. */
export async function retryLine(tx: Tx, lineId: bigint, request: RetryRequest): Promise<Retry> {
  const line = await lockOpenLine(tx, lineId);
  if (!line) return { lineId, takenUp: false, result: 'There is no open line with this id' };
  if (line.format === ingestFormat) return retryTransfer(tx, line, request);
  if (line.format === returnsFormat) return retryReturn(tx, line, request);
  return stays(line);
}

const stays = ({ id, reason }: QuarantinedLine): Retry => ({
  lineId: id,
  takenUp: false,
  result: `It stays in quarantine: ${reason}`,
});

const staysUntilNamed = ({ id, reason }: QuarantinedLine): Retry => ({
  lineId: id,
  takenUp: false,
  result: `It stays in quarantine until it is named (--line ${id}): ${reason}`,
});

async function staysBecause(tx: Tx, line: QuarantinedLine, reason: string): Promise<Retry> {
  if (reason !== line.reason) await renewReason(tx, line.id, reason);
  return stays({ ...line, reason });
}

async function takenUp(tx: Tx, line: QuarantinedLine, result: string): Promise<Retry> {
  await markTakenUp(tx, line.id);
  return { lineId: line.id, takenUp: true, result };
}

/**
 * Where a transfer was whole but contradicted an earlier one, the same checks are made once more. Where its entry did not add up,
 * only a person can say that it is right.
 */
async function retryTransfer(tx: Tx, line: QuarantinedLine, { at, named }: RetryRequest): Promise<Retry> {
  const transfer = transferFrom(line.content, line.fileId, line.position);
  if (!transfer) return stays(line);
  if ((line.content as { needsDecision?: boolean }).needsDecision && !named) return staysUntilNamed(line);
  const [receipt] = await receive(tx, [transfer], at);
  if (!receipt || receipt.outcome === 'conflict') return staysBecause(tx, line, receipt?.reason ?? line.reason);
  return takenUp(tx, line, receipt.outcome);
}

async function retryReturn(tx: Tx, line: QuarantinedLine, request: RetryRequest): Promise<Retry> {
  const result = await takeUpReturn(tx, line, request);
  if (result.outcome === 'to be named') return staysUntilNamed(line);
  if (result.outcome === 'stays') return staysBecause(tx, line, result.reason);
  return takenUp(tx, line, result.outcome === 'read' ? 'read' : `${returnResults[result.as]}: ${result.why}`);
}

/** In the words in which `eft returns` counts. */
const returnResults = { fail: 'returned', late: 'late', duplicate: 'duplicate', hold: 'held' } as const;

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

/** The amount of the transfer that was kept whole in a line; 0 where there is none: then no transfer is taken in from it. */
export function transferCents({ format, content, fileId, position }: QuarantinedLine): bigint {
  return (format === ingestFormat && transferFrom(content, fileId, position)?.amountCents) || 0n;
}

/** The references of debits that a line of a return file names: they wait while it is open. */
export function referencesOf({ format, content }: QuarantinedLine): string[] {
  const { references } = content as { references?: unknown };
  return format === returnsFormat && Array.isArray(references) ? references.map(String) : [];
}
