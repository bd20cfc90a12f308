/**
 * A settlement run: what was collected passes the payees' rules, is batched, and stands in one pain.001 file.
 *
 *   unwritten batches of a dead process ─▶ their files                         (nothing is submitted twice)
 *   collected, re-queued ─rules─▶ rejected (own check) | waits (no account to pay on) | item of the new batch
 *                                                                                  commit ─▶ file ─▶ marked as written
 *
 * A file that cannot be written holds up no other batch: what failed is thrown at the end, and tried again by the next run.
 * One run at a time in an environment: a session lock, and all of the work is done on the connection that holds it.
 */
import path from 'node:path';
import { FilesNotWritten } from '../bank-files/cut-offs.ts';
import { probeFolder } from '../bank-files/outbound.ts';
import { businessDayFrom, torontoDate } from '../base/calendar.ts';
import { type Database, type Tx, transactionOn } from '../base/database.ts';
import { tryLock, unlock, waitForLock } from '../base/locks.ts';
import { checkAccountNumber, failsAtProcessing } from '../payees/account-rules.ts';
import { settlementAccount } from '../payees/payee.ts';
import type { PayeeSnapshot } from '../payees/snapshot.ts';
import { apply, type PaymentChange } from '../payments/apply.ts';
import { type Payer, writeBatch } from './batch-file.ts';
import { ownCheckReason } from './reason-codes.ts';
import * as store from './store.ts';

export interface SettlementSettings extends Payer {
  environment: 'sandbox' | 'production';
}

export interface SubmitRequest {
  /** Where the file of a new batch belongs. */
  outDir: string;
  payees: PayeeSnapshot;
  /** The business time. */
  at: Temporal.Instant;
  /** Only this payment (the sandbox takes one through by itself); nothing is resumed but its own batch. */
  only?: bigint;
  /** Waits so long for another run to end; absent: not at all. */
  waitMillisecondsMax?: number;
  onProgress?: (payments: number) => void;
}

export interface Submission {
  file: string | null;
  payments: number;
  totalCents: bigint;
  /** Failed the payee's confirmed rules before entering the batch. */
  rejected: number;
  /** Wait because the payee has no account to be paid on. */
  waiting: number;
  /** Files of earlier batches that were only now written, where they belong: full paths. */
  resumed: string[];
}

const pageItems = 2000;
const runLock = 'settlement run';

/** Another run had not ended when the wait for it was over. Nothing was done. */
export class SettlementUnderWay extends Error {
  constructor() {
    super('another settlement run is under way; run again when it has ended');
  }
}

/**
 * Runs a settlement into `outDir`. Throws `SettlementUnderWay` when another run does not end in time, and `FilesNotWritten` at the
 * end where a file, or the folder, could not be written.
 */
export async function submitSettlement(
  database: Database,
  settings: SettlementSettings,
  request: SubmitRequest,
): Promise<Submission> {
  const wait = request.waitMillisecondsMax;
  return database.withSession(async (connection) => {
    const { schema } = database;
    const isOurs =
      wait === undefined
        ? await tryLock(connection, schema, runLock)
        : await waitForLock(connection, schema, runLock, wait);
    if (!isOurs) throw new SettlementUnderWay();
    try {
      return await runSettlement(connection, settings, request);
    } finally {
      await unlock(connection, schema, runLock).catch(() => undefined);
    }
  });
}

/**
 * Writes what earlier runs could not write, and makes no batch. Nothing where there is none, or a run is under way: that one writes it.
 * Throws `FilesNotWritten`.
 */
export async function resumeBatches(database: Database, settings: SettlementSettings, outDir: string): Promise<void> {
  if ((await store.unwrittenBatches(database)).length === 0) return;
  await database.withSession(async (connection) => {
    if (!(await tryLock(connection, database.schema, runLock))) return;
    const { faults } = await writeUnwritten(connection, settings, { outDir });
    if (faults.length > 0) throw new FilesNotWritten(faults, undefined, true);
  });
}

/** The run itself, on a connection that holds the lock and has no transaction. */
async function runSettlement(
  connection: Tx,
  settings: SettlementSettings,
  request: SubmitRequest,
): Promise<Submission> {
  const { written: resumed, tried, faults } = await writeUnwritten(connection, settings, request);
  try {
    await probeFolder(request.outDir);
  } catch (fault) {
    throw new FilesNotWritten([...faults, fault as Error], undefined, false);
  }
  const made = await transactionOn(connection, (tx) => makeBatch(tx, settings, request));
  const [batch] = (await store.unwrittenBatches(connection, request.only)).filter(({ id }) => !tried.has(id));
  const file = batch
    ? await writeBatch(connection, settings, batch, request.outDir).catch(faultOf(batch, faults))
    : undefined;
  if (faults.length > 0) throw new FilesNotWritten(faults, undefined, true);
  return { file: file ?? null, payments: batch?.payments ?? 0, totalCents: batch?.totalCents ?? 0n, ...made, resumed };
}

