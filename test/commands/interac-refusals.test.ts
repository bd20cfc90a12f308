/** Bank files that are refused whole: with the place of the fault, and without any effect (design §8). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FileRefused } from '../../src/base/file-refused.ts';
import { ingest } from '../../src/collection/interac/ingest.ts';
import { asShown, camt054File, created, fileOf, transferFor } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { openWorld, temporaryFolder } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();
const payment = await created(world, token);
// The bad line in front would be quarantined, were the file taken in.
const bad = { amountCents: 1n, description: 'no reference' };
const good = readFileSync(camt054File([bad, transferFor(payment)]), 'utf8');

const refusals: Record<string, [content: string | Buffer, message: RegExp]> = {
  'is cut off in the middle of a transfer': [good.slice(0, good.indexOf('<RmtInf>') + 20), /Line \d+, column \d+/],
  'is cut off before its last element': [good.slice(0, good.lastIndexOf('</Ntfctn>')), /Line \d+/],
  'bears a DOCTYPE': [good.replace('?>', '?><!DOCTYPE Document [<!ENTITY a "b">]>'), /DOCTYPE/],
  'is of a version that nobody reads': [good.replaceAll('camt.054.001.08', 'camt.054.001.99'), /camt\.054/],
  'is another message': [good.replaceAll('camt.054.001.08', 'camt.053.001.08'), /camt\.054/],
  'is no XML': ['Date,Amount\n2026-11-21,125.50\n', /XML/],
  'is empty': ['', /Line 1/],
  'is a picture': [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /Line 1/],
  'has more behind its end': [`${good}<Document/>`, /Line \d+/],
  'has elements that do not close': [good.replace('</Amt>', '</Amount>'), /Line \d+/],
  'holds bytes that are not UTF-8': [
    Buffer.from(good.replace('no reference', 'no r\u00e9f\u00e9rence'), 'latin1'),
    /UTF-8|Line/,
  ],
  'uses an entity that is not declared': [good.replace('no reference', '&secret;'), /Line \d+/],
};

for (const [what, [content, message]] of Object.entries(refusals)) {
  test(`a file that ${what} is refused with the place, and nothing of it took effect`, async () => {
    const request = { file: fileOf(content), at: Temporal.Now.instant() };
    await assert.rejects(ingest(world.testDatabase.database, request), (error) => {
      assert.ok(error instanceof FileRefused, String(error));
      assert.match(`Line ${error.line}, column ${error.column}: ${error.message}`, message);
      return true;
    });
    const { rows } = await world.testDatabase.database.query<{ transfers: bigint; lines: bigint }>(
      'select (select count(*) from interac_transfers) as transfers, (select count(*) from quarantined_lines) as lines',
    );
    assert.deepEqual(rows[0], { transfers: 0n, lines: 0n });
    assert.equal((await asShown(world, token, payment.id)).status, 'pending');
  });
}

test('a path that is no file is refused in plain words', async () => {
  for (const [file, message] of [
    ['/nowhere/at-all.xml', /There is no file \/nowhere\/at-all\.xml/],
    [temporaryFolder(), /directory/i],
  ] as const) {
    const result = await command(world.env, 'interac', 'ingest', file);
    assert.equal(result.code, 1);
    assert.match(result.stderr, message);
    assert.doesNotMatch(result.stderr, /\n\s+at /, 'no stack');
  }
});

test('the command says so in plain words, and takes the file in once it is delivered whole', async () => {
  const cut = await command(world.env, 'interac', 'ingest', fileOf(good.slice(0, -20)));
  assert.equal(cut.code, 1);
  assert.equal(cut.stdout, '');
  assert.match(cut.stderr, /^The file is refused, nothing of it took effect\. Line \d+, column \d+: .+\n$/);
  const counts = await done(world.env, 'interac', 'ingest', fileOf(good));
  assert.deepEqual(counts, { entries: 2, matched: 1, held: 0, duplicates: 0, quarantined: 1 });
  assert.equal((await asShown(world, token, payment.id)).status, 'completed');
});
