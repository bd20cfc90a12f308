/**
 * The sandbox plays the biller and its bank: the payment is batched where it has not been yet, and the bank's report on it is
 * written as a real pain.002 file and taken in through the same door as any other.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiContext, Handler } from '../api/context.ts';
import type { Tx } from '../base/database.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { type Payment, recordText } from '../payments/record.ts';
import { findPayment } from '../payments/store.ts';
import { takeReport } from '../settlement/report.ts';
import { submitSettlement } from '../settlement/submit.ts';
import { PlaySettlement } from './bodies.ts';
import { type GivenReport, writePain002 } from './pain002-writer.ts';
import type { SandboxWorld } from './world.ts';

const check = compileBody(PlaySettlement);
/** What a biller says most often (interface §3). */
const usualReason = 'AC03';

export async function playSettlement(
  context: ApiContext,
  world: SandboxWorld,
  exchange: Parameters<Handler>[1],
): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { paymentId, outcome, reason } = exchange.body as unknown as PlaySettlement;
  const { partnerId } = exchange.caller;
  const find = () => findPayment(context.database, partnerId, BigInt(paymentId));
  const payment = await find();
  if (!payment) return invalid([{ path: ['paymentId'], message: 'is not a payment of yours' }]);
  if (payment.payeeName === null) return failure(400, 'Rent is not settled with a biller: it stops at collected');
  const before = await openSubmission(context.database, payment);
  if (!before && (payment.state === 'collected' || payment.state === 'resettling'))
    await batch(context, world, payment.id);
  const submission = before ?? (await openSubmission(context.database, payment));
  if (submission) await report(context, world, reportOn(submission, outcome, reason ?? usualReason));
  else if (payment.state !== 'collected' && payment.state !== 'resettling') {
    return failure(400, `The payment is not in settlement: it is ${payment.state}`);
  }
  context.wakeDeliverer();
  const after = (await find()) as Payment;
  if (!submission && after.state !== 'rejected')
    return failure(400, 'The payee has no account to be paid on: the payment waits');
  return okText(recordText(after));
}

interface Submission {
  messageId: string;
  blockId: string;
  endToEndId: string;
}

async function openSubmission(tx: Tx, payment: Payment): Promise<Submission | undefined> {
  const { rows } = await tx.query<{ message_id: string; block_id: string; end_to_end_id: string }>(
    `select b.message_id, i.block_id, i.end_to_end_id from settlement_items i join settlement_batches b on b.id = i.batch_id
     where i.partner_id = $1 and i.payment_id = $2 and i.outcome = 'open'`,
    [payment.partnerId, payment.id],
  );
  const row = rows[0];
  return row && { messageId: row.message_id, blockId: row.block_id, endToEndId: row.end_to_end_id };
}

async function batch(context: ApiContext, world: SandboxWorld, paymentId: bigint): Promise<void> {
  const payees = await context.payees.current();
  const at = await context.clock.now();
  await submitSettlement(context.database, world.settlement, { outDir: world.dir, payees, at, only: paymentId });
}

function reportOn(submission: Submission, outcome: PlaySettlement['outcome'], reason: string): GivenReport {
  const head = {
    version: 'pain.002.001.11' as const,
    messageId: `SANDBOX${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`,
    createdAt: Temporal.Now.instant(),
    originalMessageId: submission.messageId,
  };
  const code = /^[A-Z]{2}\d{2}$/.test(reason)
    ? { code: reason, info: [] }
    : { code: 'NARR', info: [reason.slice(0, 105)] };
  if (outcome === 'batch_rejected') return { ...head, status: 'RJCT', reasons: [code] };
  return {
    ...head,
    status: 'PART',
    blocks: [
      {
        originalPaymentInformationId: submission.blockId,
        transactions: [
          {
            originalEndToEndId: submission.endToEndId,
            status: outcome === 'accepted' ? 'ACSC' : 'RJCT',
            ...(outcome === 'rejected' && { reasons: [code] }),
          },
        ],
      },
    ],
  };
}

async function report(context: ApiContext, world: SandboxWorld, given: GivenReport): Promise<void> {
  await mkdir(world.dir, { recursive: true });
  const file = path.join(world.dir, `report-${given.messageId}.xml`);
  await writeFile(file, [...writePain002(given)].join(''));
  try {
    await takeReport(context.database, { file, at: await context.clock.now() });
  } finally {
    await rm(file, { force: true });
  }
}
