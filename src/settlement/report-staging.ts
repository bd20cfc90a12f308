/**
 * A report on its way into the database: every line with the place it stands in, so that each can be compared with what was
 * sent before anything is acted on.
 */
import { type InboundFile, readAndKeep, refuseFile } from '../bank-files/inbound.ts';
import { type BadLine, quarantine } from '../bank-files/quarantine.ts';
import type { Database } from '../base/database.ts';
import { FileRefused } from '../base/file-refused.ts';
import { doubtAbout } from './contradiction.ts';
import type { Pain002Item, ReportedReason } from './pain002-items.ts';
import { readPain002 } from './pain002-reader.ts';
import * as store from './report-store.ts';

/**
 * Stages the report at `pathName`, instead of what an earlier try has staged of it; entries that cannot be used go to quarantine.
 * Throws FileRefused, with the place, where it cannot be read to its end: then nothing of it is left but the refusal.
 */
export async function stageReport(
  database: Database,
  file: InboundFile,
  pathName: string,
  onProgress?: (lines: number) => void,
): Promise<void> {
  const fileId = file.id;
  await store.unstage(database, fileId);
  let position = 0;
  let about = { messageId: '', doubt: null as string | null };
  try {
    for await (const items of readPain002(readAndKeep(database, file, pathName))) {
      const staged: store.StagedStatus[] = [];
      const bad: BadLine[] = [];
      for (const item of items) {
        position += 1;
        if (item.kind === 'group') {
          about = { messageId: item.originalMessageId, doubt: doubtAbout(item.originalMessageName) ?? null };
        }
        const line = stagedStatus(item, position, about);
        if ('reason' in line) bad.push(line);
        else staged.push(line);
      }
      await store.stage(database, fileId, staged);
      await quarantine(database, fileId, bad);
      onProgress?.(position);
    }
  } catch (error) {
    if (error instanceof FileRefused) await refuseFile(database, fileId, error, store.unstage);
    throw error;
  }
}

function stagedStatus(
  item: Pain002Item,
  position: number,
  about: { messageId: string; doubt: string | null },
): store.StagedStatus | BadLine {
  const place = { position, line: item.line };
  if (item.kind === 'quarantined') {
    return {
      ...place,
      column: item.column,
      reason: item.reason,
      content: { element: item.element, text: item.content },
    };
  }
  const status = {
    ...place,
    inMessage: about.messageId,
    inBlock: null,
    instructionId: null,
    doubt: about.doubt,
    statusCode: item.status ?? null,
    ...firstReason(item.reasons),
  };
  if (item.kind === 'group') return { ...status, level: 'batch', subject: item.originalMessageId };
  if (item.kind === 'block') return { ...status, level: 'block', subject: item.originalPaymentInformationId };
  const subject = item.originalEndToEndId ?? item.originalInstructionId;
  if (subject !== undefined) {
    const inBlock = item.originalPaymentInformationId ?? null;
    return { ...status, level: 'transaction', subject, inBlock, instructionId: item.originalInstructionId ?? null };
  }
  return {
    ...place,
    column: item.column,
    reason: 'The entry names no payment: OrgnlEndToEndId or OrgnlInstrId is needed',
    content: { status: item.status ?? null, reasons: item.reasons },
  };
}

function firstReason(reasons: readonly ReportedReason[]): { reasonCode: string | null; reasonText: string | null } {
  const code = reasons.map((reason) => reason.code ?? reason.proprietary).find((each) => each !== undefined) ?? null;
  const text = reasons.flatMap((reason) => reason.info).join(' ');
  return { reasonCode: code, reasonText: text === '' ? null : text };
}
