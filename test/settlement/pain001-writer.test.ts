/** The settlement file: golden, valid, adding up, and safe with any text. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineText } from '../../src/base/file-text.ts';
import { centsFromText } from '../../src/base/money.ts';
import { XmlStream } from '../../src/base/xml-stream.ts';
import type { Pain001Batch, Pain001Block, Pain001Transaction } from '../../src/settlement/pain001-writer.ts';
import { writePain001 } from '../../src/settlement/pain001-writer.ts';
import { schemaMissing, validate } from './schema.ts';

function transaction(number: number, changes: Partial<Pain001Transaction> = {}): Pain001Transaction {
  return {
    instructionId: `QI${number}`,
    endToEndId: `QE${number}`,
    amountCents: 12_550n,
    creditor: { name: 'Hydro-Québec', accountNumber: '000123456789' },
    customerAccountNumber: `29900012${number}`,
    ...changes,
  };
}

function block(paymentInformationId: string, transactions: Pain001Transaction[]): Pain001Block {
  return {
    paymentInformationId,
    creditorAgent: { institutionNumber: '006', transitNumber: '00010' },
    transactionCount: transactions.length,
    totalCents: transactions.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    transactions,
  };
}

function batch(blocks: Pain001Block[]): Pain001Batch {
  return {
    messageId: 'QT-20261120-0001',
    createdAt: Temporal.Instant.from('2026-11-20T19:30:00.987Z'),
    transactionCount: blocks.reduce((sum, { transactionCount }) => sum + transactionCount, 0),
    totalCents: blocks.reduce((sum, { totalCents }) => sum + totalCents, 0n),
    initiatingPartyName: 'Quittance Demo & Fils',
    executionDate: Temporal.PlainDate.from('2026-11-23'),
    debtor: { name: 'Quittance Demo', institutionNumber: '003', transitNumber: '01234', accountNumber: '1002003' },
  };
}

async function written(header: Pain001Batch, blocks: AsyncIterable<Pain001Block> | Iterable<Pain001Block>) {
  const pieces: string[] = [];
  for await (const piece of writePain001(header, blocks)) pieces.push(piece);
  return pieces;
}

/** Every leaf of the document: its name, and its text. */
function leaves(xml: string): [name: string, text: string][] {
  const found: [string, string][] = [];
  let isLeaf = false;
  const stream = new XmlStream({
    root: () => undefined,
    open: () => {
      isLeaf = true;
    },
    close: (name, text) => {
      if (isLeaf) found.push([name, text]);
      isLeaf = false;
    },
  });
  stream.write(Buffer.from(xml));
  stream.end();
  return found;
}

const goldenFile = new URL('golden/pain001.xml', import.meta.url);
const goldenBlocks = [
  block('QT-20261120-0001-1', [
    transaction(1),
    transaction(2, {
      amountCents: 9_999_999_999n,
      creditor: { name: 'Énergir <s.e.c.>', accountNumber: '0001', ccin: '12345678' },
    }),
  ]),
  block('QT-20261120-0001-2', [
    transaction(3, { amountCents: 1n, customerAccountNumber: 'roll 1906-0123-4567-8901-2345-6789-0123' }),
  ]),
];

test('the file equals the golden one, byte by byte', async () => {
  const file = (await written(batch(goldenBlocks), goldenBlocks)).join('');
  if (process.env.UPDATE_GOLDEN) writeFileSync(goldenFile, file);
  const same = file === readFileSync(goldenFile, 'utf8');
  assert.ok(same, 'the file has changed; if that is meant, run this test with UPDATE_GOLDEN=1 and read the difference');
});

test('the golden file is valid against pain.001.001.09', { skip: schemaMissing('pain.001.001.09') }, () => {
  validate('pain.001.001.09', readFileSync(goldenFile, 'utf8'));
});

