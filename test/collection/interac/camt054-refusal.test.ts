/** Files that are refused whole, and the strength of the reader against whatever arrives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { batchItemsMax } from '../../../src/collection/interac/camt054-reader.ts';
import { notification, readAll, refusalOf } from './notification.ts';

const head = '<Amt Ccy="CAD">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>';
const entry = (number: number) =>
  `<Ntry>${head}<NtryDtls><TxDtls><Refs><ClrSysRef>CA${number}</ClrSysRef></Refs><RmtInf><Ustrd>é &amp; 😀</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const debit = `<Ntry>${head.replace('CRDT', 'DBIT')}<AcctSvcrRef>B1</AcctSvcrRef></Ntry>`;
const small = notification(`${entry(1)}\r\n<!-- é -->${debit}\n`);
const bytes = Buffer.from(small);
const rootNamespace = 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08';
const document = (content: string, namespace = rootNamespace) => `<Document xmlns="${namespace}">${content}</Document>`;
const message = '<BkToCstmrDbtCdtNtfctn></BkToCstmrDbtCdtNtfctn>';

const refused: [guarantee: string, content: string | Uint8Array, reason: RegExp][] = [
  ['an empty file', '', /not well-formed XML/],
  ['a text file', 'Date,Amount\n2026-11-20,12.50\n', /not well-formed XML/],
  ['JSON', '{"entries":[]}', /not well-formed XML/],
  [
    'an entry of another namespace',
    notification(`<Ntry xmlns="urn:other">${head}</Ntry>`),
    /<Ntry> of another namespace/,
  ],
  ['a cut off file', small.slice(0, 400), /cut off/],
  ['a DOCTYPE', `<!DOCTYPE Document>${document(message)}`, /<!DOCTYPE is not accepted/],
  ['a DOCTYPE with entities', `<!DOCTYPE d [<!ENTITY a "b">]>${document(message)}`, /<!DOCTYPE is not accepted/],
  ['an entity of its own', small.replace('&amp;', '&a;'), /not well-formed XML/],
  [
    'another message',
    document('<BkToCstmrStmt/>', rootNamespace.replace('054', '053')),
    /camt\.053\.001\.08; accepted is <Document> of namespace .*054\.001\.02 or .*04 or .*08/,
  ],
  [
    'another version',
    document(message, rootNamespace.replace('08', '06')),
    /found <Document> of namespace .*06; accepted/,
  ],
  ['no namespace', `<Document>${message}</Document>`, /no namespace; accepted is/],
  ['another root', `<Ntry xmlns="${rootNamespace}"/>`, /found <Ntry>/],
  ['a Document without notification', document(''), /holds no BkToCstmrDbtCdtNtfctn/],
  ['a notification of another namespace', document('<x:BkToCstmrDbtCdtNtfctn xmlns:x="urn:x"/>'), /holds no BkToCstmr/],
  ['two notifications', document(message + message), /second BkToCstmrDbtCdtNtfctn/],
  ['a second root', document(message) + document(message), /only one root/],
  ['text behind the root', `${document(message)}x`, /not well-formed XML/],
  ['an encoding other than UTF-8', small.replace('UTF-8', 'ISO-8859-1'), /ISO-8859-1 is not accepted: send UTF-8/],
  ['bytes that are not UTF-8', Buffer.from(small, 'latin1'), /not UTF-8/],
  ['UTF-16', Buffer.from(`\ufeff${small}`, 'utf16le'), /not UTF-8/],
  ['a control character', small.replace('&amp;', '\u0001'), /not well-formed XML/],
  ['a reference to a control character', small.replace('&amp;', '&#0;'), /not well-formed XML/],
  ['elements nested without end', document('<a>'.repeat(200)), /deeper than 100/],
  ['a text without end', small.replace('&amp;', 'x'.repeat(70_000)), /longer than 65536/],
  ['a comment without end', small.replace('&amp;', `<!--${'x'.repeat(200_000)}-->`), /longer than 65536/],
  ['a prefix without a namespace', document('<y:BkToCstmrDbtCdtNtfctn/>'), /prefix without a namespace/],
];

for (const [guarantee, content, reason] of refused) {
  test(`${guarantee} is refused whole, with the place`, async () => {
    const refusal = await refusalOf(content);
    assert.ok(refusal, 'the file was read to its end');
    assert.match(refusal.message, reason);
    assert.ok(refusal.line >= 1 && refusal.column >= 1, `${refusal.line}:${refusal.column}`);
  });
}

test('the place of a refusal is that of the fault', async () => {
  const refusal = await refusalOf(small.replace('&amp;', '&x;'));
  const before = small.slice(0, small.indexOf('&amp;'));
  assert.equal(refusal?.line, before.split('\n').length);
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length;
  assert.ok(Math.abs((refusal?.column ?? 0) - column - '&x;'.length) <= 1, `${refusal?.column} for ${column}`);
});

test('US-ASCII, a byte order mark and no declaration at all are accepted', async () => {
  const plain = await readAll(small.replace(/<\?xml.*\?>/, ''));
  assert.equal(plain.length, 2);
  assert.deepEqual(await readAll(small.replace('UTF-8', 'US-ASCII')), plain);
  assert.equal((await readAll(`\ufeff${small}`)).length, 2);
});

test('a file cut at any byte is refused, unless only the line break at its end is gone', async () => {
  const end = Buffer.from(small.trimEnd()).length;
  for (let length = 0; length < bytes.length; length++) {
    const refusal = await refusalOf(bytes.subarray(0, length));
    assert.equal(refusal === undefined, length >= end, `cut at ${length}: ${refusal?.message}`);
  }
});

test('wherever chunks are cut, the items are the same', async () => {
  const whole = await readAll(bytes);
  assert.deepEqual(
    whole.map(({ kind }) => kind),
    ['transfer', 'quarantined'],
  );
  for (const size of [1, 2, 3, 5, 7, 11, 64, 1_000])
    assert.deepEqual(await readAll(bytes, size), whole, `${size} bytes`);
});

test('wherever chunks are cut, a refusal is the same', async () => {
  const contents = [small.replace('&amp;', '&'), Buffer.from(small, 'latin1'), document(''), `<!DOCTYPE a>${small}`];
  for (const content of contents) {
    const whole = await refusalOf(content);
    for (const size of [1, 3, 64]) {
      const inPieces = await refusalOf(content, size);
      assert.deepEqual(
        [inPieces?.message, inPieces?.line, inPieces?.column],
        [whole?.message, whole?.line, whole?.column],
      );
    }
  }
});

test('whatever bytes are flipped, the file is read or refused, and nothing else happens', async () => {
  const flips = fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(flips, fc.integer({ min: 1, max: 900 }), async (changes, size) => {
      const flipped = Buffer.from(bytes);
      for (const [at, byte] of changes) flipped[at] = byte;
      await refusalOf(flipped, size);
    }),
    { numRuns: 3_000 },
  );
});

test('whatever markup is thrown together, the file is read or refused, and nothing else happens', async () => {
  const pieces = [
    '<Ntry>',
    '</Ntry>',
    '<TxDtls>',
    '</TxDtls>',
    '<NtryDtls>',
    '</NtryDtls>',
    head,
    '<Amt>',
    '</Amt>',
    '1',
  ];
  const more = [
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '?>',
    '<!DOCTYPE',
    '&amp;',
    '&',
    '<',
    '>',
    '"',
    '\r',
    'é',
    '<Sts/>',
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces, ...pieces, ...more), { maxLength: 20 }), async (chosen) => {
      await refusalOf(notification(chosen.join('')), 7);
    }),
    { numRuns: 3_000 },
  );
});

test('the transfers before a fault may be yielded, so a caller must wait for the end', async () => {
  const many = notification(Array.from({ length: 2 * batchItemsMax }, (_, at) => entry(at)).join('\n')).slice(0, -20);
  assert.match((await refusalOf(many))?.message ?? '', /cut off/);
});
