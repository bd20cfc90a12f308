/** How files leave the inbox: what a name that is taken, a kill, another process or a new file in their place may do. */
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { content, database, drop, has, outcomes, put, textIn, textsIn, turn } from './a-drop-folder.ts';

test('a name that is taken in processed or quarantine is never overwritten', async () => {
  const texts = [put('a.xml'), '', ''];
  await turn();
  for (const index of [1, 2]) {
    texts[index] = put('a.xml');
    const [report] = (await turn()).files;
    assert.match(report?.movedAs ?? '', /^a\.\d{8}T\d{6}Z(-\d+)?\.xml$/);
  }
  assert.deepEqual(textsIn('processed').sort(), texts.sort());
  for (const count of [1, 2]) {
    put('b.xml', content('bad'));
    assert.equal((await turn()).quarantined, 1);
    assert.equal(has('quarantine').length, 2 * count);
  }
});

test('the longest name that a file can have is no hindrance', async () => {
  put(`${'é'.repeat(120)}.xml`, content('bad'));
  put(`${'x'.repeat(251)}.xml`);
  const result = await turn();
  assert.deepEqual([result.processed, result.quarantined], [1, 1]);
  assert.ok([...has('processed'), ...has('quarantine')].every((name) => /\.xml(\.reason\.txt)?$/.test(name)));
});

test('a file put in the place of the one being taken in is not moved away unread', async () => {
  const first = put('daily.xml');
  const second = content();
  const result = await turn({
    during: (file) => {
      writeFileSync(`${file}.new`, second);
      renameSync(`${file}.new`, file);
    },
  });
  assert.deepEqual(outcomes(result), ['daily.xml waiting']);
  assert.deepEqual(has('processed'), [], 'the first content is gone by the hand of who replaced it');
  assert.notEqual(first, second);
  const next = await turn();
  assert.deepEqual(next.files[0]?.counts, { words: 1 }, 'the second one takes effect');
  assert.deepEqual(textsIn('processed'), [second]);
  assert.deepEqual(has('inbox'), []);
});

test('a file that is refused because it was still growing is not quarantined, but read again', async () => {
  put('a.xml', content('bad'));
  const result = await turn({ during: (file) => writeFileSync(file, content()) });
  assert.deepEqual(outcomes(result), ['a.xml waiting']);
  assert.deepEqual(outcomes(await turn()), ['a.xml processed']);
});

test('what a process that died left on its way out of the inbox is finished, under the name it was delivered with', async () => {
  const text = put('a.xml');
  await turn();
  renameSync(path.join(drop.folder.processed, 'a.xml'), path.join(drop.folder.inbox, '.taken-0a1b2c3d-a.xml'));
  put('.taken-0a1b2c3d-b.xml');
  const result = await turn();
  assert.deepEqual(outcomes(result).sort(), ['a.xml processed', 'b.xml processed']);
  assert.deepEqual(result.files.find(({ name }) => name === 'a.xml')?.counts, { words: 0, duplicates: 1 });
  assert.equal(textIn('processed', 'a.xml'), text);
  const { rows } = await database.query(`select name from bank_files where state = 'done' order by id desc limit 1`);
  assert.equal(rows[0]?.name, 'b.xml');
});

test('a reason that a process left without its file is written anew', async () => {
  put('a.xml', content('bad'));
  await turn();
  renameSync(path.join(drop.folder.quarantine, 'a.xml'), path.join(drop.folder.inbox, 'a.xml'));
  await turn();
  assert.deepEqual(has('quarantine'), ['a.xml', 'a.xml.reason.txt']);
});

test('several turns at once take every file in once, lose none and overwrite none', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => put(`${index}.xml`));
  const turns = await Promise.all([turn(), turn(), turn()]);
  while (has('inbox').length > 0) turns.push(await turn());
  const reports = turns.flatMap(({ files }) => files);
  assert.deepEqual(
    reports.filter(({ outcome }) => outcome === 'quarantined'),
    [],
  );
  assert.equal(reports.filter(({ outcome }) => outcome === 'processed').length, 20, 'one of them moved each');
  assert.deepEqual(textsIn('processed').sort(), texts.sort());
  const { rows } = await database.query<{ count: bigint }>(
    `select count(*) as count from bank_files where state = 'done' and counts = '{"words": 1}' and sha256 in
       (select sha256(convert_to(text, 'UTF8')) from unnest($1::text[]) text)`,
    [texts],
  );
  assert.equal(rows[0]?.count, 20n);
});
