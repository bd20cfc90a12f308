/** Quarantine: bad lines with their place and reason, until an operator has them taken up (design §8). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type BadLine,
  discardQuarantine,
  lockOpenLine,
  markTakenUp,
  openLines,
  quarantine,
  renewReason,
} from '../../src/bank-files/quarantine.ts';
import type { Database } from '../../src/base/database.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
let database: Database;
before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());

let hashes = 0;
async function aFileRecord(state = 'done'): Promise<bigint> {
  const { rows } = await database.query(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state)
     values ('in', 'camt.054', 'bank.xml', $1, 1, $2) returning id`,
    [Buffer.from([++hashes]), state],
  );
  return rows[0]?.id as bigint;
}

const line = (position: number, content: unknown = { text: `line ${position}` }): BadLine => ({
  position,
  line: position * 10,
  column: 5,
  reason: `reason ${position}`,
  content,
});

const openOf = async (fileId: bigint) => (await openLines(database, 1000)).filter((each) => each.fileId === fileId);

test('bad lines are kept with place, reason and content, amounts as text, and the file they came from', async () => {
  const fileId = await aFileRecord();
  await quarantine(database, fileId, [line(1, { amountCents: 123n, text: 'é "quoted" \\ \u2028' }), line(2, null)]);
  const [one, two] = await openOf(fileId);
  assert.deepEqual(
    { ...one, id: 0n, at: undefined },
    {
      ...line(1, { amountCents: '123', text: 'é "quoted" \\ \u2028' }),
      id: 0n,
      fileId,
      format: 'camt.054',
      fileName: 'bank.xml',
      state: 'open',
      at: undefined,
    },
  );
  assert.equal(two?.content, null);
});

test('the same line of the same file is kept once, that of another file by itself; no lines are no work', async () => {
  const [fileId, other] = [await aFileRecord(), await aFileRecord()];
  await quarantine(database, fileId, [line(1), line(2)]);
  await quarantine(database, fileId, [line(2), line(3)]);
  await quarantine(database, other, [line(2)]);
  await quarantine(database, other, []);
  assert.deepEqual(
    (await openOf(fileId)).map((each) => each.position),
    [1, 2, 3],
  );
  assert.equal((await openOf(other)).length, 1);
});

test('lines of a file that is not read to its end yet are not shown, and those of a refused one are forgotten', async () => {
  const fileId = await aFileRecord('reading');
  await quarantine(database, fileId, [line(1)]);
  assert.deepEqual(await openOf(fileId), []);
  await discardQuarantine(database, fileId);
  const { rows } = await database.query('select * from quarantined_lines where file_id = $1', [fileId]);
  assert.deepEqual(rows, []);
});

test('open lines come oldest first, page by page', async () => {
  const fileId = await aFileRecord();
  await quarantine(
    database,
    fileId,
    Array.from({ length: 7 }, (_, index) => line(index + 1)),
  );
  const all = await openLines(database, 1000);
  const paged = [];
  for (
    let page = await openLines(database, 3);
    page.length > 0;
    page = await openLines(database, 3, paged.at(-1)?.id)
  ) {
    paged.push(...page);
  }
  assert.deepEqual(paged, all);
});

test('a line that was taken up is open no more and cannot be locked again; a renewed reason is shown', async () => {
  const fileId = await aFileRecord();
  await quarantine(database, fileId, [line(1), line(2)]);
  const [one, two] = await openOf(fileId);
  await database.transaction(async (tx) => {
    assert.equal((await lockOpenLine(tx, one?.id as bigint))?.position, 1);
    await markTakenUp(tx, one?.id as bigint);
  });
  await renewReason(database, two?.id as bigint, 'still unknown');
  assert.equal(await lockOpenLine(database, one?.id as bigint), undefined);
  assert.deepEqual(
    (await openOf(fileId)).map((each) => [each.position, each.reason]),
    [[2, 'still unknown']],
  );
});

test('two operators that take up the same line at once: the second finds it taken', async () => {
  const fileId = await aFileRecord();
  await quarantine(database, fileId, [line(1)]);
  const id = (await openOf(fileId))[0]?.id as bigint;
  const takes = await Promise.all(
    [1, 2].map(() =>
      database.transaction(async (tx) => {
        const locked = await lockOpenLine(tx, id);
        if (locked) await markTakenUp(tx, id);
        return locked !== undefined;
      }),
    ),
  );
  assert.deepEqual(takes.toSorted(), [false, true]);
});
