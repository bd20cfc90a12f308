/** Payment history (interface §4.4, open point `history-request`). */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Clock } from '../../src/base/clock.ts';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { apply } from '../../src/payments/apply.ts';
import { create } from '../../src/payments/create.ts';
import { type HistoryPage, type HistoryQuery, paymentHistory } from '../../src/payments/history.ts';
import type { Payment } from '../../src/payments/record.ts';
import { changeEmail } from '../../src/payments/update.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aNewPayment, aPartner, aPayment, noon, take } from '../world/payments.ts';

let world: TestDatabase;
let database: Database;
let partnerId: bigint;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());
beforeEach(async () => {
  partnerId = await aPartner(database);
});

const history = (query: Partial<HistoryQuery> = {}) => paymentHistory(database, partnerId, { limit: 100, ...query });
const idsOf = (page: HistoryPage) => page.payments.map((payment) => payment.id);

test('without filters: all payments of the partner and of nobody else, newest first', async () => {
  await aPayment(database, await aPartner(database));
  const made = [];
  for (let index = 0; index < 5; index += 1) made.push(await aPayment(database, partnerId));
  await aPayment(database, await aPartner(database));
  const page = await history();
  assert.deepEqual(page.payments, made.toReversed());
  assert.equal(page.nextCursor, undefined);
});

