/**
 * Four eyes on every way that moves the same money: what only lets go of it, or brings it in by a file, needs a second person above
 * APPROVAL_ABOVE (here 1,000) as well.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type {
  ActAnswer,
  ApprovalList,
  ApproveAnswer,
  FilePreview,
  HeldAnswerList,
  OpenReturnList,
  QuarantineList,
  TakeUpAnswer,
  UploadAnswer,
} from '../../../src/console/desk/views.ts';
import { asShown, camt054File, paid, pain002File, transferFor } from '../../world/bodies.ts';
import { done } from '../../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnOfDebit, returnText, spoiled } from '../../world/eft.ts';
import { type PaymentRecord, temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, approver, play, held, pay, balanced, trail } = await openConsole();
const { database } = world.testDatabase;
const account = await registered(world, token);

const statusOf = async ({ id }: PaymentRecord) => (await asShown(world, token, id)).status;
const approve = (id: number) => approver.post<ApproveAnswer>(`/approvals/${id}/approve`);
const upload = (content: string | Buffer, name = 'from-the-bank.xml') => ({
  name,
  contentBase64: Buffer.from(content).toString('base64'),
});
const transfersOf = (payment: PaymentRecord) => readFileSync(camt054File([transferFor(payment)]));
const takenIn = async (content: string | Buffer) => {
  const answer = await approver.post<UploadAnswer>('/files/upload', upload(content));
  assert.ok(answer.outcome === 'taken-in');
  return answer.file;
};
function proposal(answer: ActAnswer, amount: number): number {
  assert.deepEqual([answer.outcome, answer.amount], ['proposed', amount]);
  return answer.outcome === 'proposed' ? answer.approvalId : 0;
}
const aboutOf = async (id: number) =>
  (await agent.get<ApprovalList>('/approvals')).items.find(({ approvalId }) => approvalId === id)?.about;

test('a small transfer that completes a large payment counts as the payment', async () => {
  const payment = await pay({ amount: 50_000 });
  const transferId = await held(10, payment.identificationNumber);
  const body = { transferIds: [transferId], paymentId: payment.id, acceptedAmount: 10, reason: 'as agreed' };
  const id = proposal(await agent.post<ActAnswer>('/transfers/attach', body), 50_000);
  assert.equal(await statusOf(payment), 'pending');
  assert.equal((await approve(id)).approval.state, 'approved');
  assert.equal(await statusOf(payment), 'completed');
});

/** A line of a transfer of which only a person can say that it is meant. */
async function lineOf(payment: PaymentRecord): Promise<number> {
  const second =
    '<TxDtls><Refs><ClrSysRef>XQ1</ClrSysRef></Refs><Amt Ccy="CAD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>';
  const text = transfersOf(payment)
    .toString('utf8')
    .replace(/<TxDtls>.*<\/TxDtls>/s, (whole) => `${whole}${second}`);
  const { fileId } = await takenIn(text);
  const { items } = await agent.get<QuarantineList>(`/quarantine?fileId=${fileId}`);
  const line = items.find(({ needsDecision }) => needsDecision);
  assert.ok(line, JSON.stringify(items));
  return line.lineId;
}
const takeUp = async (lineId: number, by = agent) =>
  (await by.post<TakeUpAnswer>('/quarantine/take-up', { lineIds: [lineId], reason: 'it is meant' })).lines[0];

test('a quarantined transfer above the amount is taken up by two people, one below by one', async () => {
  const [small, large] = [await pay({ amount: 400 }), await pay({ amount: 40_000 })];
  assert.equal((await takeUp(await lineOf(small)))?.takenUp, true);
  assert.equal(await statusOf(small), 'completed');

  const lineId = await lineOf(large);
  const line = await takeUp(lineId);
  assert.deepEqual([line?.takenUp, typeof line?.approvalId], [false, 'number']);
  assert.equal(await statusOf(large), 'pending');
  const shown = (await agent.get<QuarantineList>('/quarantine')).items.find((each) => each.lineId === lineId);
  assert.equal(shown?.approvalId, line?.approvalId);
  const about = await aboutOf(line?.approvalId ?? 0);
  assert.deepEqual([about?.lines[0]?.lineId, about?.lines[0]?.content.amountCents], [lineId, '4000000']);
  assert.match(String((await takeUp(lineId, approver))?.result), /waits for approval already/);
  assert.equal((await approve(line?.approvalId ?? 0)).approval.state, 'approved');
  assert.equal(await statusOf(large), 'completed');
});

