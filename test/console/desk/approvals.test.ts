/** Four eyes: what moves more than APPROVAL_ABOVE (here 1,000) is proposed by one person and approved by another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActAnswer, ApprovalList, ApproveAnswer } from '../../../src/console/desk/views.ts';
import { asShown } from '../../world/bodies.ts';
import { openConsole, personOf } from './a-desk.ts';

const { world, token, agent, approver, held, pay, shown, balanced, trail } = await openConsole();
const second = await personOf(world, 'approver');

/** A payment and a held transfer for it, over more than the amount. */
async function large(amount = 1500) {
  const payment = await pay({ amount: amount - 500 });
  const transferId = await held(amount, payment.identificationNumber);
  const body = { transferIds: [transferId], paymentId: payment.id, acceptedAmount: amount, reason: 'as agreed' };
  return { payment, transferId, body, statusNow: async () => (await asShown(world, token, payment.id)).status };
}

async function proposed(body: object, by = agent, path = '/transfers/attach'): Promise<number> {
  const answer = await by.post<ActAnswer>(path, body);
  if (answer.outcome !== 'proposed') throw new Error('it was done at once');
  return answer.approvalId;
}

test('exactly the amount is done at once, a cent more is proposed', async () => {
  const [just, more] = [await large(1000), await large(1000.01)];
  assert.equal((await agent.post<ActAnswer>('/transfers/attach', just.body)).outcome, 'done');
  assert.equal((await agent.post<ActAnswer>('/transfers/attach', more.body)).outcome, 'proposed');
  assert.deepEqual([await just.statusNow(), await more.statusNow()], ['completed', 'pending']);
});

test('a proposal does nothing until another person approves it, and then exactly what was asked', async () => {
  const { transferId, body, statusNow } = await large();
  const approvalId = await proposed(body);
  assert.equal(await statusNow(), 'pending');
  assert.equal((await shown(transferId))?.approvalId, approvalId);

  const { items, approvalAbove } = await approver.get<ApprovalList>('/approvals');
  assert.equal(approvalAbove, 1000);
  const view = items.find((item) => item.approvalId === approvalId);
  assert.deepEqual([view?.act, view?.amount, view?.mayApprove, view?.request], ['attach', 1500, true, body]);
  assert.deepEqual(
    [view?.about.payments.map(({ paymentId }) => paymentId), view?.about.transfers.map((each) => each.transferId)],
    [[body.paymentId], [transferId]],
  );

  const answer = await approver.post<ApproveAnswer>(`/approvals/${approvalId}/approve`);
  assert.equal(answer.approval.state, 'approved');
  assert.equal(await statusNow(), 'completed');
  const [proposal, done] = (await trail()).slice(-2);
  assert.deepEqual([proposal?.act, proposal?.by], ['attach proposed', agent.email]);
  assert.deepEqual([done?.act, done?.by], ['transfers attached', approver.email]);
  assert.match(String(done?.subject), new RegExp(`^approval ${approvalId}: transfer ${transferId}`));
});

test('nobody approves his own proposal, and an agent approves none', async () => {
  const { body, statusNow } = await large();
  const approvalId = await proposed(body, approver);
  assert.match(await approver.refused(403, `/approvals/${approvalId}/approve`), /yourself/);
  assert.match(await agent.refused(403, `/approvals/${approvalId}/approve`), /approver only/);
  assert.equal(await statusNow(), 'pending');
  const { items } = await approver.get<ApprovalList>('/approvals');
  assert.equal(items.find((item) => item.approvalId === approvalId)?.mayApprove, false);
});

test('the database itself keeps a proposal from being approved by who made it', async () => {
  const { body } = await large();
  const approvalId = await proposed(body);
  await assert.rejects(
    world.testDatabase.database.query(
      `update approvals set state = 'approved', decided_by = proposed_by, decided_at = now() where id = $1`,
      [approvalId],
    ),
    /check constraint/,
  );
});

test('what does not fit any more when it is approved is refused, with nothing of it done', async () => {
  const { transferId, body, payment, statusNow } = await large();
  const approvalId = await proposed(body);
  // Meanwhile the payer has paid as he should.
  const { database } = world.testDatabase;
  await database.query(`update interac_transfers set state = 'returned', resolution = 'by hand' where id = $1`, [
    transferId,
  ]);
  const { approval, result } = await approver.post<ApproveAnswer>(`/approvals/${approvalId}/approve`);
  assert.deepEqual([approval.state, result], ['refused', undefined]);
  assert.match(String(approval.outcomeText), new RegExp(`Transfer ${transferId} is not held`));
  assert.equal(await statusNow(), 'pending');
  assert.equal((await trail()).at(-1)?.act, 'attach approved, but not possible any more');
  assert.match(await second.refused(409, `/approvals/${approvalId}/approve`), /was refused/);
  await database.query(`update interac_transfers set state = 'held' where id = $1`, [transferId]);
  assert.ok(payment.id);
});

test('approved by two at once it is carried out once', async () => {
  const { body, statusNow } = await large();
  const approvalId = await proposed(body);
  const answers = await Promise.all(
    [approver, second, approver, second].map((person) => person.ask('POST', `/approvals/${approvalId}/approve`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  assert.equal(await statusNow(), 'completed');
});

test('about one thing there is one proposal at a time, also where two come at once', async () => {
  const { body } = await large();
  const answers = await Promise.all(
    [agent, approver, second].map((person) => person.ask('POST', '/transfers/attach', body)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const [transferId] = body.transferIds;
  assert.match(
    await agent.refused(409, '/transfers/return', { transferId, reason: 'x' }),
    /waits for approval already/,
  );
});

test('what cannot be done is not even proposed', async () => {
  const { body } = await large();
  await agent.refused(409, '/transfers/attach', { ...body, acceptedAmount: 1 });
  await agent.refused(404, '/transfers/attach', { ...body, transferIds: [999_999] });
  await agent.refused(409, '/transfers/attach', { ...body, paymentId: 999_999 });
  await proposed(body);
});

test('a proposal is withdrawn by who made it or declined by an approver, and then may be made again', async () => {
  const { body, statusNow } = await large();
  const first = await proposed(body);
  const other = await personOf(world, 'agent');
  assert.match(await other.refused(403, `/approvals/${first}/decline`, { reason: 'x' }), /Only an approver/);
  await agent.post(`/approvals/${first}/decline`, { reason: 'a mistake' });
  const next = await proposed(body);
  await approver.post(`/approvals/${next}/decline`, { reason: 'ask the payer first' });
  assert.match(await second.refused(409, `/approvals/${next}/approve`), /declined/);
  const { items } = await agent.get<ApprovalList>('/approvals?state=all&limit=2');
  assert.deepEqual(
    items.map(({ state, outcomeText }) => [state, outcomeText]),
    [
      ['declined', 'ask the payer first'],
      ['withdrawn', 'a mistake'],
    ],
  );
  assert.equal(await statusNow(), 'pending');
});

test('after all of it every cent is where the ledger says', balanced);
