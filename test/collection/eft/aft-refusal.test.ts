/** Files that are refused whole, with the place of the fault, and the strength of the reader against whatever arrives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileRefused } from '../../../src/base/file-refused.ts';
import { altered, golden, readAll, refusalOf } from './files.ts';

const sample = golden('aft-debits.txt').toString('latin1');
const [head, first, second, end] = sample.split('\r\n') as [string, string, string, string];
const file = (...lines: string[]) => lines.join('\r\n');

const refused: [guarantee: string, content: string | Uint8Array, line: number, column: number, reason: RegExp][] = [
  ['an empty file', '', 1, 1, /the file is empty/],
  ['blank lines alone', '\r\n  \r\n', 1, 1, /the file is empty/],
  ['XML', '<?xml version="1.0"?>', 1, 1, /must begin with an A record, but begins with "<\?xml version=/],
  ['a file that begins with a detail', file(first, second, end), 1, 1, /must begin with an A record/],
  ['UTF-16', Buffer.from(`\ufeff${sample}`, 'utf16le'), 1, 1, /this is UTF-16/],
  ['EBCDIC', Buffer.from([0xc1, 0xf0, 0xf0]), 1, 1, /this is EBCDIC/],
  [
    'records without line ends',
    sample.replaceAll('\r\n', ''),
    1,
    1465,
    /4504 long: each record must be a line of 1464/,
  ],
  ['an A record that is not the first', altered(sample, 1, 2, '000000002'), 1, 2, /record count is "000000002"/],
  ['file creation number 0000', altered(sample, 1, 21, '0000'), 1, 21, /"0000": 0001 to 9999/],
  ['file creation number TEST', altered(sample, 1, 21, 'TEST'), 1, 21, /"TEST": 0001 to 9999/],
  ['a creation date that is none', altered(sample, 1, 25, '026400'), 1, 25, /creation date is "######"/],
  ['United States dollars', altered(sample, 1, 56, 'USD'), 1, 56, /currency is "USD": "?CAD/],
  ['a gap in the record count', file(head, first, end), 3, 2, /record count is "000000004": behind 2 stands 3/],
  ['a record twice', file(head, first, first, second, end), 3, 2, /record count is "000000002": behind 2 stands 3/],
  ['a line that is no record', file(head, 'HELLO', first), 2, 2, /record count is "ELLO"/],
  [
    'a record of another originator',
    altered(sample, 3, 11, '9'),
    3,
    11,
    /originator id is "##########", but "0123456789"/,
  ],
  ['a record of another file', altered(sample, 3, 24, '8'), 3, 21, /file creation number is "0008", but "0007"/],
  ['a second A record', file(head, head.replace('A000000001', 'A000000002')), 2, 1, /a record A stands inside/],
  ['no Z', file(head, first, second), 3, 505 - 240, /cut off: it ends without a Z record/],
  ['a file cut in a line', sample.slice(0, 4000), 3, 265, /cut off/],
  ['data behind Z', file(head, first, second, end, 'x'), 5, 1, /data stands behind the last record/],
  ['two files in one', sample + sample, 5, 1, /data stands behind/],
  [
    'a count of debits that is not right',
    altered(sample, 4, 46, '8'),
    4,
    39,
    /number of debits of Z is 8, .* adds up to 7/,
  ],
  ['a count of records in its place', altered(sample, 4, 46, '2'), 4, 39, /number of debits of Z is 2/],
  ['a total that is not right', altered(sample, 4, 38, '2'), 4, 25, /total value of debits of Z is 10000009942/],
  ['credits that nobody read', altered(sample, 4, 68, '1'), 4, 61, /number of credits of Z is 1/],
  ['error corrections that nobody read', altered(sample, 4, 112, '1'), 4, 105, /number of F records of Z is 1/],
  ['a total of letters', altered(sample, 4, 30, 'X'), 4, 25, /14 digits are accepted/],
  ['a Z record cut in its totals', file(head, first, second, end.slice(0, 44)), 4, 39, /8 digits are accepted/],
  ['a Z record without totals', file(head, first, second, end.slice(0, 24)), 4, 39, /number of debits of Z is 0/],
  ['a Z record that is too long', file(head, first, second, `${end}0`), 4, 1465, /too long/],
  ['the end of a file of notices', file(head, `V000000002${head.slice(10, 24)}`), 2, 25, /without a Z record/],
];

for (const [guarantee, content, line, column, reason] of refused) {
  test(`${guarantee}: refused whole, with the place`, async () => {
    const refusal = await refusalOf(content);
    assert.ok(refusal, 'the file was read to its end');
    assert.match(refusal.message, reason);
    assert.deepEqual([refusal.line, refusal.column], [line, column]);
  });
}

test('a file of another originator than expected is refused, one of the expected is read', async () => {
  assert.match(
    (await refusalOf(sample, { originatorId: 'ACME' }))?.message ?? '',
    /"##########": "ACME", which is ours/,
  );
  assert.equal(await refusalOf(sample, { originatorId: '0123456789' }), undefined);
});

test('whatever bytes are changed, a file is read or refused with a place, never anything else', async () => {
  const bytes = Buffer.from(sample, 'latin1');
  const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255), remove: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let damaged = Buffer.from(bytes);
      for (const { at, byte, remove } of changes) {
        if (remove) damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + 1)]);
        else damaged[at] = byte;
      }
      try {
        const items = await readAll(damaged);
        for (const item of items) {
          if (item.kind === 'header') continue;
          assert.ok(item.line >= 1 && item.column >= 1 && item.position >= 1);
        }
      } catch (error) {
        assert.ok(error instanceof FileRefused, String(error));
        assert.ok(error.line >= 1 && error.column >= 1);
      }
    }),
    { numRuns: 300 },
  );
});

test('no byte that is lost or slips makes a return or debit of other money', async () => {
  const good = new Map(
    [1010n, 1n, 9_999_999_999n, 29n, 435n, 1999n, 6468n].map((cents, index) => [`PAY-${index + 1}`, cents]),
  );
  const bytes = Buffer.from(sample, 'latin1');
  for (let at = 1466; at < 2 * 1466 + 264; at += 3) {
    const damaged = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    const items = await readAll(damaged).catch((error: unknown) => {
      assert.ok(error instanceof FileRefused);
      return [];
    });
    for (const item of items) {
      if (item.kind !== 'segment') continue;
      assert.equal(good.get(item.segment.crossReference), item.segment.amountCents);
    }
  }
});