test('a large line that still cannot be used is tried by one person, and stays', async () => {
  const first = transferFor(await pay({ amount: 1 }), { amountCents: 500_000n });
  await takenIn(readFileSync(camt054File([first])));
  const { fileId } = await takenIn(readFileSync(camt054File([{ ...first, amountCents: 600_000n }])));
  const [line] = (await agent.get<QuarantineList>(`/quarantine?fileId=${fileId}`)).items;
  const tried = await takeUp(line?.lineId ?? 0);
  assert.deepEqual([tried?.takenUp, tried?.approvalId], [false, null]);
  assert.match(String(tried?.result), /stays in quarantine/);
  assert.equal((await trail()).at(-1)?.act, 'quarantined line tried');
});

test('of two who take up one line at once, one does, and the trail says nothing else', async () => {
  for (let round = 0; round < 3; round += 1) {
    const lineId = await lineOf(await pay({ amount: 100 + round }));
    const lines = await Promise.all([takeUp(lineId), takeUp(lineId, approver)]);
    assert.deepEqual(lines.map((line) => line?.takenUp).sort(), [false, true]);
    assert.ok(lines.some((line) => line?.result === 'There is no open line with this id'));
    const entries = (await trail()).filter(({ subject }) => subject === `line ${lineId}`);
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['quarantined line taken up'],
    );
  }
});

async function sentDebit(amount: number) {
  const payment = await eftPayment(world, token, account.id, { amount });
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  return { payment, debit: debitOf(await debitsIn(file), payment) };
}
const returnsFile = (text: string) => Buffer.from(text, 'latin1');

/** A held return of the debit of a payment over this amount. */
async function heldReturn(amount: number) {
  const { payment, debit } = await sentDebit(amount);
  const strange = returnOfDebit('901', debit);
  await takenIn(returnsFile(returnText([{ ...strange, original: { ...strange.original, amountCents: 5n } }])));
  const { items } = await agent.get<OpenReturnList>('/returns?limit=200');
  const returnId = items.find(({ paymentId }) => paymentId === payment.id)?.returnId ?? 0;
  return { payment, body: { returnIds: [returnId], apply: false, reason: 'the bank withdrew it' } };
}

test('marking a held return as dealt with counts as its debit, which may be presumed paid then', async () => {
  const { payment, body } = await heldReturn(5000);
  const id = proposal(await agent.post<ActAnswer>('/returns/resolve', body), 5000);
  await play('clock', { advanceBusinessDays: 8 });
  assert.equal(await statusOf(payment), 'pending');
  assert.equal((await approve(id)).approval.state, 'approved');
  await play('clock', { advanceBusinessDays: 1 });
  assert.equal(await statusOf(payment), 'completed');
});

test('setting a line aside counts as the debits that it names, which may be presumed paid then', async () => {
  const { payment, debit } = await sentDebit(6000);
  const { fileId } = await takenIn(returnsFile(spoiled(returnText([returnOfDebit('901', debit)]), 0)));
  const lineIds = (await agent.get<QuarantineList>(`/quarantine?fileId=${fileId}`)).items.map(({ lineId }) => lineId);
  const body = { lineIds, reason: 'the bank says that nothing came back' };
  const id = proposal(await agent.post<ActAnswer>('/quarantine/set-aside', body), 6000);
  assert.deepEqual(
    (await aboutOf(id))?.payments.map(({ paymentId }) => paymentId),
    [payment.id],
  );
  await play('clock', { advanceBusinessDays: 8 });
  assert.equal(await statusOf(payment), 'pending');
  assert.equal((await approve(id)).approval.state, 'approved');
});

test('setting aside a line that holds a transfer counts as the transfer, which is in no list any more then', async () => {
  const setAside = async (amount: number) => {
    const lineIds = [await lineOf(await pay({ amount }))];
    return agent.post<ActAnswer>('/quarantine/set-aside', { lineIds, reason: 'nothing came' });
  };
  assert.equal((await setAside(300)).outcome, 'done');
  const id = proposal(await setAside(30_000), 30_000);
  const waiting = (await agent.get<QuarantineList>('/quarantine')).items.filter(({ approvalId }) => approvalId === id);
  assert.equal(waiting.length, 1);
  assert.equal((await approve(id)).approval.state, 'approved');
  const left = (await agent.get<QuarantineList>('/quarantine')).items;
  assert.ok(!left.some(({ lineId }) => lineId === waiting[0]?.lineId));
});

