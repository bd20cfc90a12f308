/** Arrays in PostgreSQL's binary form come back from PostgreSQL as they went in. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { boolArray, byteaArray, instantArray, int4Array, int8Array, textArray } from '../../src/base/binary-arrays.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

let world: TestDatabase;
before(async () => {
  world = await createTestDatabase();
});
after(() => world.close());

const runs = { numRuns: 60 };
const nullable = <T>(values: Arbitrary<T>) => fc.array(fc.option(values, { freq: 5 }), { maxLength: 40 });

/** What PostgreSQL makes of an array: its elements in order, each as our connections read it. */
async function back(array: Buffer, type: string): Promise<unknown[]> {
  const { rows } = await world.database.query(
    `select value from unnest($1::${type}[]) with ordinality as t (value, position) order by position`,
    [array],
  );
  return rows.map((row) => row.value);
}

test('bigint: every 64-bit value and null', async () => {
  await fc.assert(
    fc.asyncProperty(nullable(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), async (values) =>
      assert.deepEqual(await back(int8Array(values), 'bigint'), values),
    ),
    { ...runs, examples: [[[-(2n ** 63n), 2n ** 63n - 1n, 0n, null]], [[]], [[null]]] },
  );
});

test('integer: every 32-bit value and null', async () => {
  await fc.assert(
    fc.asyncProperty(nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), async (values) =>
      assert.deepEqual(await back(int4Array(values), 'integer'), values),
    ),
    { ...runs, examples: [[[-(2 ** 31), 2 ** 31 - 1, 0, null]], [[]]] },
  );
});

test('boolean: true, false and null', async () => {
  await fc.assert(
    fc.asyncProperty(nullable(fc.boolean()), async (values) =>
      assert.deepEqual(await back(boolArray(values), 'boolean'), values),
    ),
    { ...runs, examples: [[[]]] },
  );
});

test('text: any unicode, quotes, braces, the word NULL, empty texts and null', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => !value.includes('\0'));
  const examples: [(string | null)[]][] = [
    [[]],
    [
      [
        '',
        'NULL',
        null,
        '{a,"b"}',
        "it's",
        'back\\slash',
        '🏠🇨🇦',
        '\u{10ffff}',
        '\ud7ff\ue000',
        ' \t\n ',
        'é'.normalize('NFD'),
      ],
    ],
    [['x'.repeat(300_000), '€'.repeat(100_000)]],
  ];
  await fc.assert(
    fc.asyncProperty(nullable(text), async (values) => assert.deepEqual(await back(textArray(values), 'text'), values)),
    { ...runs, examples },
  );
});

test('bytea: any bytes, no bytes and null', async () => {
  await fc.assert(
    fc.asyncProperty(nullable(fc.uint8Array({ maxLength: 100 })), async (values) => {
      const found = await back(byteaArray(values), 'bytea');
      assert.deepEqual(
        found.map((value) => value && Uint8Array.from(value as Buffer)),
        values,
      );
    }),
    { ...runs, examples: [[[new Uint8Array(), null, Uint8Array.of(0, 255, 92)]], [[]]] },
  );
});

test('timestamptz: every instant PostgreSQL knows, to the microsecond, and null', async () => {
  // PostgreSQL begins in 4714 BC; Temporal ends in 275760.
  const microseconds = fc.bigInt({ min: -210_000_000_000_000_000n, max: 8_640_000_000_000_000_000n });
  await fc.assert(
    fc.asyncProperty(nullable(microseconds), async (values) => {
      const instants = values.map((value) =>
        value === null ? null : Temporal.Instant.fromEpochNanoseconds(value * 1000n),
      );
      const found = await back(instantArray(instants), 'timestamptz');
      assert.deepEqual(found.map(String), instants.map(String));
    }),
    {
      ...runs,
      examples: [[[0n, null, -1n, 1n, -62_135_596_800_000_000n, -62_135_596_800_000_001n, 253_402_300_800_000_000n]]],
    },
  );
});

test('timestamptz: what is finer than a microsecond is cut down, also before 1970', async () => {
  const texts = ['2026-11-20T10:00:00.123456999Z', '1969-12-31T23:59:59.999999999Z', '1950-01-01T00:00:00.000000001Z'];
  assert.deepEqual(
    (await back(instantArray(texts.map((text) => Temporal.Instant.from(text))), 'timestamptz')).map(String),
    ['2026-11-20T10:00:00.123456Z', '1969-12-31T23:59:59.999999Z', '1950-01-01T00:00:00Z'],
  );
});

test('arrays of one length stand side by side in one unnest, row by row', async () => {
  const { rows } = await world.database.query(
    'select * from unnest($1::bigint[], $2::text[], $3::bytea[]) as t (id, name, bytes)',
    [int8Array([1n, null]), textArray([null, 'two']), byteaArray([Buffer.from('a'), null])],
  );
  assert.deepEqual(rows, [
    { id: 1n, name: null, bytes: Buffer.from('a') },
    { id: null, name: 'two', bytes: null },
  ]);
});

test('a value that does not fit its type throws instead of becoming another', () => {
  assert.throws(() => int8Array([2n ** 63n]), RangeError);
  assert.throws(() => int4Array([2 ** 31]), RangeError);
});
