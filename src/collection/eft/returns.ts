/**
 * Taking in a bank's file of returned debits.
 *
 *   file ─▶ kept and staged, sealed (or refused whole) ─▶ for each line: the debit it names ─▶ decide (pure)
 *                                                          fail · late · duplicate · hold      (src/collection/eft/decide-return.ts)
 */
import { noteAttention } from '../../bank-accounts/store.ts';
import { finishFile, type InboundFile, readAndKeep, refuseFile, takeInFile } from '../../bank-files/inbound.ts';
import { type BadLine, quarantine } from '../../bank-files/quarantine.ts';
import type { Database, Tx } from '../../base/database.ts';
import { FileRefused } from '../../base/file-refused.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { apply, type PaymentChange } from '../../payments/apply.ts';
import type { Payment } from '../../payments/record.ts';
import { lockPayments } from '../../payments/store.ts';
import { readAft } from './aft-reader.ts';
import { decideReturn, type ReturnFacts } from './decide-return.ts';
import { OpenedNumbers } from './opened-numbers.ts';
import { returnCodeFor } from './return-codes.ts';
import * as store from './return-store.ts';
import { factsOf, stagedLine } from './staged-line.ts';
import { endDebits } from './store.ts';

export interface ReturnCounts {
  /** Returns in the file, good and bad. */
  lines: number;
  returned: number;
  late: number;
  held: number;
  duplicates: number;
  quarantined: number;
}

export interface ReturnsRequest {
  file: string;
  /** The business time. */
  at: Temporal.Instant;
  /** Opens the accounts of debits, and seals what the file says of accounts. */
  box: SecretBox;
  /** Whose file it must be; any where it is not said. */
  originatorId?: string;
  onProgress?: (lines: number) => void;
}

export const returnsFormat = 'aft-returns';
const pageItems = 1000;

/**
 * Takes in a return file. Throws FileRefused, with the place, where it cannot be read to its end: then nothing of it took
 * effect. A file that was taken in before changes nothing; one that a dead process left half done is finished.
 */
export async function takeReturns(database: Database, request: ReturnsRequest): Promise<ReturnCounts> {
  const taken = await takeInFile(database, request.file, returnsFormat, async (file) => {
    const lines = await stageFile(database, file, request);
    const counts = await applyFile(database, file.id, lines, request);
    await database.transaction(async (tx) => {
      await store.unstage(tx, file.id);
      await finishFile(tx, file.id, { ...counts });
    });
    return counts;
  });
  if ('result' in taken) return taken.result;
  const lines = taken.known.lines ?? 0;
  return { lines, returned: 0, late: 0, held: 0, duplicates: lines, quarantined: 0 };
}

async function stageFile(database: Database, file: InboundFile, request: ReturnsRequest): Promise<number> {
  const fileId = file.id;
  await store.unstage(database, fileId);
  let lines = 0;
  try {
    const options = request.originatorId === undefined ? {} : { originatorId: request.originatorId };
    const seal = (content: Buffer) => request.box.seal(content.toString('base64'), `bank file ${fileId}`);
    for await (const items of readAft(readAndKeep(database, file, request.file, seal), options)) {
      const staged: store.StagedReturn[] = [];
      const bad: BadLine[] = [];
      for (const item of items) {
        if (item.kind === 'header') continue;
        lines += 1;
        const line = stagedLine(item, request.box);
        if ('reason' in line) bad.push(line);
        else staged.push(line);
      }
      await store.stage(database, fileId, staged);
      await quarantine(database, fileId, bad);
      request.onProgress?.(lines);
    }
    return lines;
  } catch (error) {
    if (error instanceof FileRefused) await refuseFile(database, fileId, error, store.unstage);
    throw error;
  }
}

/** A staged return, with its seals opened: what it says, and the account number of the debit that it names. */
type OpenedReturn = store.StagedWithDebit & { given: ReturnFacts; accountNumber: string };

/** Applies the file page by page; the next page is read and opened while the database is at work on the one before. */
async function applyFile(
  database: Database,
  fileId: bigint,
  lines: number,
  request: ReturnsRequest,
): Promise<ReturnCounts> {
  const counts: ReturnCounts = { lines, returned: 0, late: 0, held: 0, duplicates: 0, quarantined: 0 };
  const numbers = new OpenedNumbers(request.box);
  const read = (afterPosition: number) => {
    const page = openedPage(database, fileId, afterPosition, pageItems, request.box, numbers);
    // Awaited when its turn comes; until then a fault must not count as unhandled.
    page.catch(() => undefined);
    return page;
  };
  let next = read(0);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (!last) break;
    next = read(last.position);
    const actions = await database.transaction((tx) => applyPage(tx, fileId, page, request.at));
    for (const action of actions) counts[countOf[action]] += 1;
  }
  const { rows } = await database.query<{ count: bigint }>(
    'select count(*) as count from quarantined_lines where file_id = $1',
    [fileId],
  );
  counts.quarantined = Number(rows[0]?.count ?? 0n);
  return counts;
}

const countOf = { fail: 'returned', late: 'late', duplicate: 'duplicates', hold: 'held' } as const;

/**
 * Takes in one return of a file that was taken in before (its line had been quarantined), in the caller's transaction. What
 * became of it is kept like any other's.
 */
