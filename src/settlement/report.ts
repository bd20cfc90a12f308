/**
 * Reading a bank's report (pain.002) on what was submitted.
 *
 *   file ─▶ staged whole (or refused whole) ─▶ for each submission it speaks of: the nearest status decides
 *                                                accept · reject · record · duplicate · hold        (src/settlement/decide.ts)
 *                                           └▶ what is not ours: unknown, kept for the operator
 */

import { finishFile, type InboundFile, readAndKeep, refuseFile, takeInFile } from '../bank-files/inbound.ts';
import { type BadLine, discardQuarantine, quarantine } from '../bank-files/quarantine.ts';
import type { Database, Tx } from '../base/database.ts';
import { FileRefused } from '../base/file-refused.ts';
import { apply, type PaymentChange } from '../payments/apply.ts';
import { lockPayments } from '../payments/store.ts';
import { decide, statusFor } from './decide.ts';
import type { Pain002Item, ReportedReason } from './pain002-items.ts';
import { readPain002 } from './pain002-reader.ts';
import { batchRejectedReason, notStatedReason, reasonFor } from './reason-codes.ts';
import * as store from './report-store.ts';
import { readStatus, statusCodes } from './status-codes.ts';

export interface ReportCounts {
  accepted: number;
  rejected: number;
  held: number;
  duplicates: number;
  unknown: number;
  /** Interim statuses: kept, nothing changes. */
  recorded: number;
  quarantined: number;
}

export interface ReportRequest {
  file: string;
  /** The business time. */
  at: Temporal.Instant;
  onProgress?: (lines: number) => void;
}

export const reportFormat = 'pain.002';
const pageItems = 1000;
const noCounts = (): ReportCounts => ({
  accepted: 0,
  rejected: 0,
  held: 0,
  duplicates: 0,
  unknown: 0,
  recorded: 0,
  quarantined: 0,
});

/** Codes that decide when they are said of a block or a whole batch. */
const decisive = Object.keys(statusCodes).filter((code) =>
  ['accepted', 'rejected'].includes(readStatus(code, 'batch').reading),
);

/**
 * Takes in a report. Throws FileRefused, with the place, where it cannot be read to its end: then nothing of it took effect.
 * A report that was taken in before changes nothing; one that a dead process left half done is finished.
 */
