/** Bank files at the console: looked into, taken in, their bad lines dealt with, returns resolved. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileBytesMax } from '../../../src/console/desk/upload-limit.ts';
import type {
  ActAnswer,
  BankFileList,
  FilePreview,
  OpenReturnList,
  QuarantineList,
  TakeUpAnswer,
  UploadAnswer,
} from '../../../src/console/desk/views.ts';
import { asShown, camt054File, pain002File, transferFor } from '../../world/bodies.ts';
import { done } from '../../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnOfDebit, returnText, spoiled } from '../../world/eft.ts';
import { temporaryFolder } from '../../world/service.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, approver, pay, play, balanced, trail } = await openConsole();

const upload = (content: string | Buffer, name = 'from-the-bank.xml') => ({
  name,
  contentBase64: Buffer.from(content).toString('base64'),
});

test('a file is looked into without effect, then taken in, and its content is known from then on', async () => {
  const payment = await pay();
  const file = upload(readFileSync(camt054File([transferFor(payment), transferFor(payment, { amountCents: 100n })])));
  const preview = await agent.post<FilePreview>('/files/preview', file);
  assert.deepEqual(
    [preview.format, preview.lines, preview.quarantined, preview.total, preview.refusal, preview.knownFileId],
    ['camt.054', 2, 0, 126.5, null, null],
  );
  assert.match(String(preview.sample[0]?.text), new RegExp(payment.identificationNumber));
  assert.equal((await asShown(world, token, payment.id)).status, 'pending');
  assert.deepEqual((await agent.get<BankFileList>('/files')).items, []);

  const taken = await agent.post<UploadAnswer>('/files/upload', file);
  assert.ok(taken.outcome === 'taken-in');
  assert.deepEqual([taken.file.counts?.matched, taken.file.counts?.held, taken.file.total], [1, 1, 126.5]);
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  assert.equal((await agent.post<FilePreview>('/files/preview', file)).knownFileId, taken.file.fileId);

  const again = await agent.post<UploadAnswer>('/files/upload', { ...file, name: 'another-name.xml' });
  assert.ok(again.outcome === 'taken-in');
  assert.equal(again.file.fileId, taken.file.fileId);
  const { items } = await agent.get<BankFileList>('/files?direction=in');
  assert.deepEqual(
    items.map(({ fileId, name, state }) => [fileId, name, state]),
    [[taken.file.fileId, 'from-the-bank.xml', 'done']],
  );
  assert.deepEqual(
    (await trail()).slice(-4).map(({ act }) => act),
    ['bank file uploaded', 'bank file taken-in', 'bank file uploaded', 'bank file taken-in'],
  );
});

test('a file larger than other requests may be can be looked into; one that is too large is refused with what is accepted', async () => {
  const payment = await pay();
  const transfers = Array.from({ length: 3000 }, () => transferFor(payment));
  const content = readFileSync(camt054File(transfers));
  assert.ok(content.length > 2 ** 20, String(content.length));
  assert.equal((await agent.post<FilePreview>('/files/preview', upload(content))).lines, transfers.length);
  const beyond = upload(Buffer.alloc(fileBytesMax + 8192, 'x'));
  assert.match(await agent.refused(400, '/files/preview', beyond), /at most 10 MiB/);
});

test('a file that cannot be read to its end is refused with the place, and nothing of it takes effect', async () => {
  const payment = await pay();
  const whole = readFileSync(camt054File([transferFor(payment)]), 'utf8');
  for (const content of [whole.slice(0, -30), 'neither XML nor AFT', '<?xml version="1.0"?><!DOCTYPE a><a/>']) {
    const preview = await agent.post<FilePreview>('/files/preview', upload(content));
    assert.ok(preview.refusal, content.slice(0, 20));
    const answer = await agent.post<UploadAnswer>('/files/upload', upload(content));
    assert.equal(answer.outcome, 'refused', content.slice(0, 20));
  }
  assert.equal((await asShown(world, token, payment.id)).status, 'pending');
});

test('a name that leads elsewhere stays a name, and what is no base64 is refused', async () => {
  const content = readFileSync(camt054File([transferFor(await pay())]));
  const answer = await agent.post<UploadAnswer>('/files/upload', upload(content, '../../etc/passwd'));
  assert.ok(answer.outcome === 'taken-in');
  assert.equal(answer.file.name, 'passwd');
  await agent.refused(400, '/files/upload', upload(content, '..'));
  for (const contentBase64 of ['%%%', '', 'QUJD%QUJD', 'QUJDRA', 'QUJD\n']) {
    assert.match(await agent.refused(400, '/files/upload', { name: 'x', contentBase64 }), /details/, contentBase64);
  }
});

test('a bad line waits in quarantine until it is taken up or set aside, with a reason', async () => {
  const payment = await pay();
  const first = transferFor(payment, { amountCents: 100n });
  await agent.post('/files/upload', upload(readFileSync(camt054File([first]))));
  const contradicting = { ...first, amountCents: 200n };
  const taken = await agent.post<UploadAnswer>('/files/upload', upload(readFileSync(camt054File([contradicting]))));
  assert.ok(taken.outcome === 'taken-in');
  assert.equal(taken.file.quarantinedLines, 1);
  const { items } = await agent.get<QuarantineList>(`/quarantine?fileId=${taken.file.fileId}`);
  const [line] = items;
  assert.ok(line);
  assert.equal(line.content.reference?.startsWith('network:'), true, JSON.stringify(line));
  const body = { lineIds: [line.lineId], reason: 'the bank says it is meant' };
  const [tried] = (await agent.post<TakeUpAnswer>('/quarantine/take-up', body)).lines;
  assert.equal(tried?.takenUp, false);
  assert.match(String(tried?.result), /stays in quarantine/);
  await agent.refused(409, '/quarantine/set-aside', { ...body, lineIds: [line.lineId, 999_999] });
  await agent.post('/quarantine/set-aside', body);
  assert.deepEqual((await agent.get<QuarantineList>(`/quarantine?fileId=${taken.file.fileId}`)).items, []);
  assert.deepEqual((await trail()).at(-1)?.after, { request: body, done: { state: 'set_aside' } });
});

async function sentDebit(more: Record<string, unknown> = {}) {
  const account = await registered(world, token);
  const payment = await eftPayment(world, token, account.id, more);
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  return { payment, debit: debitOf(await debitsIn(file), payment) };
}

test('a return file shows its account numbers nowhere, and its unreadable line is kept sealed', async () => {
  const { debit } = await sentDebit();
  const text = spoiled(returnText([returnOfDebit('901', debit)]), 0);
  const file = upload(Buffer.from(text, 'latin1'), 'returns.txt');
  const preview = await agent.ask('POST', '/files/preview', file);
  assert.equal(preview.text.includes(debit.account), false, preview.text);
  const taken = await agent.post<UploadAnswer>('/files/upload', file);
  assert.ok(taken.outcome === 'taken-in');
  const lines = await agent.ask('GET', `/quarantine?fileId=${taken.file.fileId}`);
  assert.match(lines.text, /aft-returns/);
  assert.equal(lines.text.includes(debit.account) || lines.text.includes('sealed'), false, lines.text);
});

test('a held return is taken up for the debit that its reference names, above the amount by two people', async () => {
  const { payment, debit } = await sentDebit({ amount: 1200 });
  const strange = returnOfDebit('901', debit);
  const given = { ...strange, original: { ...strange.original, amountCents: 5n } };
  await agent.post('/files/upload', upload(Buffer.from(returnText([given]), 'latin1'), 'returns.txt'));
  const open = (await agent.get<OpenReturnList>('/returns')).items.find(({ paymentId }) => paymentId === payment.id);
  assert.deepEqual([open?.action, open?.code.code, open?.code.acts, open?.amount], ['hold', '901', 'payer', 0.05]);
  const body = { returnIds: [open?.returnId], apply: true, reason: 'the bank sent the wrong amount' };
  const answer = await agent.post<ActAnswer>('/returns/resolve', body);
  assert.deepEqual([answer.outcome, answer.amount], ['proposed', 1200]);
  assert.equal((await asShown(world, token, payment.id)).status, 'pending');
  assert.ok(answer.outcome === 'proposed');
  await approver.post(`/approvals/${answer.approvalId}/approve`);
  assert.equal((await asShown(world, token, payment.id)).status, 'failed');
  await agent.refused(409, '/returns/resolve', { ...body, apply: false });
});

test('a late return waits until it is marked as dealt with', async () => {
  const { payment, debit } = await sentDebit();
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  await agent.post(
    '/files/upload',
    upload(Buffer.from(returnText([returnOfDebit('901', debit)]), 'latin1'), 'late.txt'),
  );
  const open = (await agent.get<OpenReturnList>('/returns')).items.find(({ paymentId }) => paymentId === payment.id);
  assert.equal(open?.action, 'late');
  const body = { returnIds: [open?.returnId], apply: false, reason: 'the partner has paid it' };
  await agent.refused(409, '/returns/resolve', { ...body, apply: true });
  await agent.post('/returns/resolve', body);
  assert.equal((await trail()).at(-1)?.act, 'returns marked as dealt with');
  const left = (await agent.get<OpenReturnList>('/returns')).items;
  assert.equal(
    left.some(({ paymentId }) => paymentId === payment.id),
    false,
  );
});

test('a status report is looked into and taken in as well', async () => {
  const report = readFileSync(pain002File({ originalMessageId: 'NEVER-SENT-BY-US', status: 'RJCT' }));
  const preview = await agent.post<FilePreview>('/files/preview', upload(report));
  assert.deepEqual([preview.format, preview.lines, preview.total], ['pain.002', 1, null]);
  const taken = await approver.post<UploadAnswer>('/files/upload', upload(report));
  assert.ok(taken.outcome === 'taken-in');
  assert.equal(taken.file.counts?.unknown, 1);
  const { items } = await agent.get<{ items: { answerId: number; action: string }[] }>('/settlement/held');
  assert.deepEqual(
    items.map(({ action }) => action),
    ['unknown'],
  );
  const body = { answerIds: items.map(({ answerId }) => answerId), reason: 'of another company' };
  await agent.post('/settlement/resolve', body);
  assert.match(await agent.refused(409, '/settlement/resolve', body), /none was marked/);
});

test('after all of it every cent is where the ledger says', balanced);