async function writeUnwritten(
  connection: Tx,
  settings: SettlementSettings,
  { outDir, only }: Pick<SubmitRequest, 'outDir' | 'only'>,
): Promise<{ written: string[]; tried: Set<bigint>; faults: Error[] }> {
  const batches = await store.unwrittenBatches(connection, only);
  const faults: Error[] = [];
  const written: string[] = [];
  for (const batch of batches) {
    // A run for one payment (the sandbox plays it) has a folder of its own.
    const elsewhere = only === undefined ? outDir : batch.outDir;
    const file = await writeBatch(connection, settings, batch, elsewhere).catch(faultOf(batch, faults));
    if (file !== undefined) written.push(file);
  }
  return { written, tried: new Set(batches.map(({ id }) => id)), faults };
}

const faultOf = (batch: store.Batch, faults: Error[]) => (error: Error) => {
  faults.push(new Error(`${batch.fileName} is not written: ${error.message}`, { cause: error }));
  return undefined;
};

interface Sorted {
  items: store.Item[];
  changes: PaymentChange[];
  rejected: number;
  waiting: number;
}

async function makeBatch(
  tx: Tx,
  settings: SettlementSettings,
  request: SubmitRequest,
): Promise<{ rejected: number; waiting: number }> {
  const date = torontoDate(request.at);
  const prefix = `Q${settings.environment === 'production' ? 'P' : 'S'}${date.toString().replaceAll('-', '')}`;
  let batch: { id: bigint; messageId: string } | undefined;
  let after = { partnerId: -1n, paymentId: -1n };
  const totals = { rejected: 0, waiting: 0 };
  let payments = 0;
  for (;;) {
    const candidates = await store.lockCandidates(tx, after, pageItems, request.only);
    const last = candidates.at(-1)?.payment;
    if (!last) break;
    after = { partnerId: last.partnerId, paymentId: last.id };
    const batchName = () => batch?.messageId ?? '';
    const sorted = sortCandidates(candidates, settings, request.payees);
    if (sorted.items.length > 0) {
      batch ??= await store.insertBatch(tx, businessDayFrom(date), prefix, path.resolve(request.outDir));
      const named = sorted.items.map((item) => ({ ...item, blockId: `${batchName()}-${item.blockId}` }));
      await store.insertItems(tx, batch.id, named);
    }
    const changes = sorted.changes.map((change) =>
      change.event === 'batched' ? { ...change, cause: `settlement batch ${batchName()}` } : change,
    );
    for (const outcome of await apply(tx, changes, request.at)) {
      if (!outcome.done)
        throw new Error(`a payment that was locked for settlement refused its move: ${outcome.refusal}`);
    }
    totals.rejected += sorted.rejected;
    totals.waiting += sorted.waiting;
    payments += sorted.items.length;
    request.onProgress?.(payments);
  }
  if (batch) await store.totalBatch(tx, batch.id);
  return totals;
}

/** Applies the payees' rules (the same function as `validate-account`) and finds where each payment is to be paid. */
function sortCandidates(
  candidates: readonly store.Candidate[],
  settings: SettlementSettings,
  payees: PayeeSnapshot,
): Sorted {
  const sorted: Sorted = { items: [], changes: [], rejected: 0, waiting: 0 };
  for (const { payment, attempts } of candidates) {
    const key = { partnerId: payment.partnerId, paymentId: payment.id };
    const payee = payees.everByName.get(payment.payeeName ?? '');
    const account = payee && settlementAccount(payee, settings.environment);
    const check = payee && checkAccountNumber(payee, payment.accountNumber ?? '');
    if (check && failsAtProcessing(check)) {
      sorted.changes.push({
        ...key,
        event: 'rejected',
        cause: `${ownCheckReason}: ${check.reason ?? 'the account number fails the payee’s rules'}`,
      });
      sorted.rejected += 1;
    } else if (!check || !account) {
      sorted.waiting += 1;
    } else {
      sorted.items.push({
        ...key,
        attempt: attempts + 1,
        blockId: `${account.institutionNumber}${account.transitNumber}`,
        endToEndId: `Q${settings.environment === 'production' ? 'P' : 'S'}-${payment.partnerId}-${payment.id}-${attempts + 1}`,
        amountCents: payment.receivedCents ?? 0n,
        payeeName: payment.payeeName ?? '',
        accountNumber: check.normalised,
        creditorInstitution: account.institutionNumber,
        creditorTransit: account.transitNumber,
        creditorAccount: account.accountNumber,
        warning: check.rule === 'assumed' ? (check.reason ?? null) : null,
      });
      if (payment.state === 'collected') sorted.changes.push({ ...key, event: 'batched', cause: '' });
    }
  }
  return sorted;
}
