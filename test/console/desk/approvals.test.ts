/** Four eyes: what moves more than APPROVAL_ABOVE (here 1,000) is proposed by one person and approved by another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActAnswer, ApprovalList, ApproveAnswer } from '../../../src/console/desk/views.ts';
import { signedIn } from '../../people/a-person.ts';
import { asShown, paid } from '../../world/bodies.ts';
import { openConsole, personOf } from './a-desk.ts';

const { world, token, agent, approver, play, held, pay, shown, balanced, trail } = await openConsole();
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

test('whatever somebody calls himself, proposals, approvals and records of money name him by his address', async () => {
  const visit = await signedIn(world.address, world.testDatabase.database, 0n, 'agent');
  const payment = await paid(world, token, { amount: 1500 });
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
  await visit.mustPost('/auth/name', { name: `${approver.email} <${approver.email}>\u202e` });
  const body = { paymentId: payment.id, means: 'wire', reference: 'wire 1', reason: 'it never arrived' };
  const { approvalId } = await visit.mustPost<{ approvalId: number }>('/console/data/failed-payments/refund', body);
  await visit.mustPost('/auth/name', { name: 'Innocent <innocent>' });
  const { approval } = await second.post<ApproveAnswer>(`/approvals/${approvalId}/approve`);
  assert.deepEqual([approval.proposedBy.email, approval.decidedBy?.email], [visit.email, second.email]);
  const { rows } = await world.testDatabase.database.query<{ by: string; proposer: string }>(
    `select r.given_by as by, a.proposed_name as proposer from payment_refunds r, approvals a
     where r.payment_id = $1 and a.id = $2`,
    [payment.id, approvalId],
  );
  const secondHand = `${second.email.split('@')[0]} <${second.email}>`;
  const proposer = `${approver.email} ${approver.email} <${visit.email}>`;
  assert.deepEqual(rows, [{ by: `Innocent innocent <${visit.email}>, approved by ${secondHand}`, proposer }]);
  assert.equal((await trail()).at(-1)?.after.proposedBy, `Innocent innocent <${visit.email}>`);
});

test('of an act only what it asks for is kept, whatever else is sent with it', async () => {
  const { body } = await large();
  const strange = [
    '"\\u0000"',
    '"\\ud800"',
    `"${'x'.repeat(300_000)}"`,
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    '{"__proto__":{"reason":""}}',
  ];
  for (const junk of strange) {
    const [known, transferId] = [JSON.stringify(body).slice(1), await held(10, 'nothing')];
    const both = `{"\\u0000junk":${junk},"__proto__":${junk},"junk":${junk}`;
    const { json } = await agent.ask<ActAnswer>('POST', '/transfers/attach', `${both},${known}`);
    assert.ok(json.outcome === 'proposed', JSON.stringify(json));
    assert.deepEqual((await trail()).at(-1)?.after, { request: body, amount: 1500 });
    const [view] = (await agent.get<ApprovalList>('/approvals?limit=1')).items;
    assert.deepEqual(view?.request, body);
    await approver.post(`/approvals/${json.approvalId}/decline`, { reason: 'no' });
    const returned = { transferId, reason: 'nobody knows it' };
    const answer = await agent.ask('POST', '/transfers/return', `${both},${JSON.stringify(returned).slice(1)}`);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await trail()).at(-1)?.after.request, returned);
  }
  const inside = { payments: [{ paymentId: 1, accountNumber: '1'.repeat(101) }], reason: 'x' };
  const { status, text } = await agent.ask('POST', '/failed-payments/requeue', inside);
  assert.deepEqual([status, /at most 100 characters/.test(text)], [400, true], text);
});

test('after all of it every cent is where the ledger says', balanced);
