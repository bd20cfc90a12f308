/**
 * A settlement run: what was collected passes the payees' rules, is batched, and stands in one pain.001 file.
 *
 *   unwritten batches of a dead process ─▶ their files                         (nothing is submitted twice)
 *   collected, re-queued ─rules─▶ rejected (own check) | waits (no account to pay on) | item of the new batch
 *                                                                                  commit ─▶ file ─▶ marked as written
 */

import { recordOutbound, writeWhole } from '../bank-files/outbound.ts';
import { businessDayFrom, torontoDate } from '../base/calendar.ts';
import type { Database, Tx } from '../base/database.ts';
import { checkAccountNumber, failsAtProcessing } from '../payees/account-rules.ts';
import { settlementAccount } from '../payees/payee.ts';
import type { PayeeSnapshot } from '../payees/snapshot.ts';
import { apply, type PaymentChange } from '../payments/apply.ts';
import { type BankBranch, pain001MessageName, writePain001 } from './pain001-writer.ts';
import { ownCheckReason } from './reason-codes.ts';
import * as store from './store.ts';

export interface SettlementSettings {
  environment: 'sandbox' | 'production';
  /** Who pays, and from which account. */
  operatorName: string;
  debtor: BankBranch & { accountNumber: string };
}

export interface SubmitRequest {
  outDir: string;
  payees: PayeeSnapshot;
  /** The business time. */
  at: Temporal.Instant;
  /** Only this payment (the sandbox takes one through by itself). */
  only?: bigint;
  /** Wait for another run to end (it holds a connection meanwhile), instead of throwing. */
  waits?: boolean;
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
  /** Files of earlier batches that were only now written. */
  resumed: string[];
}

const pageItems = 2000;
/** Session lock: one settlement run at a time on a database. */
const runLock = '(7731, 3)';

/** Runs a settlement into `outDir`. Throws when another run is under way, unless it is to wait for it. */
export async function submitSettlement(
  database: Database,
  settings: SettlementSettings,
  request: SubmitRequest,
): Promise<Submission> {
  return database.withConnection(async (client) => {
    const connection = client as unknown as Tx;
    const lock = request.waits
      ? `true as got from pg_advisory_lock${runLock}`
      : `pg_try_advisory_lock${runLock} as got`;
    const { rows } = await connection.query<{ got: boolean }>(`select ${lock}`);
    if (!rows[0]?.got) throw new Error('another settlement run is under way; run again when it has ended');
    try {
      const resumed: string[] = [];
      for (const batch of await store.unwrittenBatches(connection)) {
        resumed.push(await writeBatch(database, connection, settings, batch, request.outDir));
      }
      const made = await database.transaction((tx) => makeBatch(tx, settings, request));
      const [batch] = await store.unwrittenBatches(connection);
      const file = batch ? await writeBatch(database, connection, settings, batch, request.outDir) : null;
      return { file, payments: batch?.payments ?? 0, totalCents: batch?.totalCents ?? 0n, ...made, resumed };
    } finally {
      await connection.query(`select pg_advisory_unlock${runLock}`).catch(() => undefined);
    }
  });
}

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
      batch ??= await store.insertBatch(tx, businessDayFrom(date), prefix);
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

async function writeBatch(
  database: Database,
  connection: Tx,
  settings: SettlementSettings,
  batch: store.Batch,
  outDir: string,
): Promise<string> {
  const text = writePain001(
    {
      messageId: batch.messageId,
      createdAt: batch.createdAt,
      transactionCount: batch.payments,
      totalCents: batch.totalCents,
      initiatingPartyName: settings.operatorName,
      executionDate: batch.executionDate,
      debtor: { ...settings.debtor, name: settings.operatorName },
    },
    blocks(connection, batch),
  );
  const written = await writeWhole(outDir, batch.fileName, text);
  await database.transaction(async (tx) => {
    const counts = { payments: batch.payments, totalCents: Number(batch.totalCents) };
    await store.markWritten(tx, batch.id, await recordOutbound(tx, pain001MessageName, written, counts));
  });
  return written.file;
}

async function* blocks(connection: Tx, batch: store.Batch) {
  for (const block of await store.blocksOf(connection, batch.id)) {
    yield {
      paymentInformationId: block.blockId,
      creditorAgent: { institutionNumber: block.institution, transitNumber: block.transit },
      transactionCount: block.payments,
      totalCents: block.totalCents,
      transactions: transactions(connection, batch.id, block.blockId),
    };
  }
}

async function* transactions(connection: Tx, batchId: bigint, blockId: string) {
  for await (const item of store.itemsOf(connection, batchId, blockId, pageItems)) {
    yield {
      instructionId: item.endToEndId,
      endToEndId: item.endToEndId,
      amountCents: item.amountCents,
      creditor: { name: item.payeeName, accountNumber: item.creditorAccount },
      customerAccountNumber: item.accountNumber,
    };
  }
}
