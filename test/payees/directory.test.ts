/** The catalogue in PostgreSQL: versions, formats kept, and directories that follow a change by themselves. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Catalogue, catalogueFromFile, checkedCatalogue } from '../../src/payees/catalogue.ts';
import { PayeeDirectory } from '../../src/payees/snapshot.ts';
import { type CatalogueReader, loadCatalogue, publishRules, readCatalogue } from '../../src/payees/store.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { waitingForLocks } from '../world/locks.ts';

let world: TestDatabase;
before(async () => {
  world = await createTestDatabase();
});
after(async () => await world.close());
beforeEach(async () => {
  await world.database.query('truncate payee_catalogue_versions, payees, payee_formats, payee_rules');
});

const load = (catalogue: Catalogue) => world.database.transaction((tx) => loadCatalogue(tx, catalogue));
const builtIn = catalogueFromFile();

function small(...entries: [name: string, lengths: number[]][]): Catalogue {
  return checkedCatalogue({
    payees: entries.map(([name, lengths]) => ({
      name,
      billType: 'water',
      region: 'ON',
      aliases: [`${name} "quoted", {braced}`],
      accountFormat: { lengths },
      confidence: 'sourced',
      source: 'a test',
    })),
  });
}

test('the built-in catalogue comes back from the database as it went in', async () => {
  assert.deepEqual(await load(builtIn), { version: 1, changed: true });
  const { version, active, inactive } = await readCatalogue(world.database);
  assert.equal(version, 1);
  assert.deepEqual(inactive, []);
  const byName = new Map(active.map((payee) => [payee.name, payee]));
  for (const payee of builtIn.payees) assert.deepEqual(byName.get(payee.name), payee);
});

test('the same content, in whatever order, makes no new version', async () => {
  await load(builtIn);
  const reordered = { payees: [...builtIn.payees].reverse().map((payee) => ({ ...payee })) };
  assert.deepEqual(await load(reordered), { version: 1, changed: false });
});

test('processes that load the same catalogue at the same moment make one version of it', async () => {
  const loaded = await Promise.all(Array.from({ length: 5 }, () => load(builtIn)));
  assert.deepEqual(new Set(loaded.map(({ version }) => version)), new Set([1]));
  assert.equal(loaded.filter(({ changed }) => changed).length, 1);
});

test('a payee that leaves the catalogue becomes inactive, and active again when it comes back', async () => {
  await load(small(['A', [8]], ['B', [9]]));
  await load(small(['A', [8]]));
  const directory = new PayeeDirectory(world.database);
  const without = await directory.current();
  assert.equal(without.byName.has('B'), false);
  assert.equal(without.everByName.get('B')?.accountFormat?.lengths?.[0], 9);
  assert.deepEqual(
    without.search('quoted', 10).filter((payee) => payee.name !== 'A'),
    [],
  );
  assert.deepEqual(await load(small(['A', [8]], ['B', [9]])), { version: 3, changed: true });
  assert.equal((await directory.refresh()).byName.has('B'), true);
});

test('a changed format is kept with the version it held from; an unchanged one gets no new row', async () => {
  await load(small(['A', [8]], ['B', [9]]));
  await load(small(['A', [10]], ['B', [9]]));
  const { rows } = await world.database.query(
    `select payee_name, version, account_format from payee_formats order by payee_name, version`,
  );
  assert.deepEqual(rows, [
    { payee_name: 'A', version: 1, account_format: { lengths: [8] } },
    { payee_name: 'A', version: 2, account_format: { lengths: [10] } },
    { payee_name: 'B', version: 1, account_format: { lengths: [9] } },
  ]);
  const { rows: versions } = await world.database.query('select name, version from payees order by name');
  assert.deepEqual(versions, [
    { name: 'A', version: 2 },
    { name: 'B', version: 1 },
  ]);
});

test('a format that a newer program stored counts as not known', async () => {
  await load(small(['A', [8]]));
  await world.database.query(`update payees set account_format = '{"lengths": [8], "check": "of tomorrow"}'`);
  const { byName } = await new PayeeDirectory(world.database).current();
  assert.equal(byName.get('A')?.accountFormat, null);
});

/** The database, counting what is asked, and silent or failing on demand. */
function watched() {
  const state = { asked: 0, milliseconds: 0, trouble: undefined as 'fails' | 'silent' | undefined };
  const reader: CatalogueReader = {
    query: async (text, values) => {
      state.asked++;
      if (state.trouble === 'fails') throw new Error('the database is away');
      if (state.trouble === 'silent') return await new Promise(() => undefined);
      return await world.database.query(text, values);
    },
  };
  const faults: unknown[] = [];
  const options = { now: () => state.milliseconds, onFault: (fault: unknown) => faults.push(fault) };
  return { state, faults, directory: new PayeeDirectory(reader, options) };
}

