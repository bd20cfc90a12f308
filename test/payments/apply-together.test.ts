/** Several processes that change the same payments at the same time (design §4). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { apply } from '../../src/payments/apply.ts';
import { findPayment } from '../../src/payments/store.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { allEvents, aPartner, aPayment, noon, until } from '../world/payments.ts';
import { balances, change, webhooks } from './effects.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

test('two processes with overlapping lists in opposite order do not deadlock, and each move happens once', async () => {
  const partnerId = await aPartner(database, allEvents);
  const payments = await Promise.all(Array.from({ length: 20 }, () => aPayment(database, partnerId)));
  const processes = [1, 2, 3].map(() => openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 2 }));
  const rounds = await Promise.all(
    processes.flatMap((each, index) =>
      [0, 5].map((from) => {
        const list = payments.slice(from, from + 15).map((payment) => change(payment, 'funds_received', 100n));
        return each.transaction((tx) => apply(tx, index % 2 === 0 ? list : list.toReversed(), noon));
      }),
    ),
  );
  await Promise.all(processes.map((each) => each.close()));
  const done = rounds.flat().flatMap((outcome) => (outcome.done ? [outcome.payment.id] : []));
  assert.equal(done.length, 20);
  assert.equal(new Set(done).size, 20);
  assert.equal(await balances(database, partnerId), 'interac 2000 billers 2000');
  assert.equal((await webhooks(database, partnerId)).filter((each) => each.startsWith('payment.completed')).length, 20);
});

test('who comes second decides on what the first one left: a completion cannot be taken twice', async () => {
  const partnerId = await aPartner(database);
  const payment = await aPayment(database, partnerId);
  const second = await database.transaction(async (first) => {
    await apply(first, [change(payment, 'funds_received', 100n)], noon);
    const waiting = database.transaction((tx) => apply(tx, [change(payment, 'funds_received', 200n)], noon));
    await until('the second transaction to wait for the lock', async () => {
      const { rows } = await database.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`);
      return rows.length > 0;
    });
    return { waiting };
  });
  const [outcome] = await second.waiting;
  assert.equal(outcome?.done, false);
  assert.equal((await findPayment(database, partnerId, payment.id))?.receivedCents, 100n);
});
