import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPartner } from '../../src/partners/partners.ts';
import { waitingByNumber } from '../../src/settlement/batches.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
before(async () => {
  world = await createTestDatabase();
});
after(async () => await world.close());

const lists = () =>
  world.database.transaction(async (tx) => {
    const found = [];
    for await (const list of waitingByNumber(tx)) found.push(list);
    return found;
  });

test('where nothing waits there is no number', async () => {
  assert.deepEqual((await lists()).flat(), []);
});

test('what waits is told in lists, each number once and none left out, however many there are', async () => {
  const { id } = await createPartner(world.database, 'of many numbers');
  const numbers = 4_001;
  await world.database.query('alter table payments disable trigger all');
  await world.database.query(
    `insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, received_cents,
       user_id, user_name, user_email, due_at, created_at, changed_at, payee_name, bill_type, account_number)
     select $1::bigint, nextval('payment_ids'), 'bill_interac', 'collected', 1, (100000000000 + n)::text, 1000, 1000,
       'u', 'x', 'x@example.com', now(), now(), now(), 'Toronto Hydro', 'u', (n % $2)::text
     from generate_series(1::bigint, $2 + 1) n`,
    [id, numbers],
  );
  const found = await lists();
  assert.ok(found.length > 1 && found.every(({ length }) => length <= 2_000));
  const all = found.flat();
  assert.equal(new Set(all.map(({ accountNumber }) => accountNumber)).size, numbers);
  assert.equal(all.length, numbers);
  assert.deepEqual(
    all.find(({ accountNumber }) => accountNumber === '1'),
    { payeeName: 'Toronto Hydro', accountNumber: '1', payments: 2, totalCents: 2000n },
  );
});
