/** `payment show` of a card payment: its checks, sessions, declines and what went back, in their order. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { recordReversal } from '../../src/collection/card/reversals.ts';
import { timeline } from '../../src/timeline/timeline.ts';
import { command } from '../world/commands.ts';
import { openWorld } from '../world/service.ts';
import { type CardRecord, cardPayment, chosen, pressed, through } from './card-world.ts';

interface Shown {
  identityChecks: { attempt: number; state: string; failure: string | null }[];
  cardSessions: {
    attempt: number;
    state: string;
    decline: string | null;
    amountCents: number;
    receivedCents: number | null;
  }[];
  cardReversals: { kind: string; state: string; amountCents: number }[];
  entries: { at: string; what: string; step?: string; move?: { to: string } }[];
}

const world = await openWorld();
const { token, id: partnerId } = await world.partner();
const { database } = world.testDatabase;
const letPass = (advanceSeconds: number) => world.call('POST', '/sandbox/clock', { token, body: { advanceSeconds } });

const show = async ({ id }: CardRecord) => {
  const shown = await command<Shown>(world.env, 'payment', 'show', '--payment', String(id));
  assert.equal(shown.code, 0, shown.stderr);
  return shown.json;
};

test('why an identity check failed is told to the operator, not to the partner; no name of a session is told to anybody', async () => {
  const payment = await cardPayment(world, token);
  await through(payment, 'identity', 'canceled');
  await through(payment, 'identity', 'face_mismatch');
  const shown = await show(payment);
  assert.deepEqual(
    shown.identityChecks.map(({ attempt, state, failure }) => [attempt, state, failure]),
    [
      [1, 'canceled', null],
      [2, 'failed', 'face_mismatch'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(shown), /sim_identity_/);
  const mine = await timeline(database, partnerId, BigInt(payment.id));
  assert.deepEqual(
    mine?.identityChecks.map((check) => check.failure),
    [null, null],
  );
});

/** Verified, declined, paid on another session, and refunded for a while, with a minute between all that. */
async function throughAll(payment: CardRecord): Promise<void> {
  await chosen(await pressed(payment, 'identity'), 'verified');
  await letPass(60);
  await through(payment, 'card', 'declined_later');
  await letPass(180);
  await through(payment, 'card', 'paid');
  await letPass(60);
  const { rows } = await database.query(
    'select provider_payment_id as name from card_sessions where payment_id = $1 and attempt = 2',
    [payment.id],
  );
  const refund = { provider: 'simulated', providerId: 're_1', kind: 'refund', goneCents: 5_000n, step: 1 } as const;
  const told = { ...refund, providerPaymentId: rows[0]?.name as string, reason: 'moved out' };
  await database.transaction((tx) => recordReversal(tx, told));
  await letPass(60);
  await database.transaction((tx) => recordReversal(tx, { ...told, goneCents: 0n, step: 2 }));
}

test('a way with all its turns is told in order, in parts and in words', async () => {
  const payment = await cardPayment(world, token);
  await throughAll(payment);
  const shown = await show(payment);
  assert.deepEqual(
    shown.entries
      .filter(({ what }) => what !== 'webhook' && what !== 'delivery')
      .map(({ what, step, move }) => [what, step ?? move?.to].join(' ')),
    [
      'move awaiting_funds',
      'identity begun',
      'identity changed',
      'card begun',
      'card changed',
      'card begun',
      'card changed',
      'move collected',
      'reversal posted',
      'reversal withdrawn',
    ],
  );
  assert.deepEqual(
    shown.cardSessions.map(({ state, decline, amountCents, receivedCents }) => [
      state,
      decline,
      amountCents,
      receivedCents,
    ]),
    [
      ['expired', 'insufficient_funds', 165_000, null],
      ['paid', null, 165_000, 165_000],
    ],
  );
  const { stdout } = spawnSync(
    process.execPath,
    ['src/commands/main.ts', 'payment', 'show', '--payment', String(payment.id)],
    { env: world.env, encoding: 'utf8' },
  );
  for (const line of [
    /identity check 1 is verified\n/,
    /card session 1 begun \(simulated\), 1650\.00\n/,
    /card session 1 is expired; declined: insufficient funds; sim_payment_\S+\n/,
    /card session 2 is paid; 1650\.00 received; sim_payment_\S+\n/,
    /refund re_1 of card session 2: 50\.00 went back \(moved out\)\n/,
    /refund re_1 of card session 2: 50\.00 is withdrawn\n/,
  ]) {
    assert.match(stdout, line);
  }
});

test('a look that changes nothing does not change when it happened', async () => {
  const payment = await cardPayment(world, token);
  await through(payment, 'identity', 'verified');
  const before = await timeline(database, undefined, BigInt(payment.id));
  await letPass(3600);
  await pressed(payment, 'card');
  await world.call('GET', new URL(payment.paymentUrl).pathname);
  const after = await timeline(database, undefined, BigInt(payment.id));
  assert.equal(String(after?.identityChecks[0]?.changedAt), String(before?.identityChecks[0]?.changedAt));
});
