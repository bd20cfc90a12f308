/**
 * The sandbox plays the biller and its bank: the payment is batched where it has not been yet, and the bank's report on it is
 * written as a real pain.002 file and taken in through the same door as any other.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiContext, Handler } from '../api/context.ts';
import type { Tx } from '../base/database.ts';
import { unlock, waitForLock } from '../base/locks.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { type Payment, recordText } from '../payments/record.ts';
import { findPayment } from '../payments/store.ts';
import { takeReport } from '../settlement/report.ts';
import { SettlementUnderWay, submitSettlement } from '../settlement/submit.ts';
import { PlaySettlement } from './bodies.ts';
import { type GivenBlock, type GivenReport, type GivenStatus, writePain002 } from './pain002-writer.ts';
import type { SandboxWorld } from './world.ts';

const check = compileBody(PlaySettlement);
const playLock = 'sandbox settlement';
/** What a biller says most often (interface §3). */
const usualReason = 'AC03';

/** So long a play waits for those of other processes, and then for a settlement run that an operator has begun. */
const waitMillisecondsMax = 10_000;

/** The play before, in this process: whoever waits for another process holds a connection, so only one waits at a time. */
let before: Promise<unknown> = Promise.resolve();

/**
 * A biller answers: `{ paymentId, outcome, reason? }`. Plays take turns, since one may answer for a whole batch: what a play
 * finds stays so until it has ended.
 */
export function playSettlement(
  context: ApiContext,
  world: SandboxWorld,
  exchange: Parameters<Handler>[1],
): Promise<Answer> {
  const answer = before.then(() => inTurn(context, () => play(context, world, exchange)));
  before = answer.catch(() => undefined);
  return answer;
}

async function inTurn({ database }: ApiContext, work: () => Promise<Answer>): Promise<Answer> {
  const busy = failure(409, 'Another settlement has been under way for 10 seconds: play again when it has ended');
  return database.withSession(async (session) => {
    if (!(await waitForLock(session, database.schema, playLock, waitMillisecondsMax))) return busy;
    try {
      return await work();
    } catch (error) {
      if (error instanceof SettlementUnderWay) return busy;
      throw error;
    } finally {
      await unlock(session, database.schema, playLock).catch(() => undefined);
    }
  });
}

async function play(context: ApiContext, world: SandboxWorld, exchange: Parameters<Handler>[1]): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { paymentId, outcome, reason } = exchange.body as unknown as PlaySettlement;
  const { partnerId } = exchange.caller;
  const find = () => findPayment(context.database, partnerId, BigInt(paymentId));
  const payment = await find();
  if (!payment) return invalid([{ path: ['paymentId'], message: 'is not a payment of yours' }]);
  if (payment.payeeName === null) return failure(400, 'Rent is not settled with a biller: it stops at collected');
  const submission = await submitted(context, world, payment);
  const isAnswered =
    submission !== undefined &&
    (await report(context, world, await reportOn(context.database, submission, outcome, reason ?? usualReason)));
  context.wakeDeliverer();
  const after = (await find()) as Payment;
  if (isAnswered) return okText(recordText(after));
  if (waits(after)) return failure(400, 'The payee has no account to be paid on: the payment waits');
  // Its number broke a rule of the payee while it was to be batched: that is the answer.
  if (waits(payment) && after.state === 'rejected' && !submission) return okText(recordText(after));
  return failure(400, `The payment is not in settlement: it is ${after.state}`);
}

/** Whether a payment waits to be batched, unless it was already. */
const waits = (payment: Payment) => payment.state === 'collected' || payment.state === 'resettling';

/** The submission of a payment that waits for its answer, batched now where it was not yet. */
async function submitted(context: ApiContext, world: SandboxWorld, payment: Payment): Promise<Submission | undefined> {
  const open = await openSubmission(context.database, payment);
  if (open || !waits(payment)) return open;
  await batch(context, world, payment.id);
  return openSubmission(context.database, payment);
}

interface Submission {
  partnerId: bigint;
  batchId: bigint;
  messageId: string;
  blockId: string;
  endToEndId: string;
}