/** A bank's report on the latest submission of a payment. */
async function reportOn({ id }: PaymentRecord, status: 'RJCT' | 'ACSC') {
  const { rows } = await database.query<{ message_id: string; block_id: string; end_to_end_id: string }>(
    `select b.message_id, i.block_id, i.end_to_end_id from settlement_items i join settlement_batches b on b.id = i.batch_id
     where i.payment_id = $1 order by i.attempt desc limit 1`,
    [id],
  );
  const [item] = rows;
  assert.ok(item);
  const reasons = status === 'RJCT' ? [{ code: 'AC01' }] : [];
  const transactions = [{ originalEndToEndId: item.end_to_end_id, status, reasons }];
  const blocks = [{ originalPaymentInformationId: item.block_id, transactions }];
  return readFileSync(pain002File({ originalMessageId: item.message_id, blocks }));
}

test('marking an answer as dealt with counts as its payment, which may be sent again or given back then', async () => {
  const payment = await paid(world, token, { amount: 1500 });
  await done(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  await takenIn(await reportOn(payment, 'RJCT'));
  await takenIn(await reportOn(payment, 'ACSC'));
  const { items } = await agent.get<HeldAnswerList>('/settlement/held');
  const answer = items.find(({ paymentId }) => paymentId === payment.id);
  const body = { answerIds: [answer?.answerId], reason: 'the bank withdrew it' };
  const id = proposal(await agent.post<ActAnswer>('/settlement/resolve', body), 1500);
  assert.deepEqual(
    (await aboutOf(id))?.payments.map(({ paymentId }) => paymentId),
    [payment.id],
  );
  const waiting = (await agent.get<HeldAnswerList>('/settlement/held')).items;
  assert.equal(waiting.find(({ answerId }) => answerId === answer?.answerId)?.approvalId, id);
  assert.equal((await approve(id)).approval.state, 'approved');
  assert.match(await agent.refused(409, '/settlement/resolve', body), /none was marked/);
});

test('a file that could move more than the amount is taken in by an approver only, one without amounts always', async () => {
  const payment = await pay({ amount: 50_000 });
  const small = await pay({ amount: 999 });
  const { debit } = await sentDebit(2000);
  const refused = [
    transfersOf(payment),
    readFileSync(camt054File([transferFor(small), transferFor(small, { amountCents: 200n })])),
    returnsFile(returnText([returnOfDebit('901', debit)])),
    readFileSync(pain002File({ originalMessageId: 'ANY', status: 'RJCT' })),
  ];
  for (const content of refused) {
    assert.equal((await agent.post<FilePreview>('/files/preview', upload(content))).mayTakeIn, false);
    assert.match(await agent.refused(403, '/files/upload', upload(content)), /more than 1000\.00: an approver must/);
    const seen = await approver.post<FilePreview>('/files/preview', upload(content));
    assert.deepEqual([seen.mayTakeIn, seen.knownFileId], [true, null]);
  }
  assert.equal((await agent.post<FilePreview>('/files/preview', upload(transfersOf(small)))).mayTakeIn, true);
  await agent.post('/files/upload', upload(transfersOf(small)));
  assert.equal(await statusOf(small), 'completed');
  await takenIn(transfersOf(payment));
  assert.equal(await statusOf(payment), 'completed');
  const [asked] = (await trail()).slice(-2);
  assert.deepEqual([asked?.act, asked?.by, asked?.after.role], ['bank file uploaded', approver.email, 'approver']);
});

test('while a proposal waits, nothing that it is about is acted on by one person either', async () => {
  const payment = await pay({ amount: 1200 });
  const transferIds = [await held(600, payment.identificationNumber), await held(600, payment.identificationNumber)];
  const [first, second] = transferIds;
  const body = { transferIds, paymentId: payment.id, reason: 'in two parts' };
  const id = proposal(await agent.post<ActAnswer>('/transfers/attach', body), 1200);
  const small = await pay({ amount: 601 });
  const part = { transferIds: [first], paymentId: small.id, acceptedAmount: 600, reason: 'x' };
  const why = new RegExp(`Proposal ${id} about transfer ${first}, .* waits for approval already`);
  assert.match(await agent.refused(409, '/transfers/attach', part), why);
  assert.match(await agent.refused(409, '/transfers/return', { transferId: second, reason: 'x' }), why);
  assert.equal((await approve(id)).approval.state, 'approved');
  assert.deepEqual([await statusOf(payment), await statusOf(small)], ['completed', 'pending']);

  const { body: marking, payment: debited } = await heldReturn(3000);
  const taking = proposal(await agent.post<ActAnswer>('/returns/resolve', { ...marking, apply: true }), 3000);
  assert.match(await agent.refused(409, '/returns/resolve', marking), new RegExp(`Proposal ${taking} about`));
  assert.equal((await approve(taking)).approval.state, 'approved');
  assert.equal(await statusOf(debited), 'failed');
});

test('after all of it every cent is where the ledger says', balanced);
