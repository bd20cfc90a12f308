/** Reading: the samples, what is quarantined and where, and the ways in which banks write lines and letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchItemsMax, readAft } from '../../../src/collection/eft/aft-reader.ts';
import { parseSegment, returnOf } from '../../../src/collection/eft/aft-segment.ts';
import { altered, debit, golden, quarantinedOf, readAll, refusalOf, segmentsOf, written } from './files.ts';

const sample = golden('aft-debits.txt').toString('latin1');
const sampleReturns = golden('aft-returns.txt').toString('latin1');
/** Columns (from 1) of the fields of the first segment. */
const column = { type: 25, amount: 28, date: 38, institution: 44, name: 105, returnInstitution: 194, end: 265 };

test('the sample of returns is read: three returned debits with codes, amounts, references and accounts', async () => {
  const [header, ...items] = await readAll(sampleReturns, { originatorId: '0123456789' });
  assert.ok(header?.kind === 'header');
  assert.deepEqual(
    { ...header.header, creationDate: String(header.header.creationDate) },
    {
      recordType: 'A',
      originatorId: '0123456789',
      fileCreationNumber: 7,
      creationDate: '2026-11-20',
      destinationDataCentre: '00320',
    },
  );
  const segments = segmentsOf(items);
  assert.equal(segments.length, items.length);
  assert.deepEqual(
    segments.map(({ position, line, column, segmentNumber }) => [position, line, column, segmentNumber]),
    [
      [1, 2, 25, 1],
      [2, 2, 265, 2],
      [3, 2, 505, 3],
    ],
  );
  const returns = segments.map(({ segment }) => returnOf(segment));
  assert.deepEqual(
    returns.map((each) => [each?.code, each?.amountCents, each?.crossReference, each?.originalAccountNumber]),
    [
      ['901', 1010n, 'PAY-1', '123450'],
      ['905', 29n, 'PAY-4', '123453'],
      ['907', 435n, 'PAY-5', '123454'],
    ],
  );
  assert.deepEqual(
    { ...returns[0], dueDate: String(returns[0]?.dueDate) },
    {
      side: 'debit',
      code: '901',
      amountCents: 1010n,
      dueDate: '2026-11-23',
      crossReference: 'PAY-1',
      originalType: '430',
      originalBranch: '000410202',
      originalAccountNumber: '123450',
      payorName: 'PAYOR 1',
      trace: '0003003200007000000001',
      originalTrace: '0003003200007000000001',
      elementsInError: [],
    },
  );
});

test('a debit is no return', async () => {
  for (const { segment } of segmentsOf(await readAll(sample))) assert.equal(returnOf(segment), undefined);
});

const badSegments: [guarantee: string, line: number, at: number, text: string, faultColumn: number, reason: RegExp][] =
  [
    ['an amount with a letter', 2, column.amount, '000000101O', column.amount, /05 amount is "000000101O": ten digits/],
    ['an amount of zero', 2, column.amount, '0000000000', column.amount, /an amount above zero/],
    ['a code that is no return reason', 2, column.type, '430', column.type, /is "430": a return reason, 900 to 999,/],
    ['a code of letters', 2, column.type, '9O1', column.type, /return reason/],
    ['a date that is none', 2, column.date, '026366', column.date, /06 date is "######": a date 0YYDDD/],
    [
      'a branch with a letter',
      2,
      column.institution,
      '00030000X',
      column.institution,
      /07 institution is not a branch/,
    ],
    ['a return branch cut', 2, column.returnInstitution, '00041    ', column.returnInstitution, /16 institution/],
    ['a NUL in the name', 2, column.name, '\u0000', column.name, /a control character/],
    ['two faults', 2, column.type, '43000000101O', column.type, /return reason.*; 05 amount/],
  ];

for (const [guarantee, line, at, text, faultColumn, reason] of badSegments) {
  test(`a segment with ${guarantee} is quarantined with line and column, and the others go on`, async () => {
    const file = altered(sampleReturns, line, at, text);
    // The total of Z no longer holds where the amount became zero: that one is corrected.
    const items = await readAll(text === '0000000000' ? altered(file, 3, 25, '00000000000464') : file);
    const [bad, ...more] = quarantinedOf(items);
    assert.deepEqual(more, []);
    assert.deepEqual([bad?.position, bad?.line, bad?.column], [1, line, faultColumn]);
    assert.match(bad?.reason ?? '', reason);
    assert.equal(bad?.content.segmentNumber, 1);
    assert.equal(bad?.content.text.length, 240);
    assert.ok(!bad?.content.text.includes('\u0000'));
    assert.deepEqual(
      segmentsOf(items).map(({ position, segment }) => [position, segment.crossReference]),
      [
        [2, 'PAY-4'],
        [3, 'PAY-5'],
      ],
    );
  });
}

