/** Settlement and debits run now from the console, and what went out downloaded again. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type {
  BankFileList,
  BatchList,
  FileDetail,
  NextBatchView,
  NextDebitsView,
  RunAnswer,
} from '../../../src/console/desk/views.ts';
import { asShown, paid } from '../../world/bodies.ts';
import { eftPayment, registered } from '../../world/eft.ts';
import { openConsole } from './a-desk.ts';

const { world, token, agent, approver, trail, balanced } = await openConsole();
const outbox = path.join(String(world.env.DATA_DIR), 'bank', 'outbox');
const reason = 'the bank closes early today';

/** The newest file that went out, with whether it stands. */
async function newest(): Promise<FileDetail> {
  const { items } = await agent.get<BankFileList>('/files?direction=out');
  return agent.get<FileDetail>(`/files/${items[0]?.fileId}`);
}

test('an approver runs settlement now: what was shown before is sent, and nothing is left for the cut-off', async () => {
  const payment = await paid(world, token);
  const before = await agent.get<NextBatchView>('/settlement/next');
  assert.deepEqual([before.mayRun, before.payments, before.total], [true, 1, 125.5]);
  await agent.refused(403, '/settlement/run', { reason });
  const ran = await approver.post<RunAnswer>('/settlement/run', { reason });
  assert.deepEqual([ran.payments, ran.total, ran.rejected, ran.waiting, ran.files.length], [1, 125.5, 0, 0, 1]);
  assert.equal((await agent.get<NextBatchView>('/settlement/next')).payments, 0);
  const [batch] = (await agent.get<BatchList>('/settlement/batches')).items;
  const file = await newest();
  assert.deepEqual([batch?.fileName, batch?.fileId, file.total], [ran.files[0], file.fileId, 125.5]);
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
  const kept = (await trail()).slice(-2).map(({ act, after }) => [act, after.reason]);
  assert.deepEqual(kept, [
    ['settlement run asked for', reason],
    ['settlement run', reason],
  ]);
  assert.deepEqual((await approver.post<RunAnswer>('/settlement/run', { reason })).files, []);
});

test('an approver runs the debits now', async () => {
  const account = await registered(world, token);
  await eftPayment(world, token, account.id, { amount: 40 });
  const before = await agent.get<NextDebitsView>('/eft/next');
  assert.deepEqual([before.mayRun, before.debits, before.total], [true, 1, 40]);
  const ran = await approver.post<RunAnswer>('/eft/run', { reason });
  assert.deepEqual([ran.payments, ran.total, ran.rejected, ran.files.length], [1, 40, null, 1]);
  assert.equal((await agent.get<NextDebitsView>('/eft/next')).debits, 0);
});

test('a file that went out is downloaded as it was written, which is kept in the trail; taken away or changed it is not', async () => {
  const file = await newest();
  const place = path.join(outbox, file.name);
  assert.equal(file.stands, true);
  const { status, text, headers } = await agent.ask('GET', `/files/${file.fileId}/content`);
  assert.equal(status, 200, text);
  assert.equal(text, readFileSync(place, 'utf8'));
  assert.equal(headers['content-disposition'], `attachment; filename="${file.name}"`);
  const last = (await trail()).at(-1);
  assert.deepEqual([last?.act, last?.subject], ['bank file downloaded', `bank file ${file.fileId}`]);

  const content = readFileSync(place);
  writeFileSync(place, content.toString('latin1').replace('0', '1'), 'latin1');
  assert.equal((await agent.ask('GET', `/files/${file.fileId}/content`)).status, 409);
  renameSync(place, `${place}.away`);
  assert.equal((await newest()).stands, false);
  assert.equal((await agent.ask('GET', `/files/${file.fileId}/content`)).status, 409);
  assert.equal((await trail()).at(-1)?.act, 'bank file downloaded');
});

test('a run that cannot write its file says so, and the next one writes it', async () => {
  await paid(world, token, { amount: 60 });
  const aside = `${outbox}.aside`;
  renameSync(outbox, aside);
  writeFileSync(outbox, 'in the way');
  const why = await approver.refused(409, '/settlement/run', { reason });
  assert.match(why, /cannot be written to/);
  assert.equal((await trail()).at(-1)?.act, 'settlement run without its file');
  renameSync(outbox, `${outbox}.gone`);
  renameSync(aside, outbox);
  assert.equal((await approver.post<RunAnswer>('/settlement/run', { reason })).payments, 1);
});

test('after all of it every cent is where the ledger says', balanced);
