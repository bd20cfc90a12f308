/** Re-queueing on an account that may be debited, and choosing another one (open point `requeue`): by command and on the sandbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, messageAt, pathsOf } from '../world/answers.ts';
import { command } from '../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnFile, returnOfDebit } from '../world/eft.ts';
import { openEftWorld } from '../world/eft-world.ts';
import type { PaymentRecord } from '../world/service.ts';

const { world, token, statusOf, originate, originated, takeReturns, balanced } = await openEftWorld();
const requeue = ({ id }: PaymentRecord, bankAccountId?: number) => {
  const more = bankAccountId === undefined ? [] : ['--bank-account-id', String(bankAccountId)];
  return command<{ state: string }>(world.env, 'payment', 'requeue', '--payment', String(id), ...more);
};
const play = (body: object) => world.call<PaymentRecord>('POST', '/sandbox/requeues', { token, body });
const refusedPlay = async (body: object) => assertError(await play(body), 400, '/sandbox/requeues');

/** A payment whose first debit came back, on an account of its own. */
async function failed() {
  const account = await registered(world, token);
  const payment = await eftPayment(world, token, account.id);
  await takeReturns(returnFile([returnOfDebit('905', await originated(payment))]));
  assert.equal(await statusOf(payment), 'failed');
  return { account, payment };
}

test('on a deactivated account it is refused, in clear words; with another account it is debited there', async () => {
  const { account, payment } = await failed();
  await world.call('POST', '/v1/bank-accounts/deactivate', { token, body: { id: account.id } });
  const refused = await requeue(payment);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    new RegExp(`Bank account ${account.id} is a deactivated .*register it again.*--bank-account-id`),
  );
  assert.match((await refusedPlay({ paymentId: payment.id })).error, /deactivated.*choose another one/);
  const named = await refusedPlay({ paymentId: payment.id, bankAccountId: account.id });
  assert.deepEqual(pathsOf(named), ['bankAccountId']);
  assert.match(messageAt(named, 'bankAccountId') ?? '', /deactivated/);
  assert.equal((await originate()).debits, 0);

  const another = await registered(world, token);
  assert.equal((await requeue(payment, another.id)).json.state, 'recollecting');
  const { file } = await originate();
  assert.equal(debitOf(await debitsIn(file ?? ''), payment, 2).account.slice(-4), another.accountNumber.slice(-4));
  await balanced();
});

test('one that waits for its next debit takes another account, as often as need be; one whose debit is under way does not', async () => {
  const { payment } = await failed();
  assert.equal((await requeue(payment)).code, 0);
  assert.equal((await requeue(payment)).code, 1, 'it is no failed payment any more');
  const [second, third] = [await registered(world, token), await registered(world, token)];
  assert.equal((await requeue(payment, second.id)).json.state, 'recollecting');
  assert.equal((await play({ paymentId: payment.id, bankAccountId: String(third.id) })).status, 200);
  const { file, debits } = await originate();
  assert.equal(debits, 1);
  assert.equal(debitOf(await debitsIn(file ?? ''), payment, 2).account.slice(-4), third.accountNumber.slice(-4));
  const late = await requeue(payment, second.id);
  assert.equal(late.code, 1);
  assert.match(late.stderr, /Only a failed payment/);
  await refusedPlay({ paymentId: payment.id, bankAccountId: second.id });
  await balanced();
});

test('an account of another partner, an unknown one and one without an agreement are refused, before and after the re-queueing', async () => {
  const { payment } = await failed();
  const foreign = await registered(world, (await world.partner()).token);
  const bare = await registered(world, token, { padAgreement: undefined });
  const refusals: [number, RegExp][] = [
    [foreign.id, /not a bank account registered by you/],
    [999_999_999, /not a bank account registered by you/],
    [bare.id, /without a signed/],
  ];
  const refuseAll = async () => {
    for (const [id, why] of refusals) {
      const byCommand = await requeue(payment, id);
      assert.equal(byCommand.code, 1);
      assert.match(byCommand.stderr, why);
      const played = await refusedPlay({ paymentId: payment.id, bankAccountId: id });
      assert.match(messageAt(played, 'bankAccountId') ?? '', why);
    }
  };
  await refuseAll();
  assert.equal((await requeue(payment)).code, 0);
  await refuseAll();
  await balanced();
});