test('a quarantined segment can be read again, once its text is corrected', async () => {
  const [bad] = quarantinedOf(await readAll(altered(sampleReturns, 2, column.amount, '000000101O')));
  assert.ok(bad);
  const parsed = parseSegment('J', bad.content.text.replace('000000101O', '0000001010'));
  assert.ok('segment' in parsed && parsed.segment.amountCents === 1010n);
});

test('no reason quotes an account number, whatever slipped', async () => {
  const lines = sampleReturns.split('\n');
  for (let lost = 25; lost < 264; lost++) {
    const slipped = (lines[1] as string).slice(0, lost) + (lines[1] as string).slice(lost + 1);
    for (const { reason } of quarantinedOf(await readAll([lines[0], slipped, lines[2]].join('\n')))) {
      assert.ok(!/1234567|123450|123453|123454/.test(reason), reason);
    }
  }
});

test('a segment behind a blank one is quarantined, whether or not the bank counted it', async () => {
  const filled = (sampleReturns.split('\n')[1] as string).slice(24, 264);
  const file = altered(sampleReturns, 2, 24 + 4 * 240 + 1, filled);
  const counted = altered(altered(file, 3, 25, '00000000002484'), 3, 39, '00000004');
  for (const each of [file, counted]) {
    const items = await readAll(each);
    assert.equal(segmentsOf(items).length, 3);
    const [bad] = quarantinedOf(items);
    assert.deepEqual([bad?.line, bad?.column, bad?.content.segmentNumber], [2, 24 + 4 * 240 + 1, 5]);
    assert.match(bad?.reason ?? '', /segment 5 stands behind the blank segment 4/);
  }
});

test('a line of a wrong length and a record of unknown type are quarantined whole; the next record is good', async () => {
  const [head, records, more, end] = sample.split('\r\n') as [string, string, string, string];
  const lines: [line: string, at: number, reason: RegExp][] = [
    [records.slice(0, 24 + 240 + 153), 418, /the line is 417 long: 24 and up to six times 240/],
    [records.slice(0, 300) + records.slice(301), 1464, /the line is 1463 long/],
    [`${records}0`, 1465, /the line is 1465 long/],
    [`${records}${'0'.repeat(50_000)}`, 1465, /the line is 51465 long/],
    [`Q${records.slice(1)}`, 1, /record type "Q" is not known: C D E F I J S U V are accepted/],
    [records.slice(0, 24), 25, /the record is empty/],
  ];
  // What Z announces of an empty record can only be nothing.
  const emptyEnd = altered(altered(end, 1, 25, '00000000006468'), 1, 39, '00000001');
  for (const [line, at, reason] of lines) {
    const items = await readAll([head, line, more, line.length === 24 ? emptyEnd : end].join('\r\n'));
    assert.deepEqual(
      segmentsOf(items).map((item) => [item.line, item.segment.crossReference]),
      [[3, 'PAY-7']],
    );
    const [bad, ...others] = quarantinedOf(items);
    assert.deepEqual([others, bad?.line, bad?.column, bad?.content.segmentNumber], [[], 2, at, undefined]);
    assert.match(bad?.reason ?? '', reason);
    assert.ok((bad?.content.text.length ?? 0) <= 2928);
  }
});

test('totals that only a line in quarantine could explain are accepted, others are not', async () => {
  const file = altered(sampleReturns, 2, column.amount, '000000101O');
  const total = (cents: string) => refusalOf(altered(file, 3, 25, cents));
  assert.equal(await total('00000000000464'), undefined);
  assert.equal(await total('00009999999999'), undefined);
  assert.match((await total('00000000000463'))?.message ?? '', /adds up to between 464 and 10000000463/);
  assert.ok(await total('00010000000464'));
});