async function openSubmission(tx: Tx, payment: Payment): Promise<Submission | undefined> {
  const { rows } = await tx.query<{ batch_id: bigint; message_id: string; block_id: string; end_to_end_id: string }>(
    `select b.id as batch_id, b.message_id, i.block_id, i.end_to_end_id from settlement_items i join settlement_batches b on b.id = i.batch_id
     where i.partner_id = $1 and i.payment_id = $2 and i.outcome = 'open'`,
    [payment.partnerId, payment.id],
  );
  const row = rows[0];
  if (!row) return undefined;
  return {
    partnerId: payment.partnerId,
    batchId: row.batch_id,
    messageId: row.message_id,
    blockId: row.block_id,
    endToEndId: row.end_to_end_id,
  };
}

async function batch(context: ApiContext, world: SandboxWorld, paymentId: bigint): Promise<void> {
  const payees = await context.payees.current();
  const at = await context.clock.now();
  await submitSettlement(context.database, world.settlement, {
    outDir: world.dir,
    payees,
    at,
    only: paymentId,
    waitMillisecondsMax,
  });
}

async function reportOn(
  tx: Tx,
  submission: Submission,
  outcome: PlaySettlement['outcome'],
  reason: string,
): Promise<GivenReport> {
  const head = {
    version: 'pain.002.001.11' as const,
    messageId: `SANDBOX${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`,
    createdAt: Temporal.Now.instant(),
    originalMessageId: submission.messageId,
  };
  const code = /^[A-Z]{2}\d{2}$/.test(reason)
    ? { code: reason, info: [] }
    : { code: 'NARR', info: [reason.slice(0, 105)] };
  const rejected = { status: 'RJCT', reasons: [code] };
  if (outcome !== 'batch_rejected') {
    const status = outcome === 'accepted' ? { status: 'ACSC' } : rejected;
    return { ...head, status: 'PART', blocks: blocksOf([submission], status) };
  }
  const own = await openPartOfBatch(tx, submission);
  if (!own) return { ...head, ...rejected };
  return { ...head, status: 'PART', blocks: blocksOf(own, rejected) };
}

type NamedItem = Pick<Submission, 'blockId' | 'endToEndId'>;

function blocksOf(items: readonly NamedItem[], status: GivenStatus): GivenBlock[] {
  return [...Map.groupBy(items, (item) => item.blockId)].map(([blockId, ofBlock]) => ({
    originalPaymentInformationId: blockId,
    transactions: ofBlock.map((item) => ({ originalEndToEndId: item.endToEndId, ...status })),
  }));
}

/**
 * The partner's own open submissions where it shares the batch with others: nobody plays with another partner's payments.
 * Undefined where the whole batch is the partner's.
 */
async function openPartOfBatch(tx: Tx, { batchId, partnerId }: Submission): Promise<NamedItem[] | undefined> {
  const shared = await tx.query('select from settlement_items where batch_id = $1 and partner_id <> $2 limit 1', [
    batchId,
    partnerId,
  ]);
  if (shared.rowCount === 0) return undefined;
  const { rows } = await tx.query<{ block_id: string; end_to_end_id: string }>(
    `select block_id, end_to_end_id from settlement_items where batch_id = $1 and partner_id = $2 and outcome = 'open'`,
    [batchId, partnerId],
  );
  return rows.map((row) => ({ blockId: row.block_id, endToEndId: row.end_to_end_id }));
}

/** Takes the report in. Answers whether it decided anything: an operator's own report may have come first. */
async function report(context: ApiContext, world: SandboxWorld, given: GivenReport): Promise<boolean> {
  await mkdir(world.dir, { recursive: true });
  const file = path.join(world.dir, `report-${given.messageId}.xml`);
  await writeFile(file, [...writePain002(given)].join(''));
  try {
    const counts = await takeReport(context.database, { file, at: await context.clock.now() });
    return counts.accepted + counts.rejected > 0;
  } finally {
    await rm(file, { force: true });
  }
}
