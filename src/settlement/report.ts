/**
 * Reading a bank's report (pain.002) on what was submitted.
 *
 *   file ─▶ staged whole (or refused whole) ─▶ for each submission it speaks of: the nearest status decides
 *                                                accept · reject · record · duplicate · hold        (src/settlement/decide.ts)
 *                                           │    ▲ only where all that the entry names belongs together; else hold
 *                                           │                                                    (src/settlement/contradiction.ts)
 *                                           ├▶ what a batch or block says and decides nothing: one record
 *                                           └▶ what is not ours: unknown, kept for the operator
 */

import { finishFile, takeInFile } from '../bank-files/inbound.ts';
import type { Database, Tx } from '../base/database.ts';
import { apply, type PaymentChange } from '../payments/apply.ts';
import { lockPayments } from '../payments/store.ts';
import { contradiction, type Sent } from './contradiction.ts';
import { decide, statusFor } from './decide.ts';
import { batchRejectedReason, notStatedReason, reasonFor } from './reason-codes.ts';
import { stageReport } from './report-staging.ts';
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

const codesRead = (...readings: string[]) =>
  Object.keys(statusCodes).filter((code) => readings.includes(readStatus(code, 'batch').reading));
/** Codes that decide when they are said of a block or a whole batch, and those that leave it to the payments. */
const codes = { decisive: codesRead('accepted', 'rejected'), part: codesRead('part') };

/**
 * Takes in a report. Throws FileRefused, with the place, where it cannot be read to its end: then nothing of it took effect.
 * A report that was taken in before changes nothing; one that a dead process left half done is finished.
 */
export async function takeReport(database: Database, request: ReportRequest): Promise<ReportCounts> {
  const taken = await takeInFile(database, request.file, reportFormat, async (file) => {
    await stageReport(database, file, request.file, request.onProgress);
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

async function applyReport(database: Database, fileId: bigint, request: ReportRequest): Promise<ReportCounts> {
  const counts = noCounts();
  let after: store.SpokenCursor = { partnerId: -1n, paymentId: -1n, attempt: 0, position: 0 };
  for (;;) {
    const page = await store.spokenOf(database, fileId, codes.decisive, after, pageItems);
    const last = page.at(-1);
    if (!last) break;
    after = last;
    await database.transaction((tx) => applyPage(tx, fileId, page, counts, request.at));
  }
  await keepLines(database, fileId, counts, unknownAnswer, (behind) =>
    store.unknownSubjects(database, fileId, behind, pageItems),
  );
  await keepLines(database, fileId, counts, answerApart, (behind) =>
    store.linesApart(database, fileId, codes, behind, pageItems),
  );
  const { rows } = await database.query<{ count: bigint }>(
    'select count(*) as count from quarantined_lines where file_id = $1',
    [fileId],
  );
  counts.quarantined = Number(rows[0]?.count ?? 0n);
  return counts;
}

/** Keeps an answer without a payment for every line that `next` gives, page by page. */
async function keepLines<T extends store.StagedStatus>(
  tx: Tx,
  fileId: bigint,
  counts: ReportCounts,
  answerFor: (line: T) => store.AnswerRow,
  next: (afterPosition: number) => Promise<T[]>,
): Promise<void> {
  let afterPosition = 0;
  for (;;) {
    const lines = await next(afterPosition);
    const last = lines.at(-1);
    if (!last) return;
    afterPosition = last.position;
    const answers = lines.map(answerFor);
    await store.keepAnswers(tx, fileId, answers);
    for (const { action } of answers) tally(counts, action);
  }
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
  const against = spoken.transaction && contradictionOf(spoken.transaction, spoken.sent);
  if (spoken.transaction && against !== undefined) {
    return { ...spoken.transaction, ...keyOf(spoken), action: 'hold', why: against };
  }
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
    ...keyOf(spoken),
    level: said.level,
    statusCode: said.code ?? null,
    reasonCode: reason ?? (said.says === 'rejected' ? silent : null),
    reasonText: spoken.transaction?.reasonText ?? source?.reasonText ?? null,
    action,
    why,
  };
}

const keyOf = ({ partnerId, paymentId, attempt }: store.SpokenOf) => ({ partnerId, paymentId, attempt });

/** Why an entry on something of ours cannot be acted on; undefined where it can. */
function contradictionOf(line: store.StagedStatus, sent: Sent): string | undefined {
  const blockId = line.inBlock ?? undefined;
  const instructionId = line.instructionId ?? undefined;
  return line.doubt ?? contradiction({ messageId: line.inMessage, blockId, instructionId }, sent);
}

function causeOf(fileId: bigint, answer: store.AnswerRow): string {
  const report = `settlement report ${fileId} line ${answer.line}: ${answer.statusCode}`;
  if (answer.action === 'accept') return report;
  const { code, meaning } = reasonFor(answer.reasonCode ?? notStatedReason);
  return `${report} ${code}: ${answer.reasonText ?? meaning.en}`;
}

/** What a batch or block says and decides nothing by: an interim status, or one that cannot be acted on. */
function answerApart(line: store.LineApart): store.AnswerRow {
  const against = contradictionOf(line, { messageId: line.sentIn });
  const ofNobody = { ...line, partnerId: null, paymentId: null, attempt: null };
  if (line.isDecisive && against !== undefined) return { ...ofNobody, action: 'hold', why: against };
  const why = `a status of the ${line.level} that settles nothing: kept, nothing changes`;
  return { ...ofNobody, action: 'record', why };
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