test('lines may be cut off behind their last letter, end with LF, and the last may have no end', async () => {
  const whole = await readAll(sampleReturns);
  const trimmed = sampleReturns.replace(/ +\r\n/g, '\r\n');
  assert.ok(trimmed.length < sampleReturns.length / 2);
  assert.deepEqual(await readAll(trimmed), whole);
  assert.deepEqual(await readAll(sampleReturns.replaceAll('\r\n', '\n')), whole);
  assert.deepEqual(await readAll(trimmed.trimEnd()), whole);
  assert.deepEqual(await readAll(`${sampleReturns}\r\n\r\n\u001a`), whole);
  assert.deepEqual(await readAll(`\ufeff${sampleReturns}`), whole);
  // A bank that leaves the last two elements blank, and the blanks away.
  const blank = sampleReturns.replaceAll('  00000000000', ' '.repeat(13));
  assert.deepEqual(await readAll(blank.replace(/ +\r\n/g, '\r\n')), whole);
  // E and F totals left blank.
  assert.deepEqual(await readAll(sampleReturns.replace(/0{44} /, ' '.repeat(45))), whole);
});

test('names with accents are read, whether a bank counts characters or bytes, in UTF-8 or ISO-8859-1', async () => {
  const name = 'ÉLODIE CÔTÉ';
  const withName = (given: string) => altered(sampleReturns, 2, column.name, given.padEnd(30));
  const asLatin = Buffer.from(withName(name), 'latin1');
  const inCharacters = Buffer.from(withName(name), 'utf8');
  // The field is thirty bytes: its UTF-8 bytes stand where the characters of ISO-8859-1 would.
  const inBytes = Buffer.from(withName(Buffer.from(name, 'utf8').toString('latin1')), 'latin1');
  for (const bytes of [asLatin, inCharacters, inBytes]) {
    for (const file of [bytes, Buffer.from(bytes.toString('latin1').replace(/ +\r\n/g, '\r\n'), 'latin1')]) {
      const items = await readAll(file);
      assert.deepEqual(quarantinedOf(items), []);
      const segments = segmentsOf(items).map(({ segment }) => segment);
      assert.deepEqual(
        segments.map(({ partyName, crossReference }) => [partyName, crossReference]),
        [
          [name, 'PAY-1'],
          ['PAYOR 4', 'PAY-4'],
          ['PAYOR 5', 'PAY-5'],
        ],
      );
    }
  }
});

test('a letter beyond the first plane is one position, and no control character comes out of a name', async () => {
  const name = ['😀', ...' A\u0092B'.padEnd(29)].join('');
  const file = sampleReturns.replace('PAYOR 1'.padEnd(30), name);
  const [first] = segmentsOf(await readAll(file));
  assert.deepEqual([first?.segment.partyName, first?.segment.crossReference], ['? A B', 'PAY-1']);
});

test('notices of change are told, inside a file and as a file of their own', async () => {
  const [head, returns, end] = sampleReturns.split('\r\n') as [string, string, string];
  const notice = `S000000002${head.slice(10, 24)}${'NEW BRANCH 000499999'}`;
  const items = await readAll(
    [head, notice, returns.replace('000000002', '000000003'), end.replace('000000003', '000000004')].join('\n'),
  );
  assert.equal(segmentsOf(items).length, 3);
  assert.deepEqual(
    items
      .filter((item) => item.kind === 'notice')
      .map(({ position, line, recordType, text }) => [position, line, recordType, text]),
    [[1, 2, 'S', notice]],
  );
  const own = await readAll([`U${head.slice(1)}`, notice, `V000000003${head.slice(10, 24)}`].join('\n'));
  assert.deepEqual(
    own.map(({ kind }) => kind),
    ['header', 'notice'],
  );
});

test('a large file comes in batches, and is the same however its bytes are cut', async () => {
  const file = Buffer.from(await written(Array.from({ length: 3500 }, (_, index) => debit(index + 1))));
  const whole = await readAll(file);
  assert.equal(segmentsOf(whole).length, 3500);
  const chunks = (size: number) =>
    Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
      file.subarray(index * size, (index + 1) * size),
    );
  for (const size of [997, 65_536]) assert.deepEqual(await readAll(chunks(size)), whole);
  const sizes: number[] = [];
  for await (const batch of readAft([file])) sizes.push(batch.length);
  assert.ok(sizes.length >= 3 && Math.max(...sizes) < batchItemsMax + 6, String(sizes));
});