test('an empty database has an empty catalogue of version 0', async () => {
  const { version, byName } = await watched().directory.current();
  assert.deepEqual([version, byName.size], [0, 0]);
});

test('every directory follows a change within a second, asking at most once a second', async () => {
  await load(small(['A', [8]]));
  const [one, other] = [watched(), watched()];
  await Promise.all([one, other].map(({ directory }) => directory.current()));
  await load(small(['A', [8]], ['B', [9]]));
  for (const { state, directory } of [one, other]) {
    state.milliseconds = 999;
    assert.equal((await directory.current()).byName.has('B'), false);
    assert.equal(state.asked, 1);
    state.milliseconds = 1000;
    const answers = await Promise.all(Array.from({ length: 20 }, () => directory.current()));
    assert.ok(answers.every(({ byName }) => byName.has('B')));
    assert.equal(state.asked, 3, 'the first reading, one check, one reading');
  }
});

test('an unchanged catalogue costs one look at its version, and the snapshot stays the same', async () => {
  await load(small(['A', [8]]));
  const { state, directory } = watched();
  const first = await directory.current();
  state.milliseconds = 5000;
  assert.equal(await directory.current(), first);
  assert.equal(state.asked, 2);
});

test('a failed check keeps the snapshot, is told once, and is not repeated before a second has passed', async () => {
  await load(small(['A', [8]]));
  const { state, faults, directory } = watched();
  const first = await directory.current();
  state.trouble = 'fails';
  state.milliseconds = 1000;
  const answers = await Promise.all([directory.current(), directory.current()]);
  assert.ok(answers.every((answer) => answer === first));
  assert.equal(await directory.current(), first);
  assert.deepEqual([faults.length, state.asked], [1, 2]);
  state.trouble = undefined;
  state.milliseconds = 2000;
  await load(small(['B', [9]]));
  assert.equal((await directory.current()).byName.has('B'), true);
});

test('a database that stays silent holds nobody up for longer than the second, and later callers not at all', async () => {
  await load(small(['A', [8]]));
  const { state, directory } = watched();
  const first = await directory.current();
  state.trouble = 'silent';
  state.milliseconds = 1000;
  assert.equal(await directory.current(), first);
  state.milliseconds = 2000;
  assert.equal(await directory.current(), first);
});

test('without any snapshot a failure is told to the caller, and the next one tries again', async () => {
  await load(small(['A', [8]]));
  const { state, directory } = watched();
  state.trouble = 'fails';
  await assert.rejects(directory.current(), /the database is away/);
  state.trouble = undefined;
  assert.equal((await directory.current()).byName.has('A'), true);
});

/** The rules of a payee as an operator publishes them: so many digits. */
const publish = async (name: string, digits: number) => {
  const { version, active, inactive } = await readCatalogue(world.database);
  const payee = [...active, ...inactive].find((each) => each.name === name);
  assert.ok(payee);
  const changed = { ...payee, accountFormat: { lengths: [digits] }, source: 'a letter' };
  return { changed, seen: version };
};
const inForce = async (name: string) => {
  const { active, inactive } = await readCatalogue(world.database);
  return [...active, ...inactive].find((each) => each.name === name)?.accountFormat;
};

test('a start with a newer catalogue that waits for rules being published keeps them', async () => {
  await load(small(['A', [8]], ['B', [9]]));
  const { changed, seen } = await publish('A', 7);
  let loading: Promise<unknown> | undefined;
  await world.database.transaction(async (tx) => {
    await publishRules(tx, changed, { seen, by: 'Ada' });
    loading = load(small(['A', [8]], ['B', [10]]));
    await waitingForLocks(world.database, 1);
  });
  assert.deepEqual(await loading, { version: 3, changed: true });
  assert.deepEqual([await inForce('A'), await inForce('B')], [{ lengths: [7] }, { lengths: [10] }]);
});

test('rules are published for a payee that left the catalogue too, hold at once, and stay when it comes back', async () => {
  await load(small(['A', [8]], ['B', [9]]));
  await load(small(['A', [8]]));
  const directory = new PayeeDirectory(world.database);
  await directory.current();
  const { changed, seen } = await publish('B', 7);
  const publishing = () => world.database.transaction((tx) => publishRules(tx, changed, { seen, by: 'Ada' }));
  assert.deepEqual(await publishing(), { outcome: 'published', version: 3 });
  assert.deepEqual(await publishing(), { outcome: 'other version', version: 3 });
  const snapshot = await directory.refresh();
  assert.deepEqual(snapshot.everByName.get('B')?.accountFormat, { lengths: [7] });
  assert.equal(snapshot.byName.has('B'), false, 'it has not come back by that');
  assert.deepEqual(await load(small(['A', [8]])), { version: 3, changed: false });
  await load(small(['A', [8]], ['B', [9]]));
  assert.deepEqual(await inForce('B'), { lengths: [7] });
});
