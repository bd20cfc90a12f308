/**
 * The sandbox plays the bank that debits are drawn on: the debit is originated where it has not been yet, and completes at once,
 * or comes back in a real return file that is taken in through the same door as any other.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiContext, Handler } from '../api/context.ts';
import { accountContext } from '../bank-accounts/store.ts';
import { FileUnderWay } from '../bank-files/inbound.ts';
import { torontoDate } from '../base/calendar.ts';
import { completeDebits } from '../collection/eft/complete.ts';
import { originateDebits } from '../collection/eft/originate.ts';
import { takeReturns } from '../collection/eft/returns.ts';
import { type Debit, latestDebit } from '../collection/eft/store.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { type Payment, recordText } from '../payments/record.ts';
import { findPayment } from '../payments/store.ts';
import { writeAftReturns } from './aft-return-writer.ts';
import { PlayDebit } from './bodies.ts';
import type { SandboxWorld } from './world.ts';

const check = compileBody(PlayDebit);
/** What comes back most often: non-sufficient funds. */
const usualReturn = '901';

export async function playDebit(
  context: ApiContext,
  world: SandboxWorld,
  exchange: Parameters<Handler>[1],
): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { paymentId, outcome, returnCode } = exchange.body as unknown as PlayDebit;
  const { partnerId } = exchange.caller;
  const find = () => findPayment(context.database, partnerId, BigInt(paymentId));
  const payment = await find();
  if (!payment) return invalid([{ path: ['paymentId'], message: 'is not a payment of yours' }]);
  if (payment.kind !== 'bill_eft') return failure(400, 'The payment is not collected by debit');
  const waits = payment.state === 'awaiting_funds' || payment.state === 'recollecting';
  if (outcome === 'completed' && !waits) return failure(400, `The payment waits for no debit: it is ${payment.state}`);
  const at = await context.clock.now();
  if (waits) await originateDebits(context.database, world.eft, { outDir: world.dir, at, only: payment.id });
  const debit = await latestDebit(context.database, payment.partnerId, payment.id);
  if (!debit) return failure(400, 'The bank account has no agreement: the debit waits');
  if (outcome === 'completed') {
    const completed = await completeDebits(context.database, world.eftCompletedAfterBusinessDays, at, payment.id);
    if (completed === 0) return failure(400, 'The debit has ended meanwhile, or a return of it waits for the operator');
  } else if (debit.state === 'returned' || !(await takeBack(context, world, debit, returnCode ?? usualReturn, at))) {
    return failure(400, 'The debit came back already');
  }
  context.wakeDeliverer();
  return okText(recordText((await find()) as Payment));
}

/** Whether the return had its effect: another play, or an operator's file, may have come first. */
async function takeBack(
  context: ApiContext,
  world: SandboxWorld,
  debit: Debit & { dueDate: Temporal.PlainDate },
  code: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const original = {
    institutionNumber: debit.institutionNumber,
    transitNumber: debit.transitNumber,
    accountNumber: world.eft.box.open(debit.accountSealed, accountContext(debit.partnerId)),
    reference: debit.crossReference,
    amountCents: debit.amountCents,
    dueDate: debit.dueDate,
    payorName: debit.accountHolderName,
  };
  const head = {
    originatorId: world.eft.originatorId,
    fileCreationNumber: 1,
    creationDate: torontoDate(at),
    destinationDataCentre: world.eft.destinationDataCentre,
    originatorShortName: world.eft.originatorShortName,
    originatorLongName: world.eft.originatorLongName,
    returnAccount: world.eft.returnAccount,
  };
  await mkdir(world.dir, { recursive: true });
  const file = path.join(world.dir, `returns-${debit.crossReference}-${code}-${randomUUID()}.txt`);
  const pieces: string[] = [];
  for await (const piece of writeAftReturns(head, [{ code, original }])) pieces.push(piece);
  await writeFile(file, pieces.join(''));
  try {
    const request = { file, at, box: world.eft.box, originatorId: world.eft.originatorId };
    const { returned, late } = await takeReturns(context.database, request);
    return returned + late > 0;
  } catch (error) {
    // The same return at the same time: the same content, which whoever came first has in hand.
    if (error instanceof FileUnderWay) return false;
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}