test('header and blocks tell count and sum; amounts have two decimals; numbers keep their zeros', async () => {
  const found = leaves((await written(batch(goldenBlocks), goldenBlocks)).join(''));
  const all = (name: string) => found.filter(([leaf]) => leaf === name).map(([, text]) => text);
  assert.deepEqual(all('NbOfTxs'), ['3', '2', '1']);
  assert.deepEqual(all('CtrlSum'), ['100000125.50', '100000125.49', '0.01']);
  assert.deepEqual(all('InstdAmt'), ['125.50', '99999999.99', '0.01']);
  assert.deepEqual(all('MmbId'), ['000301234', '000600010', '000600010', '000301234', '000600010']);
  assert.deepEqual(all('EndToEndId'), ['QE1', 'QE2', 'QE3']);
  assert.deepEqual(all('Ref'), ['299000121', '299000122']);
  assert.deepEqual(all('Ustrd'), ['roll 1906-0123-4567-8901-2345-6789-0123']);
  assert.deepEqual(all('Dt'), ['2026-11-23', '2026-11-23']);
  assert.deepEqual(all('CreDtTm'), ['2026-11-20T19:30:00Z']);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
);

const anyNumber = anyText.filter((text) => lineText(text, 140) !== '');

test('any names and numbers of partners make a well-formed file that adds up, and a valid one', async (t) => {
  const missing = schemaMissing('pain.001.001.09');
  if (missing) t.diagnostic(missing);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyText, anyNumber, fc.bigInt({ min: 1n, max: 10n ** 12n })), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const blocks = [
          block(
            'B-1',
            rows.map(([name, customerAccountNumber, amountCents], i) =>
              transaction(i, { creditor: { name, accountNumber: '1' }, customerAccountNumber, amountCents }),
            ),
          ),
        ];
        const file = (await written({ ...batch(blocks), initiatingPartyName: rows[0]?.[0] ?? '' }, blocks)).join('');
        const amounts = leaves(file).filter(([name]) => name === 'InstdAmt');
        const sum = amounts.reduce((total, [, text]) => total + (centsFromText(text) as bigint), 0n);
        assert.equal(sum, blocks[0]?.totalCents);
        for (const [name, text] of leaves(file)) assert.ok(text !== '' && [...text].length <= 140, name);
        if (!missing) validate('pain.001.001.09', file);
      },
    ),
    { numRuns: 60 },
  );
});

test('a file that does not add up throws before its end', async () => {
  const two = block('B-1', [transaction(1), transaction(2)]);
  const ends = { name: 'Error', message: /announces .* but .* were to be written/ };
  await assert.rejects(written(batch([two]), [{ ...two, transactionCount: 3 }]), ends);
  await assert.rejects(written(batch([two]), [{ ...two, totalCents: 25_101n }]), ends);
  await assert.rejects(written({ ...batch([two]), transactionCount: 3 }, [two]), ends);
  await assert.rejects(written({ ...batch([two]), totalCents: 1n }, [two]), ends);
  await assert.rejects(written(batch([two]), []), ends);
});

test('what the format cannot say throws and is not bent', async () => {
  const refused = async (changes: Partial<Pain001Transaction>) => {
    const blocks = [block('B-1', [transaction(1, changes)])];
    await assert.rejects(written(batch(blocks), blocks), /does not fit/);
  };
  await refused({ endToEndId: 'x'.repeat(36) });
  await refused({ instructionId: 'a_b' });
  await refused({ amountCents: 0n });
  for (const customerAccountNumber of ['', ' ', '\u0001', '\u2028 ']) await refused({ customerAccountNumber });
  await refused({ amountCents: -5n });
  await refused({ amountCents: 10n ** 18n });
  await refused({ creditor: { name: 'A', accountNumber: '12-34' } });
  const blocks = [
    { ...block('B-1', [transaction(1)]), creditorAgent: { institutionNumber: '6', transitNumber: '00010' } },
  ];
  await assert.rejects(written(batch(blocks), blocks), /institution 3 digits, transit 5 digits/);
  await assert.rejects(written(batch([]), []), /at least 1/);
});

test('a large batch is written in pieces as its payments come, never held whole', async () => {
  const count = 20_000;
  let asked = 0;
  async function* payments() {
    for (let i = 0; i < count; i++) {
      asked = i;
      yield transaction(i);
    }
  }
  const large = {
    ...block('B-1', []),
    transactionCount: count,
    totalCents: 12_550n * BigInt(count),
    transactions: payments(),
  };
  let askedAtFirstPiece = -1;
  let lengthMax = 0;
  for await (const piece of writePain001(batch([large]), [large])) {
    if (askedAtFirstPiece < 0) askedAtFirstPiece = asked;
    lengthMax = Math.max(lengthMax, piece.length);
  }
  assert.ok(askedAtFirstPiece < 200, `${askedAtFirstPiece} payments before the first piece`);
  assert.ok(lengthMax < 40_000, `a piece of ${lengthMax} characters`);
});
