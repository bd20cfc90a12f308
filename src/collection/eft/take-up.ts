/**
 * Taking up again what was quarantined of a return file.
 *
 *   segment, sealed ─opened─▶ read by the reader of today ─┬─ faulty still ─────────────────────────▶ stays
 *                                                          ├─ a return ─▶ the door of every return ─▶ failed, late, …
 *                                                          └─ only a person can tell ─▶ when it is named
 *   notice of change, record that is no return ─▶ nothing to take in: read, when it is named
 */
import type { QuarantinedLine } from '../../bank-files/quarantine.ts';
import type { Tx } from '../../base/database.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { segmentTypes } from './aft-layout.ts';
import { parseSegment } from './aft-segment.ts';
import type { ReturnAction } from './decide-return.ts';
import { returnAt } from './return-store.ts';
import { takeOne } from './returns.ts';
import { openKept, stagedReturn } from './staged-line.ts';

/** What became of a line: it was taken up, as what; it stays, unless it is named; it stays, for the reason that is given. */
export type TakeUp =
  | { outcome: 'taken'; as: ReturnAction; why: string }
  | { outcome: 'read' }
  | { outcome: 'to be named' }
  | { outcome: 'stays'; reason: string };

export interface TakeUpRequest {
  /** The business time. */
  at: Temporal.Instant;
  /** Opens what was kept of the line, and the accounts of debits. */
  box: SecretBox;
  /** The operator chose this very line. */
  named: boolean;
}

/** What is kept of a quarantined line, beside its text. */
interface KeptLine {
  recordType?: string;
  segmentNumber?: number | null;
  sealed?: string;
  /** Readable as it stands; whether it is meant, only a person can tell. */
  needsDecision?: boolean;
  /** There is no return in it to be taken in: it is for a person to read. */
  onlyToRead?: boolean;
}

/**
 * Takes one quarantined line of a return file up again, in the caller's transaction, which holds the lock on the line. Throws
 * SealError where the line was sealed with another key.
 */
export async function takeUpReturn(tx: Tx, line: QuarantinedLine, request: TakeUpRequest): Promise<TakeUp> {
  const kept = line.content as KeptLine;
  if (kept.onlyToRead) return { outcome: request.named ? 'read' : 'to be named' };
  const { recordType = '', sealed } = kept;
  if (!Number.isInteger(kept.segmentNumber) || sealed === undefined || !isReturnType(recordType)) {
    return { outcome: 'stays', reason: line.reason };
  }
  const parsed = parseSegment(recordType, openKept(sealed, request.box));
  if ('faults' in parsed) return { outcome: 'stays', reason: parsed.faults.map(({ reason }) => reason).join('; ') };
  const staged = stagedReturn(parsed.segment, line, request.box);
  if (!staged) return { outcome: 'stays', reason: line.reason };
  if (kept.needsDecision && !request.named) return { outcome: 'to be named' };
  await takeOne(tx, line.fileId, staged, request);
  const taken = await returnAt(tx, line.fileId, line.position);
  if (!taken) throw new Error(`a return that was taken up is not kept: file ${line.fileId}, position ${line.position}`);
  return { outcome: 'taken', as: taken.action, why: taken.why };
}

function isReturnType(recordType: string): recordType is 'I' | 'J' {
  return Object.hasOwn(segmentTypes, recordType) && segmentTypes[recordType as keyof typeof segmentTypes].isReturn;
}
