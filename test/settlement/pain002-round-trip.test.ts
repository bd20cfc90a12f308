/** What the simulated bank writes, our reader reads; and whatever happens to the bytes, the file is read or refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileRefused } from '../../src/base/file-refused.ts';
import { lineText } from '../../src/base/file-text.ts';
import type { GivenBlock, GivenReason, GivenReport, GivenStatus } from '../../src/sandbox/pain002-writer.ts';
import { writePain002 } from '../../src/sandbox/pain002-writer.ts';
import type { Pain002Item } from '../../src/settlement/pain002-items.ts';
import { pain002Versions, readPain002 } from '../../src/settlement/pain002-reader.ts';
import { schemaMissing, validate } from './schema.ts';

const identifier = fc.stringMatching(/^[A-Za-z0-9+-]{1,35}$/);
const code = fc.constantFrom('ACSC', 'ACCC', 'RJCT', 'ACSP', 'PDNG', 'PART', 'ZZ9Z');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 130 }), fc.constant('Numéro <invalide> & "fermé" 🏠'));

/** Members that are undefined are left out, as the types want it. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}

const reason = fc
  .record({ code: optional(fc.constantFrom('AC03', 'RR09', 'MS03')), info: fc.array(text, { maxLength: 3 }) })
  .map((given) => present(given) as GivenReason);
const status = { status: optional(code), reasons: fc.array(reason, { maxLength: 2 }) };
const transaction = fc
  .record({ originalInstructionId: identifier, originalEndToEndId: optional(identifier), ...status })
  .map((given) => present(given));
const block = fc
  .record({
    originalPaymentInformationId: identifier,
    transactions: fc.array(transaction, { maxLength: 4 }),
    ...status,
  })
  .map((given) => present(given));
const report = fc
  .record({
    version: fc.constantFrom(...pain002Versions),
    messageId: identifier,
    createdAt: fc.constant(Temporal.Instant.from('2026-11-23T15:00:00Z')),
    originalMessageId: identifier,
    blocks: fc.array(block, { maxLength: 3 }),
    ...status,
  })
  .map((given) => present(given) as GivenReport & { blocks: GivenBlock[] });

async function read(chunks: Iterable<Uint8Array>): Promise<Pain002Item[]> {
  const all: Pain002Item[] = [];
  for await (const some of readPain002(chunks)) all.push(...some);
  return all;
}

function said({ status: given, reasons = [] }: GivenStatus) {
  const read = reasons.map(({ code: isoCode, info = [] }) => ({
    ...(isoCode ? { code: isoCode } : {}),
    info: info.map((line) => lineText(line, 105)).filter((line) => line !== ''),
  }));
  return { ...(given ? { status: given } : {}), reasons: read };
}

function expected(given: GivenReport): object[] {
  const { messageId, originalMessageId } = given;
  const group = {
    kind: 'group',
    reportMessageId: messageId,
    originalMessageId,
    originalMessageName: 'pain.001.001.09',
  };
  const all: object[] = [{ ...group, ...said(given) }];
  for (const { originalPaymentInformationId, transactions = [], ...blockStatus } of given.blocks ?? []) {
    all.push({ kind: 'block', originalPaymentInformationId, ...said(blockStatus) });
    for (const entry of transactions) {
      const { status: _status, reasons: _reasons, ...identifiers } = entry;
      all.push({ kind: 'transaction', originalPaymentInformationId, ...identifiers, ...said(entry) });
    }
  }
  return all;
}

function withoutPlaces(items: Pain002Item[]): object[] {
  return items.map(({ line: _line, column: _column, ...item }) => item);
}

test('whatever the simulated bank says, the reader hears the same, cut anywhere; and it is valid', async (t) => {
  const missing = schemaMissing('pain.002.001.11');
  if (missing) t.diagnostic(missing);
  await fc.assert(
    fc.asyncProperty(report, fc.integer({ min: 1, max: 40 }), async (given, pieceBytes) => {
      const xml = [...writePain002(given)].join('');
      const bytes = Buffer.from(xml);
      const pieces: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += pieceBytes)
        pieces.push(bytes.subarray(start, start + pieceBytes));
      assert.deepEqual(withoutPlaces(await read(pieces)), expected(given));
      if (!missing) validate('pain.002.001.11', xml.replace(given.version, 'pain.002.001.11'));
    }),
    { numRuns: 150 },
  );
});

const sample = Buffer.from(
  [
    ...writePain002({
      version: 'pain.002.001.11',
      messageId: 'R-1',
      createdAt: Temporal.Instant.from('2026-11-23T15:00:00Z'),
      originalMessageId: 'QT-1',
      status: 'PART',
      blocks: [
        {
          originalPaymentInformationId: 'QT-1-1',
          transactions: [
            { originalInstructionId: 'QI1', status: 'RJCT', reasons: [{ code: 'AC03', info: ['numéro erroné'] }] },
            { originalInstructionId: 'QI2', originalEndToEndId: 'QE2', status: 'ACSC' },
          ],
        },
      ],
    }),
  ].join(''),
);

async function outcome(chunks: Iterable<Uint8Array>): Promise<string> {
  try {
    return JSON.stringify(await read(chunks));
  } catch (error) {
    assert.ok(error instanceof FileRefused, String(error));
    assert.ok(error.line >= 1 && error.column >= 1 && error.message.length > 0);
    return `refused ${error.line}:${error.column} ${error.message}`;
  }
}

test('a report cut off at any place is refused', async () => {
  const end = sample.lastIndexOf('</Document>') + '</Document>'.length;
  for (let length = 0; length < end; length++) {
    assert.match(await outcome([sample.subarray(0, length)]), /^refused/, `cut off after ${length} bytes`);
  }
  assert.doesNotMatch(await outcome([sample.subarray(0, end)]), /^refused/);
});

test('where the bytes are cut on arrival changes nothing', async () => {
  const whole = await outcome([sample]);
  for (let cut = 0; cut <= sample.length; cut++) {
    assert.equal(await outcome([sample.subarray(0, cut), sample.subarray(cut)]), whole, `cut after ${cut} bytes`);
  }
});

test('any damaged bytes are read or refused, never anything else, and alike however they arrive', async () => {
  const damage = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(damage, fc.integer({ min: 1, max: 200 }), async (changes, pieceBytes) => {
      const bytes = Buffer.from(sample);
      for (const [offset, byte] of changes) bytes[offset] = byte;
      const pieces: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += pieceBytes)
        pieces.push(bytes.subarray(start, start + pieceBytes));
      // The parser names a place within the piece that it has, so that only the verdict can be compared.
      const verdict = (text: string) => (text.startsWith('refused') ? 'refused' : text);
      assert.equal(verdict(await outcome(pieces)), verdict(await outcome([bytes])));
    }),
    { numRuns: 1500 },
  );
});
