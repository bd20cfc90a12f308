/** `settlement held | resolve`: answers of reports that contradict an earlier one, or speak of what was never sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paid, pain002File } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld } from '../world/service.ts';
import { accepted, rejected, report, reportOn, submit } from '../world/settlement.ts';

interface Held {
  answerId: number;
  action: string;
  why: string;
  paymentId: number | null;
  status: { code: string } | null;
  reason: { code: string; meaning: { en: string } } | null;
}

const world = await openWorld();
const { database } = world.testDatabase;
const { token } = await world.partner();
const held = async () => (await done<{ answers: Held[] }>(world.env, 'settlement', 'held')).answers;
const resolve = (answers: string, reason = 'the bank says it was accepted') =>
  command<{ resolved: number[] }>(world.env, 'settlement', 'resolve', '--answer', answers, '--reason', reason);

test('a held answer is listed with what it says and why it is held, until it is resolved; no payment changes', async () => {
  const payment = await paid(world, token);
  const { sent } = await submit(database);
  await report(database, reportOn(sent, accepted));
  await report(database, reportOn(sent, rejected));
  const blocks = [{ originalPaymentInformationId: 'B', transactions: [{ originalEndToEndId: 'NOBODY', ...accepted }] }];
  await report(database, pain002File({ originalMessageId: 'NEVER SENT', status: 'PART', blocks }));
  const answers = await held();
  const known = answers.find(({ action }) => action === 'hold');
  assert.deepEqual([known?.paymentId, known?.status?.code, known?.reason?.code], [payment.id, 'RJCT', 'AC01']);
  assert.match(known?.why ?? '', /after a reported acceptance/);
  assert.ok(answers.some(({ action, paymentId }) => action === 'unknown' && paymentId === null));

  const ids = answers.map(({ answerId }) => answerId).join(',');
  assert.match((await resolve(`${ids},999999`)).stderr, /no answer 999999 .*none was marked/);
  assert.match((await resolve(ids, '  ')).stderr, /--reason must not be blank/);
  assert.equal((await held()).length, answers.length);
  assert.deepEqual(
    (await resolve(ids)).json.resolved,
    answers.map(({ answerId }) => answerId),
  );
  assert.deepEqual(await held(), []);
  assert.equal((await resolve(ids)).code, 1);
  const { rows } = await database.query(
    'select distinct resolved_by, resolution from settlement_answers where resolved_at is not null',
  );
  assert.equal(rows.length, 1);
  assert.match(String(rows[0]?.resolved_by), /by command/);
  const shown = await done<{ state: string; reports: { resolvedAt: string | null }[] }>(
    world.env,
    ...['payment', 'show', '--payment', String(payment.id)],
  );
  assert.equal(shown.state, 'settled');
  assert.ok(shown.reports.at(-1)?.resolvedAt);
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
