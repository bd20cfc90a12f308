/** Bank files that go out: whole under their name, or not there at all (design §8). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { recordOutbound, writeWhole } from '../../src/bank-files/outbound.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
let folder: string;
before(async () => {
  world = await createTestDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quittance-files-'));
});
after(() => world.close());
const removed = () => rmSync(folder, { recursive: true, force: true });

async function* pieces(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

test('a file stands whole under its name, with hash and size of its bytes, in a folder that is made', async (t) => {
  t.after(removed);
  const written = await writeWhole(path.join(folder, 'a/b'), 'out.xml', pieces('<é', '', '/>\n'));
  assert.equal(written.file, path.join(folder, 'a/b/out.xml'));
  const bytes = readFileSync(written.file);
  assert.equal(bytes.toString(), '<é/>\n');
  assert.deepEqual([written.sizeBytes, written.sha256], [bytes.length, createHash('sha256').update(bytes).digest()]);
  assert.deepEqual(readdirSync(path.join(folder, 'a/b')), ['out.xml']);
});

test('a text that fails half-way leaves nothing, and what stood there before stays', async (t) => {
  t.after(removed);
  await assert.rejects(writeWhole(folder, 'out.xml', pieces('<a', new Error('the database went away'))), /went away/);
  assert.deepEqual(readdirSync(folder), []);
  await writeWhole(folder, 'out.xml', pieces('first'));
  await assert.rejects(writeWhole(folder, 'out.xml', pieces('sec', new Error('again'))), /again/);
  assert.equal(readFileSync(path.join(folder, 'out.xml'), 'utf8'), 'first');
  assert.deepEqual(readdirSync(folder), ['out.xml']);
});

test('while it is being written, nobody finds it under its name', async (t) => {
  t.after(removed);
  async function* looking() {
    yield 'half';
    assert.deepEqual(
      readdirSync(folder).filter((name) => name === 'out.xml'),
      [],
    );
    yield 'whole';
  }
  await writeWhole(folder, 'out.xml', looking());
  assert.equal(readFileSync(path.join(folder, 'out.xml'), 'utf8'), 'halfwhole');
});

test('what was written is recorded with name, hash, size and counts', async (t) => {
  t.after(removed);
  const written = await writeWhole(folder, 'out.xml', pieces('text'));
  const id = await recordOutbound(world.database, 'pain.001', written, { payments: 2 });
  const { rows } = await world.database.query(
    'select direction, format, name, sha256, size_bytes, state, counts from bank_files where id = $1',
    [id],
  );
  assert.deepEqual(rows, [
    {
      direction: 'out',
      format: 'pain.001',
      name: 'out.xml',
      sha256: written.sha256,
      size_bytes: 4n,
      state: 'done',
      counts: { payments: 2 },
    },
  ]);
});

test('what writers that died left behind is cleared away by the next one, and a living writer keeps its own', async (t) => {
  t.after(removed);
  const { partial: own } = await ownPartial();
  const [, host] = /^out\.xml\.(.+)\.\d+\.partial$/.exec(own) ?? [];
  const dead = spawnSync('true').pid;
  const day = 25 * 60 * 60;
  const leave = (name: string, secondsOld: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, 'half');
    utimesSync(file, Date.now() / 1000 - secondsOld, Date.now() / 1000 - secondsOld);
  };
  leave(`a.xml.${host}.${dead}.partial`, 0);
  leave(`b.xml.${host}.${process.pid}.partial`, 60);
  leave('c.xml.another-host.1.partial', 60);
  leave('d.xml.another-host.1.partial', day);
  leave('not-ours.partial', day);
  await writeWhole(folder, 'out.xml', pieces('text'));
  assert.deepEqual(readdirSync(folder).sort(), [
    `b.xml.${host}.${process.pid}.partial`,
    'c.xml.another-host.1.partial',
    'not-ours.partial',
    'out.xml',
  ]);
});

/** The name under which this process writes `out.xml`. */
async function ownPartial(): Promise<{ partial: string }> {
  let partial = '';
  async function* looking() {
    partial = readdirSync(folder).find((name) => name.endsWith('.partial')) ?? '';
    yield 'x';
  }
  await writeWhole(folder, 'out.xml', looking());
  return { partial };
}
