/** Any number of processes may start together on an empty database; a newer one is left alone. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { migrate } from '../../src/base/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let keeper: TestDatabase;
let world: TestDatabase;
before(async () => {
  keeper = await createTestDatabase();
});
after(() => keeper.close());
beforeEach(async () => {
  world = await createTestDatabase({ empty: true });
});
afterEach(() => world.close());

const files = readdirSync(new URL('../../migrations', import.meta.url))
  .filter((name) => /^\d{4}_/.test(name))
  .map((name) => name.replace(/\.sql$/, ''))
  .toSorted();

async function recorded(schema: string): Promise<string[]> {
  const { rows } = await world.database.query(`select name from ${schema}.migrations order by id`);
  return rows.map((row) => row.name as string);
}

test('an empty database gets every file once, in order; the second start applies nothing', async () => {
  assert.deepEqual(await migrate(world.url, 'sandbox'), files);
  assert.deepEqual(await recorded('sandbox'), files);
  assert.deepEqual(await migrate(world.url, 'sandbox'), []);
});

test('of 8 processes that start together on an empty database one migrates, and all of them succeed', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(world.url, 'sandbox')));
  assert.deepEqual(
    results.map((applied) => applied.length).toSorted((a, b) => a - b),
    [0, 0, 0, 0, 0, 0, 0, files.length],
  );
  assert.deepEqual(await recorded('sandbox'), files);
});

test('both environments migrate on one database at the same time, each into its own schema', async () => {
  await Promise.all(['sandbox', 'production', 'sandbox', 'production'].map((schema) => migrate(world.url, schema)));
  assert.deepEqual(await recorded('sandbox'), files);
  assert.deepEqual(await recorded('production'), files);
  const { rows } = await world.database.query(
    `select schemaname, count(*) as tables from pg_tables where schemaname in ('sandbox', 'production') group by 1`,
  );
  assert.equal(rows.length, 2);
  assert.equal(rows[0]?.tables, rows[1]?.tables);
});

test('a database that knows a migration this program does not is refused by name, and stays as it is', async () => {
  await migrate(world.url, 'sandbox');
  await world.database.query(`insert into sandbox.migrations (name, run_on) values ('9999_from_the_future', now())`);
  await assert.rejects(migrate(world.url, 'sandbox'), /9999_from_the_future.*run a newer version/);
  assert.deepEqual(await recorded('sandbox'), [...files, '9999_from_the_future']);
});

test('a newer database is also refused where it lacks a file of this program', async () => {
  await migrate(world.url, 'sandbox');
  await world.database.query(`update sandbox.migrations set name = '0099_other' where name = $1`, [files.at(-1)]);
  await assert.rejects(migrate(world.url, 'sandbox'), /0099_other/);
});

test('a migration that fails leaves nothing of itself and nothing of those before it', async () => {
  await world.database.query('create schema sandbox; create table sandbox.past_rent_reports ()');
  await assert.rejects(migrate(world.url, 'sandbox'), /already exists/);
  const { rows } = await world.database.query(`select tablename from pg_tables where schemaname = 'sandbox'`);
  assert.deepEqual(
    rows.map((row) => row.tablename).filter((name) => name !== 'migrations'),
    ['past_rent_reports'],
  );
  await world.database.query('drop table sandbox.past_rent_reports');
  assert.deepEqual(await migrate(world.url, 'sandbox'), files);
});