test('every filter finds what it names, and filters combine with "and"', async () => {
  const day = (number: number) => Temporal.Instant.from(`2026-11-0${number}T00:00:00Z`);
  const bill = await aPayment(database, partnerId, 'bill_interac', { createdAt: day(1), userEmail: 'One@Example.com' });
  const eft = await aPayment(database, partnerId, 'bill_eft', { createdAt: day(2) });
  const rent = await aPayment(database, partnerId, 'rent_interac', { createdAt: day(3), userEmail: 'one@example.COM' });
  const card = await aPayment(database, partnerId, 'rent_card', { createdAt: day(4) });
  const foreign = await aPayment(database, await aPartner(database));
  await take(database, bill, 'funds_received');
  await take(database, eft, 'funds_failed');
  const table: [Partial<HistoryQuery>, Payment[]][] = [
    [{ ids: [bill.id, card.id, foreign.id, 987_654n] }, [card, bill]],
    [{ ids: [] }, []],
    [{ identificationNumbers: [eft.identificationNumber, foreign.identificationNumber] }, [eft]],
    [{ status: 'pending' }, [card, rent]],
    [{ status: 'completed' }, [bill]],
    [{ status: 'failed' }, [eft]],
    [{ type: 'bill' }, [eft, bill]],
    [{ type: 'rent' }, [card, rent]],
    [{ userId: bill.userId }, [rent, bill]],
    [{ userId: foreign.userId }, []],
    [{ createdFrom: day(2) }, [card, rent, eft]],
    [{ createdTo: day(2) }, [bill]],
    [{ createdFrom: day(2), createdTo: day(4) }, [rent, eft]],
    [{ createdFrom: day(3), type: 'bill' }, []],
    [{ userId: bill.userId, type: 'rent', status: 'pending', ids: [rent.id] }, [rent]],
  ];
  for (const [query, expected] of table) {
    assert.deepEqual(
      idsOf(await history(query)),
      expected.map((payment) => payment.id),
      JSON.stringify(query, (_name, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
  }
});

test('every status is found by its states: together the three pages hold each payment once', async () => {
  const events = [
    [],
    ['funds_received'],
    ['funds_received', 'batched'],
    ['funds_received', 'batched', 'accepted'],
  ] as const;
  for (const way of events) await take(database, await aPayment(database, partnerId), ...way);
  await take(database, await aPayment(database, partnerId), 'funds_received', 'rejected', 'requeued');
  const pages = await Promise.all((['pending', 'completed', 'failed'] as const).map((status) => history({ status })));
  assert.deepEqual(
    pages.map((page) => page.payments.length),
    [1, 3, 1],
  );
});

test('pages by limit and cursor hold every payment once, also while others are being created', async () => {
  const made: bigint[] = [];
  for (let index = 0; index < 25; index += 1) made.push((await aPayment(database, partnerId)).id);
  const seen: bigint[] = [];
  let cursor: HistoryQuery['cursor'];
  const asOfs = new Set<string>();
  do {
    const page: HistoryPage = await history({ limit: 10, ...(cursor && { cursor }) });
    assert.ok(page.payments.length <= 10);
    seen.push(...idsOf(page));
    asOfs.add(page.asOf.toString());
    cursor = page.nextCursor;
    await aPayment(database, partnerId);
  } while (cursor);
  assert.deepEqual(seen, made.toReversed());
  assert.equal(asOfs.size, 1);
});

test('a page that holds exactly the rest has no cursor', async () => {
  for (let index = 0; index < 4; index += 1) await aPayment(database, partnerId);
  const first = await history({ limit: 2 });
  assert.ok(first.nextCursor);
  const second = await history({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual([first.payments.length, second.payments.length, second.nextCursor], [2, 2, undefined]);
});

test('updatedFrom finds what was created, moved or corrected since', async () => {
  const payments = [];
  for (let index = 0; index < 4; index += 1) payments.push(await aPayment(database, partnerId));
  const [untouched, moved, corrected] = payments as [Payment, Payment, Payment];
  const { asOf } = await history();
  assert.deepEqual(idsOf(await history({ updatedFrom: asOf })), []);
  await take(database, moved, 'funds_received');
  await database.transaction((tx) => changeEmail(tx, partnerId, corrected.id, 'other@example.com', 'token 1'));
  const created = await aPayment(database, partnerId);
  assert.deepEqual(idsOf(await history({ updatedFrom: asOf })), [created.id, corrected.id, moved.id]);
  assert.ok(!idsOf(await history({ updatedFrom: asOf })).includes(untouched.id));
});

/** What a partner does that reconciles: asks again and again, each time from the last `asOf`. */
function reconciler() {
  const seen = new Map<bigint, string>();
  let from: Temporal.Instant | undefined;
  return {
    seen,
    look: async () => {
      const page = await history(from ? { updatedFrom: from } : {});
      for (const payment of page.payments) seen.set(payment.id, payment.state);
      from = page.asOf;
    },
  };
}

test('a change that commits late is not missed by who asks from asOf on', async () => {
  const payment = await aPayment(database, partnerId);
  const partner = reconciler();
  await partner.look();
  await database.transaction(async (late) => {
    await apply(
      late,
      [{ partnerId, paymentId: payment.id, event: 'funds_received', cause: 'late', receivedCents: 1n }],
      noon,
    );
    for (let time = 0; time < 3; time += 1) {
      await aPayment(database, partnerId);
      await partner.look();
    }
    assert.equal(partner.seen.get(payment.id), 'awaiting_funds');
  });
  await partner.look();
  assert.equal(partner.seen.get(payment.id), 'collected');
});

test('a creation that commits late is not missed, and neither is one whose transaction began long before it wrote', async () => {
  const partner = reconciler();
  const ids = await database.transaction(async (late) => {
    await late.query('select 1');
    await partner.look();
    const first = await create(late, [aNewPayment(partnerId)]);
    await partner.look();
    await partner.look();
    return first.map((creation) => (creation.outcome === 'created' ? creation.paymentId : 0n));
  });
  await partner.look();
  assert.deepEqual([...partner.seen.keys()], ids);
});

test('with many writers at once, who asks from asOf on has seen every payment in its last state in the end', async () => {
  const partner = reconciler();
  const writers = openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 6 });
  let writing = true;
  const reading = (async () => {
    while (writing) await partner.look();
  })();
  const writer = async (nth: number) => {
    for (let index = 0; index < 25; index += 1) {
      const payment = await aPayment(writers, partnerId);
      await writers.transaction(async (tx) => {
        await tx.query('select pg_sleep($1)', [((index * 7 + nth * 3) % 5) / 1000]);
        const key = { partnerId, paymentId: payment.id };
        await apply(tx, [{ ...key, event: 'funds_received', cause: 'test', receivedCents: 1n }], noon);
        await tx.query('select pg_sleep($1)', [((index * 3 + nth) % 4) / 1000]);
      });
    }
  };
  await Promise.all([0, 1, 2, 3, 4].map(writer));
  writing = false;
  await reading;
  await partner.look();
  await writers.close();
  assert.equal(partner.seen.size, 125);
  assert.deepEqual(new Set(partner.seen.values()), new Set(['collected']));
});

test('when the sandbox clock is moved forward, asOf moves with it and nothing is missed', async () => {
  const clock = new Clock(database, true);
  const payment = await aPayment(database, partnerId);
  const partner = reconciler();
  await partner.look();
  const before = (await history()).asOf;
  await clock.advance(3 * 86_400);
  const { asOf } = await history();
  assert.ok(asOf.since(before).total('hours') >= 72);
  assert.ok((await clock.now()).since(asOf).total('seconds') < 60);
  await partner.look();
  await take(database, payment, 'funds_received');
  const created = await aPayment(database, partnerId);
  await partner.look();
  assert.deepEqual([partner.seen.get(payment.id), partner.seen.get(created.id)], ['collected', 'awaiting_funds']);
  assert.deepEqual(idsOf(await history({ updatedFrom: asOf })), [created.id, payment.id]);
});

test('the sandbox clock waits for writers under way, so that no change is stamped behind an answered asOf', async () => {
  const clock = new Clock(database, true);
  const payment = await aPayment(database, partnerId);
  let advanced = false;
  const advancing = await database.transaction(async (tx) => {
    await apply(
      tx,
      [{ partnerId, paymentId: payment.id, event: 'funds_received', cause: 'test', receivedCents: 1n }],
      noon,
    );
    const promise = clock.advance(60).then(() => {
      advanced = true;
    });
    await history();
    assert.equal(advanced, false);
    return { promise };
  });
  await advancing.promise;
  assert.equal(advanced, true);
});

test('the clock of production cannot be moved', async () => {
  await assert.rejects(new Clock(database, false).advance(1), /the clock of production is the real one/);
});
