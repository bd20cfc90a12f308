/**
 * A migration that was released stands on somebody's database: it is never edited, and what each release made becomes, by what came
 * after, just what a new database is.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/base/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { type Release, releases } from './earlier-releases.ts';

const folder = new URL('../../migrations/', import.meta.url);
const names = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name));

/** Of every file that was released, the beginning of its SHA-256. New ones are added when they are released. */
const released: Readonly<Record<string, string>> = {
  '0001_foundation.sql': '4a558a431da7a1ba',
  '0002_payments.sql': 'b475836702a59891',
  '0003_payees.sql': '969f93a4f1e1173c',
  '0004_ledger.sql': '616d50db3b7e6e83',
  '0005_webhooks.sql': '1af0ac0163d0d0d2',
  '0006_bank_files.sql': '22b3374d6921176d',
  '0007_interac.sql': '1f04140d6373f589',
  '0008_settlement.sql': '80830fd9fbfacaca',
  '0009_rent_reports.sql': '6417db5cd8fa86b2',
  '0010_bank_accounts.sql': 'd1478520d6d38576',
  '0011_eft.sql': '646a49996ce40585',
  '0012_card.sql': '3fbd088af0a19dbe',
  '0013_earlier_releases.sql': 'a3f5ef0978545703',
  '0014_cut_offs.sql': '4cedcc4ad8b9e8df',
  '0015_people.sql': '8d1b0bc85c6a8877',
  '0016_dashboard.sql': '2785bff569a8cc05',
  '0017_desk.sql': '13a1d9798e3d1fa5',
};

test('no migration that was released is changed, renamed or gone', () => {
  for (const [name, hash] of Object.entries(released)) {
    const text = readFileSync(new URL(name, folder));
    assert.ok(
      createHash('sha256').update(text).digest('hex').startsWith(hash),
      `${name} was released: write a new one`,
    );
  }
});

/** A migration as that release had it, without its comments. */
function textOf(name: string, { edits }: Release): string {
  const today = readFileSync(new URL(name, folder), 'utf8').replace(/^ *--.*\n/gm, '');
  return (edits[name] ?? []).reduce((text, [now, before]) => {
    assert.equal(text.split(now).length, 2, `${name} does not say this just once: ${now}`);
    return text.replace(now, () => before);
  }, today);
}

/** A database as that release left it, with what may lie in the tables that were changed later. */
async function ofRelease(release: Release): Promise<TestDatabase> {
  const world = await createTestDatabase({ empty: true });
  const client = new pg.Client(world.url);
  await client.connect();
  await client.query('create schema sandbox');
  await client.query('set search_path = sandbox');
  await client.query('create table migrations (id serial primary key, name text not null, run_on timestamp not null)');
  for (const name of names.filter((each) => each.slice(0, 4) <= release.last)) {
    await client.query(textOf(name, release));
    await client.query('insert into migrations (name, run_on) values ($1, now())', [name.replace(/\.sql$/, '')]);
  }
  await client.query(release.rows);
  await client.end();
  return world;
}

/** Every column, index and constraint of the environment, whatever order they were made in. */
async function structureOf({ database }: TestDatabase): Promise<unknown[]> {
  const { rows } = await database.query(`
    select 'column' as kind, table_name || '.' || column_name as name,
        concat_ws(' ', data_type, is_nullable, column_default, identity_generation) as what
      from information_schema.columns where table_schema = 'sandbox' and table_name <> 'migrations'
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname = 'sandbox' and tablename <> 'migrations'
    union all
    select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'sandbox'::regnamespace and conrelid <> 'migrations'::regclass
    union all
    select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'sandbox'::regnamespace
    union all
    select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid <> 'migrations'::regclass
    order by 1, 2`);
  return rows;
}

for (const release of releases) {
  test(`a database of ${release.name} release becomes what a new one is`, async () => {
    const [old, fresh] = [await ofRelease(release), await createTestDatabase()];
    try {
      const applied = await migrate(old.url, 'sandbox');
      assert.deepEqual(
        applied.map((name) => `${name}.sql`),
        names.filter((name) => name.slice(0, 4) > release.last),
      );
      assert.deepEqual(await structureOf(old), await structureOf(fresh));
    } finally {
      await Promise.all([old.close(), fresh.close()]);
    }
  });
}

test('what lay there is carried over: cut-offs that were run, files that were not written, returns that came late', async () => {
  const [first, second] = [await ofRelease(releases[0]), await ofRelease(releases[1])];
  try {
    for (const { url } of [first, second]) await migrate(url, 'sandbox');
    const rows = async ({ database }: TestDatabase, sql: string) => (await database.query(sql)).rows;
    const cutOffs = 'select rail, cut_off::text from cut_offs order by cut_off';
    assert.deepEqual(await rows(first, cutOffs), [{ rail: 'settlement', cut_off: '2026-10-01 16:00:00+00' }]);
    assert.deepEqual(
      (await rows(second, cutOffs)).map(({ rail }) => rail),
      ['settlement', 'eft'],
    );
    const unwritten = 'select out_dir, named_at, written_at from';
    const anywhere = { out_dir: '/dev/null/unknown', named_at: null, written_at: null };
    assert.deepEqual(await rows(first, `${unwritten} settlement_batches`), [anywhere]);
    assert.deepEqual(await rows(second, `${unwritten} eft_files`), [anywhere]);
    assert.deepEqual(await rows(second, 'select state, return_code from eft_debits order by payment_id'), [
      { state: 'presumed', return_code: null },
      { state: 'returned', return_code: '901' },
    ]);
    assert.deepEqual(
      (await rows(second, 'select reason from eft_returns order by id')).map(({ reason }) => reason),
      ['after-completion', 'nobodys'],
    );
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});