export async function takeReport(database: Database, request: ReportRequest): Promise<ReportCounts> {
  const taken = await takeInFile(database, request.file, reportFormat, async (file) => {
    await stageReport(database, file, request);
    const counts = await applyReport(database, file.id, request);
    await database.transaction(async (tx) => {
      await store.unstage(tx, file.id);
      await finishFile(tx, file.id, { ...counts });
    });
    return counts;
  });
  return 'result' in taken ? taken.result : { ...noCounts(), duplicates: sumOf(taken.known) };
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function stageReport(database: Database, file: InboundFile, request: ReportRequest): Promise<void> {
  const fileId = file.id;
  await store.unstage(database, fileId);
  let position = 0;
  try {
    for await (const items of readPain002(readAndKeep(database, file, request.file))) {
      const staged: store.StagedStatus[] = [];
      const bad: BadLine[] = [];
      for (const item of items) {
        position += 1;
        const line = stagedStatus(item, position);
        if ('reason' in line) bad.push(line);
        else staged.push(line);
      }
      await store.stage(database, fileId, staged);
      await quarantine(database, fileId, bad);
      request.onProgress?.(position);
    }
  } catch (error) {
    if (error instanceof FileRefused) {
      await database.transaction(async (tx) => {
        await store.unstage(tx, fileId);
        await discardQuarantine(tx, fileId);
        await refuseFile(tx, fileId, `${error.message} (line ${error.line}, column ${error.column})`);
      });
    }
    throw error;
  }
}

function stagedStatus(item: Pain002Item, position: number): store.StagedStatus | BadLine {
  const place = { position, line: item.line };
  if (item.kind === 'quarantined') {
    return {
      ...place,
      column: item.column,
      reason: item.reason,
      content: { element: item.element, text: item.content },
    };
  }
  const status = { ...place, statusCode: item.status ?? null, ...firstReason(item.reasons) };
  if (item.kind === 'group') return { ...status, level: 'batch', subject: item.originalMessageId };
  if (item.kind === 'block') return { ...status, level: 'block', subject: item.originalPaymentInformationId };
  const subject = item.originalEndToEndId ?? item.originalInstructionId;
  if (subject !== undefined) return { ...status, level: 'transaction', subject };
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

async function applyReport(database: Database, fileId: bigint, request: ReportRequest): Promise<ReportCounts> {
  const counts = noCounts();
  let after: store.SpokenCursor = { partnerId: -1n, paymentId: -1n, attempt: 0, position: 0 };
  for (;;) {
    const page = await store.spokenOf(database, fileId, decisive, after, pageItems);
    const last = page.at(-1);
    if (!last) break;
    after = last;
    await database.transaction((tx) => applyPage(tx, fileId, page, counts, request.at));
  }
  let afterPosition = 0;
  for (;;) {
    const unknown = await store.unknownSubjects(database, fileId, afterPosition, pageItems);
    const last = unknown.at(-1);
    if (!last) break;
    afterPosition = last.position;
    await store.keepAnswers(database, fileId, unknown.map(unknownAnswer));
    counts.unknown += unknown.length;
  }
  const { rows } = await database.query<{ count: bigint }>(
    'select count(*) as count from quarantined_lines where file_id = $1',
    [fileId],
  );
  counts.quarantined = Number(rows[0]?.count ?? 0n);
  return counts;
}

async function applyPage(
  tx: Tx,
  fileId: bigint,
  page: readonly store.SpokenOf[],
  counts: ReportCounts,
  at: Temporal.Instant,
): Promise<void> {
  // Payments first, then submissions: the order in which every other door locks them.
  await lockPayments(tx, page);
  const outcomes = await store.lockOutcomes(tx, page);
  const answers: store.AnswerRow[] = [];
  const changes: PaymentChange[] = [];
  for (const spoken of page) {
    if (spoken.answered !== null) {
      tally(counts, spoken.answered);
      continue;
    }
    const key = `${spoken.partnerId} ${spoken.paymentId} ${spoken.attempt}`;
    const outcome = outcomes.get(key);
    if (!outcome) throw new Error(`submission ${key} was found, then not`);
    const answer = answerTo(spoken, outcome);
    answers.push(answer);
    tally(counts, answer.action);
    if (answer.action !== 'accept' && answer.action !== 'reject') continue;
    outcomes.set(key, answer.action === 'accept' ? 'accepted' : 'rejected');
    changes.push({
      partnerId: spoken.partnerId,
      paymentId: spoken.paymentId,
      event: answer.action === 'accept' ? 'accepted' : 'rejected',
      cause: causeOf(fileId, answer),
    });
  }
  for (const result of await apply(tx, changes, at)) {
    if (!result.done)
      throw new Error(`a payment with an open submission refused the report's answer: ${result.refusal}`);
  }
  await store.settleItems(tx, answers);
  await store.keepAnswers(tx, fileId, answers);
}

function answerTo(spoken: store.SpokenOf, outcome: 'open' | 'accepted' | 'rejected'): store.AnswerRow {
  const said = statusFor({
    batch: spoken.batch?.statusCode ?? undefined,
    block: spoken.block?.statusCode ?? undefined,
    transaction: spoken.transaction?.statusCode ?? undefined,
  });
  const source = spoken[said.level];
  const reason = spoken.transaction?.reasonCode ?? source?.reasonCode ?? null;
  const { action, why } = decide(outcome, said.says, said.level);
  const silent = said.level === 'batch' ? batchRejectedReason : notStatedReason;
  return {
    position: spoken.position,
    line: spoken.line,
    partnerId: spoken.partnerId,
    paymentId: spoken.paymentId,
    attempt: spoken.attempt,
    level: said.level,
    statusCode: said.code ?? null,
    reasonCode: reason ?? (said.says === 'rejected' ? silent : null),
    reasonText: spoken.transaction?.reasonText ?? source?.reasonText ?? null,
    action,
    why,
  };
}

function causeOf(fileId: bigint, answer: store.AnswerRow): string {
  const report = `settlement report ${fileId} line ${answer.line}: ${answer.statusCode}`;
  if (answer.action === 'accept') return report;
  const { code, meaning } = reasonFor(answer.reasonCode ?? notStatedReason);
  return `${report} ${code}: ${answer.reasonText ?? meaning.en}`;
}

function unknownAnswer(line: store.StagedStatus): store.AnswerRow {
  return {
    ...line,
    partnerId: null,
    paymentId: null,
    attempt: null,
    action: 'unknown',
    why: `The ${line.level} ${line.subject} was never submitted from here`,
  };
}

const tallied: Record<string, keyof ReportCounts> = {
  accept: 'accepted',
  reject: 'rejected',
  hold: 'held',
  duplicate: 'duplicates',
  record: 'recorded',
  unknown: 'unknown',
};

function tally(counts: ReportCounts, action: string): void {
  const name = tallied[action];
  if (name) counts[name] += 1;
}
