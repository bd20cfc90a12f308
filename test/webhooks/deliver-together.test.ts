/** Many deliveries at once: order, fairness, stopping, processes that die, several processes (design §7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/base/database.ts';
import { claim, giveUpUnknown } from '../../src/webhooks/attempts.ts';
import { enqueue } from '../../src/webhooks/enqueue.ts';
import { allEvents, aPayment, take, until } from '../world/payments.ts';
import {
  aListener,
  allFinished,
  attemptsOf,
  database,
  eventsOf,
  logged,
  started,
  stopAll,
  world,
} from './deliveries.ts';
import { receiver, status } from './receivers.ts';

test('the events of one payment go out one after the other, also when the first one hangs', async () => {
  let answeredAt = 0;
  const { seen, url } = await receiver((_, response) => {
    if (seen.length > 1) response.writeHead(200).end();
    else answeredAt = performance.now() + 300;
  });
  const { partnerId } = await aListener(url);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received', 'rejected');
  started({ timeoutMilliseconds: 300 });
  await until('the first event to arrive', () => seen.length > 0);
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => each.state),
    ['claimed', 'pending', 'pending'],
  );
  await allFinished(partnerId);
  assert.ok(performance.now() >= answeredAt - 50);
  assert.deepEqual(
    seen.map((each) => JSON.parse(each.body).event),
    allEvents,
  );
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => each.state),
    ['failed', 'delivered', 'delivered'],
  );
});

test('one slow partner has at most its own share under way, and holds up nobody else', async () => {
  const held: (() => void)[] = [];
  const slow = await receiver((_, response) => held.push(() => response.writeHead(200).end()));
  const quick = await receiver(status(200));
  const one = await aListener(slow.url);
  const other = await aListener(quick.url);
  for (let index = 0; index < 10; index += 1) await aPayment(database, one.partnerId);
  for (let index = 0; index < 10; index += 1) await aPayment(database, other.partnerId);
  started({ concurrency: 6, concurrencyPerPartner: 3 });
  await allFinished(other.partnerId);
  assert.equal(slow.seen.length, 3);
  assert.equal((await eventsOf(one.partnerId)).filter((each) => each.state === 'claimed').length, 3);
  const letting = setInterval(() => held.splice(0).forEach((answer) => void answer()), 5);
  await allFinished(one.partnerId);
  clearInterval(letting);
  assert.equal(slow.seen.length, 10);
});

test('the total of what is under way is bounded too', async () => {
  let open = 0;
  let openMax = 0;
  const { seen, url } = await receiver((_, response) => {
    open += 1;
    openMax = Math.max(openMax, open);
    setImmediate(() => {
      open -= 1;
      response.writeHead(200).end();
    });
  });
  const partners = await Promise.all(Array.from({ length: 6 }, () => aListener(url)));
  for (const { partnerId } of partners) for (let index = 0; index < 5; index += 1) await aPayment(database, partnerId);
  started({ concurrency: 4, concurrencyPerPartner: 3 });
  for (const { partnerId } of partners) await allFinished(partnerId);
  assert.equal(seen.length, 30);
  assert.ok(openMax <= 4, `${openMax} were open at a time`);
});

test('stop claims nothing more, and waits until every attempt under way is recorded', async () => {
  const held: (() => void)[] = [];
  const { seen, url } = await receiver((_, response) => held.push(() => response.writeHead(200).end()));
  const { partnerId } = await aListener(url);
  for (let index = 0; index < 6; index += 1) await aPayment(database, partnerId);
  const deliverer = started({ concurrencyPerPartner: 2 });
  await until('two events to arrive', () => seen.length === 2);
  let stopped = false;
  const stopping = deliverer.stop().then(() => {
    stopped = true;
  });
  await database.query('select 1');
  assert.equal(stopped, false);
  for (const answer of held) answer();
  await stopping;
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => each.state),
    ['delivered', 'delivered', 'pending', 'pending', 'pending', 'pending'],
  );
  assert.equal(seen.length, 2);
});

test('what a dead process had claimed becomes unknown, is never sent again, and lets the next event of its payment go', async () => {
  const { seen, url } = await receiver(status(200));
  const { partnerId } = await aListener(url);
  const payment = await aPayment(database, partnerId);
  await take(database, payment, 'funds_received');
  // Another process claims the first event and dies.
  const claims = await claim(database, { total: 100, perPartner: 100, busy: new Map() });
  const [dead, ...others] = claims.filter((each) => each.partnerId === partnerId).map((each) => each.eventId);
  assert.ok(dead !== undefined && others.length === 0);
  assert.equal(await giveUpUnknown(database, 60), 0);
  await database.query(
    `update webhook_attempts set started_at = started_at - interval '61 seconds' where partner_id = $1 and event_id = $2`,
    [partnerId, dead],
  );
  started();
  const events = await allFinished(partnerId);
  assert.deepEqual(
    events.map((each) => [each.event, each.state, each.attempts]),
    [
      ['payment.created', 'unknown', 1],
      ['payment.completed', 'delivered', 1],
    ],
  );
  assert.deepEqual(
    seen.map((each) => JSON.parse(each.body).event),
    ['payment.completed'],
  );
  const [attempt] = await attemptsOf(partnerId);
  assert.equal(attempt?.outcome, 'unknown');
  assert.match(attempt?.reason as string, /died before it could record/);
  assert.ok(logged.some((line) => line.level === 'warn' && line.msg?.includes('unknown outcome')));
});

test('what was claimed a moment ago is left to its process: another one neither sends it nor gives it up', async () => {
  const { seen, url } = await receiver(status(200));
  const { partnerId } = await aListener(url);
  await aPayment(database, partnerId);
  await claim(database, { total: 100, perPartner: 100, busy: new Map() });
  started();
  const marker = await aListener((await receiver(status(200))).url);
  await aPayment(database, marker.partnerId);
  await allFinished(marker.partnerId);
  assert.deepEqual(
    (await eventsOf(partnerId)).map((each) => each.state),
    ['claimed'],
  );
  assert.equal(seen.length, 0);
});

test('two deliverers on one database send each of 200 events exactly once, each payment’s in order', async () => {
  const { seen, url } = await receiver(status(200));
  const listeners = await Promise.all(Array.from({ length: 4 }, () => aListener(url)));
  const second = openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 5 });
  try {
    const keys = listeners.flatMap(({ partnerId }) =>
      Array.from({ length: 25 }, (_, index) => ({ partnerId, paymentId: BigInt(index + 1) })),
    );
    const owed = (event: string) =>
      keys.map((key) => ({ ...key, event, record: `{"id":${key.paymentId},"partner":${key.partnerId}}` }));
    assert.equal(await enqueue(database, owed('payment.created')), 100);
    started();
    started({ database: second });
    assert.equal(await enqueue(database, owed('payment.completed')), 100);
    for (const { partnerId } of listeners) await allFinished(partnerId, 30);
    const sent = seen.map((each) => {
      const { event, payments } = JSON.parse(each.body);
      return `${payments[0].partner} ${payments[0].id} ${event}`;
    });
    assert.equal(sent.length, 200);
    assert.equal(new Set(sent).size, 200);
    for (const { partnerId, paymentId } of keys) {
      const key = `${partnerId} ${paymentId}`;
      assert.ok(sent.indexOf(`${key} payment.created`) < sent.indexOf(`${key} payment.completed`), key);
    }
    for (const { partnerId } of listeners) {
      assert.ok((await eventsOf(partnerId)).every((each) => each.state === 'delivered' && each.attempts === 1));
    }
  } finally {
    await stopAll();
    await second.close();
  }
});

test('a database that is away while an attempt is to be recorded is tried again: nothing is sent twice', async () => {
  let cut = 0;
  const { seen, url } = await receiver(async (_, response) => {
    // Every connection of the deliverer dies while the receiver answers.
    const { rowCount } = await database.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and application_name = 'a dying deliverer'`,
    );
    cut += rowCount ?? 0;
    response.writeHead(200).end();
  });
  const { partnerId } = await aListener(url);
  const fragile = openDatabase({
    url: world.url,
    schema: 'sandbox',
    connectionsMax: 1,
    applicationName: 'a dying deliverer',
  });
  try {
    await aPayment(database, partnerId);
    started({ database: fragile });
    const events = await allFinished(partnerId);
    assert.ok(cut > 0);
    assert.deepEqual(
      events.map((each) => [each.state, each.attempts]),
      [['delivered', 1]],
    );
    assert.equal(seen.length, 1);
  } finally {
    await stopAll();
    await fragile.close();
  }
});
