/** EFT payments of a partner in every way a debit can stand and end, made by the rail's own doors. */
import assert from 'node:assert/strict';
import type { Database } from '../../src/base/database.ts';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { completeDebits } from '../../src/collection/eft/complete.ts';
import { requeue } from '../../src/payments/requeue.ts';
import { returnOfDebit } from '../world/eft.ts';
import { anEftAccount, eftPayments, sentDebits, takeBack } from '../world/eft-book.ts';
import { noon } from '../world/payments.ts';

/** What is answered may be moved on; the rest stands where it ended. */
export async function anEftHistory(database: Database, partnerId: bigint): Promise<{ collected: bigint[] }> {
  const accounts = [await anEftAccount(database, partnerId), await anEftAccount(database, partnerId)];
  const payment = async () => (await eftPayments(database, accounts, 1))[0] as bigint;
  const sent = async (paymentId: bigint) => (await sentDebits(database, paymentId))[0] as AftSegment;
  const presumed = async (paymentId: bigint) => assert.equal(await completeDebits(database, 3, noon, paymentId), 1);
  const back = (debit: AftSegment, code = '901') => takeBack(database, [returnOfDebit(code, debit)]);
  const again = async (paymentId: bigint) => {
    const outcome = await database.transaction((tx) => requeue(tx, { paymentId, cause: 'test' }, noon));
    assert.equal(outcome.outcome, 'requeued');
  };
  await payment();
  await sent(await payment());
  const failed = async (code?: string) => {
    const id = await payment();
    assert.equal((await back(await sent(id), code)).returned, 1);
    return id;
  };
  await failed('905');
  await again(await failed());
  const underWay = await failed();
  await again(underWay);
  await sent(underWay);
  const failedTwice = await failed();
  await again(failedTwice);
  assert.equal((await back(await sent(failedTwice))).returned, 1);
  const collected = [await payment(), await failed()];
  await again(collected[1] as bigint);
  for (const id of collected) {
    await sent(id);
    await presumed(id);
  }
  const late = await payment();
  const lateDebit = await sent(late);
  await presumed(late);
  assert.equal((await back(lateDebit)).late, 1);
  assert.equal((await back(lateDebit, '905')).held, 1);
  return { collected };
}
