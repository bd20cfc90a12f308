/** What the simulated bank writes is what the reader reads, and what the schemas allow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Camt054Transfer, camt054Versions } from '../../../src/collection/interac/camt054-elements.ts';
import {
  remittanceLines,
  type WrittenEntry,
  type WrittenTransfer,
  writeCamt054,
  writeCamt054Now,
} from '../../../src/sandbox/camt054-writer.ts';
import { schemaMissing, validate } from '../../settlement/schema.ts';
import { readAll } from './notification.ts';

const createdAt = Temporal.Instant.from('2026-11-21T12:00:00Z');
const about = (version: (typeof camt054Versions)[number]) => ({ version, messageId: 'N-1', createdAt });

/** Text as a payer may send it: markup, accents, astral characters, but no control characters and single spaces only. */
const word = fc.string({ unit: fc.constantFrom(...'ab<>&"\'é]😀1-.—'), minLength: 1, maxLength: 60 });
const words = (wordsMax: number) => fc.array(word, { minLength: 1, maxLength: wordsMax }).map((each) => each.join(' '));
const given = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const transfer: fc.Arbitrary<WrittenTransfer> = fc
  .record({
    amountCents: fc.bigInt({ min: 1n, max: 10_000_000_000n }),
    networkReference: fc.stringMatching(/^C1?A[A-Za-z0-9]{6,10}$/),
    senderName: given(words(2)),
    senderEmail: given(fc.emailAddress()),
    description: given(words(15)),
    endToEndId: given(fc.stringMatching(/^[A-Z0-9]{1,35}$/)),
  })
  .map(withoutUndefined);
const entry: fc.Arbitrary<WrittenEntry> = fc
  .record({
    transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
    bankReference: given(fc.stringMatching(/^[A-Z0-9]{1,35}$/)),
    bookedAt: given(fc.constantFrom('2026-11-20', '2026-11-20T23:59:59-05:00', '2026-11-20T10:00:00.123Z')),
  })
  .map(withoutUndefined);

function withoutUndefined<T extends object>(value: T): { [key in keyof T]: Exclude<T[key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;
}

for (const version of camt054Versions) {
  test(`what is written as version ${version} is read as the same transfers`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (entries) => {
        const items = await readAll([...writeCamt054Now(about(version), entries)].join(''));
        const expected = entries.flatMap(({ transfers, bookedAt }, entryAt) =>
          transfers.map(({ networkReference, ...written }, detailAt) => ({
            ...written,
            kind: 'transfer',
            reference: `network:${networkReference}`,
            currency: 'CAD',
            description: written.description ?? '',
            ...(bookedAt !== undefined && { bookedAt }),
            entryNumber: entryAt + 1,
            detailNumber: detailAt + 1,
          })),
        );
        assert.deepEqual(
          items.map((item) => {
            const { position: _position, line: _line, column: _column, ...rest } = item as Camt054Transfer;
            return rest;
          }),
          expected.map((each) => ({ ...each })),
        );
        assert.deepEqual(
          items.map((item) => (item as Camt054Transfer).position),
          items.map((_, at) => at + 1),
        );
      }),
      { numRuns: 150 },
    );
  });

  const message = `camt.054.001.${version}`;
  const missing = version === '04' ? `no schema of ${message} at hand` : schemaMissing(message);
  if (missing) console.log(`Skipped: ${missing}`);
  test(`what is written as version ${version} is valid against its schema`, { skip: missing }, () => {
    const odd: (WrittenEntry | WrittenTransfer)[] = [
      { amountCents: 1n },
      { transfers: [], amountCents: 100n, bankReference: 'B1', status: 'PDNG', reversal: true, indicator: 'DBIT' },
      { amountCents: 1n, senderName: 'é'.repeat(200), description: `${'1'.repeat(300)} \u0001 \r\n \ud800 ]]>` },
    ];
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
        validate(message, [...writeCamt054Now(about(version), [...entries, ...odd])].join(''));
      }),
      { numRuns: 25 },
    );
  });
}

test('a description is broken at spaces into lines of at most 140 characters, and comes together again', () => {
  fc.assert(
    fc.property(words(30), (description) => {
      const lines = remittanceLines(description);
      for (const line of lines) assert.ok([...line].length <= 140 && line.trim() === line && line !== '');
      assert.equal(lines.join(' '), description);
    }),
  );
  const long = 'x'.repeat(300);
  assert.deepEqual(
    remittanceLines(`a ${long} b`).map((line) => line.length),
    [1, 140, 140, 22],
  );
  assert.deepEqual(remittanceLines(' \n '), []);
});

test('an asynchronous source is written as it comes, as the same file', async () => {
  const transfers: WrittenTransfer[] = [
    { amountCents: 1250n, networkReference: 'CA1' },
    { amountCents: 1n, networkReference: 'CA2' },
  ];
  async function* source() {
    yield* transfers;
  }
  const written: string[] = [];
  for await (const piece of writeCamt054(about('08'), source())) written.push(piece);
  assert.deepEqual(written, [...writeCamt054Now(about('08'), transfers)]);
});
