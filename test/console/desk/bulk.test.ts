/** Several things at once in one act: whatever order they are named in, two such acts do not stop each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenReturnList } from '../../../src/console/desk/views.ts';
import { paid } from '../../world/bodies.ts';
import { done } from '../../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnFile, returnOfDebit } from '../../world/eft.ts';
import { type Partner, type PaymentRecord, temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, partner, agent, approver, balanced } = await openConsole();
const partners = [partner, await world.partner()];
const rounds = 4;
/** As many of each partner in each of the two acts. */
const each = 3;

test('two bulk re-queues over several partners in opposite orders both go through', async () => {
  const ofPartner = (which: Partner) =>
    Promise.all(
      Array.from({ length: rounds * 2 * each }, async () => {
        const { id } = await paid(world, which.token, { amount: 1 });
        const body = { paymentId: id, outcome: 'rejected', reason: 'AC01' };
        await world.call('POST', '/sandbox/settlements', { token: which.token, body });
        return { paymentId: id };
      }),
    );
  const [ones, others] = [await ofPartner(partners[0] as Partner), await ofPartner(partners[1] as Partner)];
  for (let round = 0; round < rounds; round += 1) {
    const [a, b, c, d] = [ones.splice(0, each), others.splice(0, each), others.splice(0, each), ones.splice(0, each)];
    const answers = await Promise.all([
      agent.ask('POST', '/failed-payments/requeue', { payments: [...a, ...b], reason: 'again' }),
      approver.ask('POST', '/failed-payments/requeue', { payments: [...c, ...d], reason: 'again' }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
  }
});

test('two that take up held returns of several partners, known in opposite orders, both go through', async () => {
  const payments: { token: string; payment: PaymentRecord }[] = [];
  for (const { token } of partners) {
    const account = await registered(world, token);
    for (let count = 0; count < rounds * 2; count += 1) {
      payments.push({ token, payment: await eftPayment(world, token, account.id, { amount: 1 }) });
    }
  }
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  const debits = await debitsIn(file);
  for (const { token, payment } of payments) {
    const body = { paymentId: payment.id, outcome: 'completed' };
    await world.call('POST', '/sandbox/eft-debits', { token, body });
  }
  /** Returns with a wrong amount, in this order, as a file brings them. */
  const heldOf = async (indexes: readonly number[]) => {
    const ids = indexes.map((index) => payments[index]?.payment.id);
    const returns = indexes.map((index) => {
      const strange = returnOfDebit('901', debitOf(debits, payments[index]?.payment as PaymentRecord));
      return { ...strange, original: { ...strange.original, amountCents: 5n } };
    });
    await done(world.env, 'eft', 'returns', returnFile(returns));
    const { items } = await agent.get<OpenReturnList>('/returns?limit=200');
    return items.filter(({ paymentId }) => ids.includes(paymentId ?? 0)).map(({ returnId }) => returnId);
  };
  const half = rounds * 2;
  for (let round = 0; round < rounds; round += 1) {
    const one = await heldOf([round, half + round]);
    const other = await heldOf([half + rounds + round, rounds + round]);
    const answers = await Promise.all(
      [one, other].map((returnIds, index) =>
        [agent, approver][index]?.ask('POST', '/returns/resolve', {
          returnIds,
          apply: true,
          reason: 'the bank says so',
        }),
      ),
    );
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      [200, 200],
      answers.map((answer) => answer?.text).join(),
    );
  }
});

test('after all of it every cent is where the ledger says', balanced);
