/** The exception desk: held transfers seen with what they may belong to, attached, or returned. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActAnswer, HeldTransferList } from '../../../src/console/desk/views.ts';
import { asShown, bill } from '../../world/bodies.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, held, pay, shown, balanced, trail } = await openConsole();

test('a held transfer shows why it is held, every check in words, and the payment it may belong to', async () => {
  const payment = await pay();
  const transferId = await held(80, `Facture ${payment.identificationNumber}`);
  const view = await shown(transferId);
  assert.equal(view?.reason, 'amount-differs');
  assert.equal(view.amount, 80);
  assert.match(view.advice, /not the amount of the payment/);
  assert.deepEqual(
    view.checks.map(({ check, result }) => `${check} ${result}`),
    ['numbers found', 'payment one', 'kind interac', 'state awaiting', 'sender equal', 'amount different'],
  );
  assert.equal(view.checks.at(-1)?.text, '80.00 came, the payment is over 125.50.');
  assert.deepEqual(
    view.checks.map(({ check: _check, result: _result, text: _text, ...facts }) => facts),
    [
      { numbers: [payment.identificationNumber], nearMisses: [] },
      { paymentIds: [payment.id] },
      { kind: 'bill_interac' },
      { state: 'awaiting_funds' },
      {},
      { received: 80, expected: 125.5 },
    ],
  );
  assert.deepEqual(
    view.suggestions.map(({ paymentId, because, amount, status }) => [paymentId, because, amount, status]),
    [[payment.id, 'number-matches', 125.5, 'pending']],
  );
});

test('a transfer of another amount is attached only where that amount is said', async () => {
  const payment = await pay();
  const transferId = await held(80, payment.identificationNumber);
  const body = { transferIds: [transferId], paymentId: payment.id, reason: 'the payer confirmed it by phone' };
  const why = await agent.refused(409, '/transfers/attach', body);
  assert.match(why, /come to 80\.00, the payment is over 125\.50: to accept that, send acceptedAmount 80\.00/);
  assert.match(await agent.refused(409, '/transfers/attach', { ...body, acceptedAmount: 125.5 }), /80\.00/);
  assert.ok(await shown(transferId), 'it is held still');

  const answer = await agent.post<ActAnswer>('/transfers/attach', { ...body, acceptedAmount: 80 });
  assert.equal(answer.outcome, 'done');
  assert.equal(await shown(transferId), undefined);
  const { status, paymentAmount } = await asShown(world, token, payment.id);
  assert.deepEqual([status, paymentAmount], ['completed', 80]);

  const last = (await trail()).at(-1);
  assert.equal(last?.act, 'transfers attached');
  assert.equal(last.by, agent.email);
  assert.equal(last.subject, `transfer ${transferId}, payment ${payment.id}`);
  assert.deepEqual(last.before, { transfers: 'held', payment: 'awaiting_funds', amount: '125.50' });
  assert.deepEqual(last.after.done, { transfers: 'matched', payment: 'collected', received: '80.00' });
  assert.deepEqual(last.after.request, { ...body, acceptedAmount: 80 });
});

test('parts of one payment know each other and are attached together', async () => {
  const payment = await pay();
  const first = await held(100, payment.identificationNumber);
  const second = await held(25.5, payment.identificationNumber);
  assert.deepEqual((await shown(first))?.related, [{ transferId: second, amount: 25.5 }]);
  const body = { transferIds: [first, second], paymentId: payment.id, reason: 'two parts' };
  const answer = await agent.post<ActAnswer>('/transfers/attach', body);
  assert.equal(answer.amount, 125.5);
  assert.equal((await asShown(world, token, payment.id)).paymentAmount, 125.5);
  assert.match(await agent.refused(409, '/transfers/attach', body), /does not await funds/);
});

test('a transfer is returned once, and what cannot be done leaves no trace', async () => {
  const transferId = await held(60, 'no number at all');
  const before = (await trail()).length;
  await agent.post('/transfers/return', { transferId, reason: 'nobody knows it' });
  assert.match(await agent.refused(409, '/transfers/return', { transferId, reason: 'again' }), /it is returned/);
  await agent.refused(404, '/transfers/return', { transferId: 999_999, reason: 'x' });
  await agent.refused(400, '/transfers/return', { transferId, reason: '  ' });
  const after = await trail();
  assert.equal(after.length, before + 1);
  assert.equal(after.at(-1)?.act, 'transfer returned');
});

test('the list goes on behind its cursor, and is filtered by reason', async () => {
  for (let count = 0; count < 3; count += 1) await held(10 + count, 'no number here', bill.userEmail);
  const seen: number[] = [];
  let cursor = '';
  do {
    const page = await agent.get<HeldTransferList>(`/transfers?limit=1&reason=no-number-found&cursor=${cursor}`);
    assert.ok(page.items.every(({ reason }) => reason === 'no-number-found'));
    seen.push(...page.items.map(({ transferId }) => transferId));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  const { reasons } = await agent.get<HeldTransferList>('/transfers');
  assert.equal(reasons.find(({ reason }) => reason === 'no-number-found')?.count, seen.length);
  assert.deepEqual(
    seen,
    [...new Set(seen)].sort((a, b) => a - b),
  );
});

test('a payment is found by its number, however it is written, and by its id', async () => {
  const payment = await pay();
  const grouped = payment.identificationNumber.replace(/(\d{4})/g, '$1 ').trim();
  for (const query of [`number=${encodeURIComponent(grouped)}`, `paymentId=${payment.id}`]) {
    const { items } = await agent.get<{ items: { paymentId: number }[] }>(`/payments?${query}`);
    assert.deepEqual(
      items.map(({ paymentId }) => paymentId),
      [payment.id],
    );
  }
  const view = await agent.get<{ record: { id: number }; entries: { what: string }[] }>(`/payments/${payment.id}`);
  assert.equal(view.record.id, payment.id);
  assert.ok(view.entries.some(({ what }) => what === 'move'));
});

test('after all of it every cent is where the ledger says', balanced);
