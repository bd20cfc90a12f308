/** PostgreSQL as the house uses it: exact types, transactions that end, connections that do not stay broken. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase, refusedByPostgres } from '../../src/base/database.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
  await database.query('create table notes (text text)');
});
after(() => world.close());

const notes = async () => (await database.query('select text from notes order by text')).rows.map((row) => row.text);

test('int8 is a bigint, timestamptz an instant, date a plain date, whatever the century', async () => {
  const { rows } =
    await database.query(`select 9223372036854775807 as big, 5::integer as small, date '2026-11-20' as day,
    timestamptz '2026-11-20 10:00:00.123456-05' as moment, timestamptz '0001-01-01 00:00:00+00' as first,
    timestamptz '0001-12-31 23:00:00+00 BC' as before, timestamptz '12026-01-01 00:00:00+00' as far`);
  const row = rows[0] as Record<string, unknown>;
  assert.equal(row.big, 9_223_372_036_854_775_807n);
  assert.equal(row.small, 5);
  assert.ok(row.day instanceof Temporal.PlainDate && row.moment instanceof Temporal.Instant);
  assert.deepEqual(
    ['day', 'moment', 'first', 'before', 'far'].map((name) => String(row[name])),
    [
      '2026-11-20',
      '2026-11-20T15:00:00.123456Z',
      '0001-01-01T00:00:00Z',
      '0000-12-31T23:00:00Z',
      '+012026-01-01T00:00:00Z',
    ],
  );
});

test('every session is in UTC and in the schema of its environment', async () => {
  const { rows } = await database.query(`select current_setting('TimeZone') as zone, current_schema() as schema`);
  assert.deepEqual(rows, [{ zone: 'UTC', schema: 'sandbox' }]);
});

test('a transaction commits when its work resolves and rolls back when it throws', async () => {
  assert.equal(
    await database.transaction(async (tx) => (await tx.query(`insert into notes values ('kept')`)).rowCount),
    1,
  );
  const failure = new Error('no');
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.query(`insert into notes values ('lost')`);
      throw failure;
    }),
    failure,
  );
  assert.deepEqual(await notes(), ['kept']);
});

test('after a refused statement, and after a connection was killed, the next transaction works', async () => {
  const small = openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 1 });
  try {
    await assert.rejects(
      small.transaction((tx) => tx.query('select 1 / 0')),
      /division by zero/,
    );
    await assert.rejects(small.transaction((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())')));
    await small.transaction((tx) => tx.query('select 1'));
    assert.equal((await small.query('select 1 as one')).rows[0]?.one, 1);
  } finally {
    await small.close();
  }
});

test('an idle connection that is killed is reported and replaced, and does not end the process', async () => {
  const errors: Error[] = [];
  const small = openDatabase({
    url: world.url,
    schema: 'sandbox',
    connectionsMax: 1,
    onError: (error) => errors.push(error),
  });
  try {
    const { rows } = await small.query('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.notEqual((await small.query('select pg_backend_pid() as pid')).rows[0]?.pid, rows[0]?.pid);
  } finally {
    await small.close();
  }
});

test('what PostgreSQL refused is told apart from what was cut off while it ran', async () => {
  const refused = await database.query('select 1 / 0').catch((error: unknown) => error);
  assert.equal(refusedByPostgres(refused), true);
  const cut = await database.query('select pg_terminate_backend(pg_backend_pid())').catch((error: unknown) => error);
  assert.ok(cut instanceof Error);
  assert.equal(refusedByPostgres(cut), false);
  assert.equal(refusedByPostgres(new Error('of our own')), false);
});

test('a snapshot reads one and the same moment throughout, and writes nothing', async () => {
  await database.snapshot(async (tx) => {
    const read = async () => (await tx.query('select text from notes')).rowCount;
    const before = await read();
    await database.query("insert into notes values ('meanwhile')");
    assert.equal(await read(), before);
    await assert.rejects(tx.query("insert into notes values ('in the snapshot')"), /read-only transaction/);
  });
  assert.ok((await notes()).includes('meanwhile'));
  await database.query("delete from notes where text = 'meanwhile'");
});