export async function takeOne(
  tx: Tx,
  fileId: bigint,
  staged: store.StagedReturn,
  request: Pick<ReturnsRequest, 'at' | 'box'>,
): Promise<void> {
  await store.stage(tx, fileId, [staged]);
  const page = await openedPage(tx, fileId, staged.position - 1, 1, request.box, new OpenedNumbers(request.box));
  await applyPage(tx, fileId, page, request.at);
  await store.unstage(tx, fileId);
}

async function openedPage(
  tx: Tx,
  fileId: bigint,
  afterPosition: number,
  limit: number,
  box: SecretBox,
  numbers: OpenedNumbers,
): Promise<OpenedReturn[]> {
  const page = await store.stagedReturns(tx, fileId, afterPosition, limit);
  return page.map((line) => ({
    ...line,
    given: factsOf(line.sealed, box),
    accountNumber: line.debit ? numbers.open(line.debit) : '',
  }));
}

async function applyPage(
  tx: Tx,
  fileId: bigint,
  page: readonly OpenedReturn[],
  at: Temporal.Instant,
): Promise<store.ReturnRow['action'][]> {
  const named = page.flatMap((line) => (line.debit ? [line.debit] : []));
  const locked = await lockPayments(tx, named);
  const states = await store.debitStates(tx, named);
  const rows = page.map((line) => (line.answered ? line.answered : decided(line, states)));
  const fresh = rows.filter((row) => typeof row !== 'string');
  await takeEffect(tx, fresh, page, locked, at);
  await store.keepReturns(tx, fileId, fresh);
  return rows.map((row) => (typeof row === 'string' ? row : row.action));
}

function decided(line: OpenedReturn, states: Awaited<ReturnType<typeof store.debitStates>>): store.ReturnRow {
  const { debit, given } = line;
  const key = debit && `${debit.partnerId} ${debit.paymentId} ${debit.attempt}`;
  const known = key === undefined ? undefined : states.get(key);
  const decision = decideReturn(
    given,
    debit &&
      known && {
        institutionNumber: debit.institutionNumber,
        transitNumber: debit.transitNumber,
        accountNumber: line.accountNumber,
        amountCents: debit.amountCents,
        ...(known.state === 'returned'
          ? { state: 'returned', earlierReturn: known.earlier ?? { code: '', trace: '' } }
          : {
              state: known.state === 'presumed' ? 'presumed' : debit.written ? 'sent' : 'in_file',
              earlierReturn: known.earlier,
            }),
      },
  );
  // The next line of this list that names the same debit finds it as this one leaves it.
  if (key !== undefined && known && (decision.action === 'fail' || decision.action === 'late')) {
    states.set(key, { state: 'returned', earlier: { code: given.code, trace: given.trace } });
  }
  return {
    position: line.position,
    line: line.line,
    column: line.column,
    debit: debit && { partnerId: debit.partnerId, paymentId: debit.paymentId, attempt: debit.attempt },
    returnCode: given.code,
    trace: given.trace,
    amountCents: given.amountCents,
    crossReference: line.crossReference,
    action: decision.action,
    reason: decision.reason,
    why: decision.why,
  };
}

/** Payments fail, late returns become receivables, debits end, dead accounts are marked for somebody's attention. */
export async function takeEffect(
  tx: Tx,
  rows: readonly Pick<store.ReturnRow, 'position' | 'debit' | 'returnCode' | 'amountCents' | 'action'>[],
  page: readonly { position: number; debit: { bankAccountId: bigint } | undefined }[],
  locked: readonly Payment[],
  at: Temporal.Instant,
): Promise<void> {
  const changes: PaymentChange[] = [];
  const postings: Posting[] = [];
  const ended: (store.DebitKey & { returnCode: string })[] = [];
  const lines = new Map(page.map((line) => [line.position, line]));
  const dead: { partnerId: bigint; bankAccountId: bigint; attention: string }[] = [];
  for (const row of rows) {
    if (!row.debit || (row.action !== 'fail' && row.action !== 'late')) continue;
    const code = returnCodeFor(row.returnCode);
    const { partnerId, paymentId, attempt } = row.debit;
    if (row.action === 'fail') {
      changes.push({
        partnerId,
        paymentId,
        event: 'funds_failed',
        cause: `debit ${attempt} returned ${code.code}: ${code.meaning.en}`,
      });
    } else {
      const cause = `payment ${paymentId} debit ${attempt} returned late`;
      postings.push({ partnerId, debit: 'receivable', credit: 'collected_eft', amountCents: row.amountCents, cause });
    }
    ended.push({ ...row.debit, returnCode: code.code });
    const bankAccountId = lines.get(row.position)?.debit?.bankAccountId;
    if (code.deadAccount && bankAccountId !== undefined) {
      dead.push({ partnerId, bankAccountId, attention: `A debit came back ${code.code}: ${code.meaning.en}` });
    }
  }
  for (const outcome of await apply(tx, changes, at, locked)) {
    if (!outcome.done) throw new Error(`a payment with an open debit refused its return: ${outcome.refusal}`);
  }
  await endDebits(tx, ended, 'returned');
  await post(tx, postings);
  await noteAttention(tx, dead);
}
