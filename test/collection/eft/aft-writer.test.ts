/** The file of debits: golden, equal to another program's, adding up, and refusing what the format cannot say. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { controlFields, recordLength } from '../../../src/collection/eft/aft-layout.ts';
import { fieldDigits } from '../../../src/collection/eft/aft-records.ts';
import type { AftDebit, AftDebitFile } from '../../../src/collection/eft/aft-writer.ts';
import { DebitDoesNotFit, debitFault } from '../../../src/collection/eft/aft-writer.ts';
import { debit, debitFile, dueDate, golden, sampleDebits, written } from './files.ts';
import { otherProgramsFile } from './other-program.ts';

test('the sample file is written byte by byte: seven debits in two records, the last filled up with blanks', async () => {
  assert.equal(await written(sampleDebits), golden('aft-debits.txt').toString('latin1'));
});

const goldenDebits = [
  debit(1, {
    reference: 'P184467A2',
    payorName: 'Élodie Œuvrard-O’Neil, épouse de Jean-François',
    sundry: 'Hydro-Québec',
  }),
  debit(2, { amountCents: 1n, accountNumber: '000000000012', payorName: '李雷' }),
  debit(3, { institutionNumber: '815', transitNumber: '00001', dueDate: dueDate.add({ days: 39 }) }),
].map(({ transactionType: _, ...business }) => business);

test('names, sundry text, zeros of accounts and dates over the year end equal the golden file', async () => {
  const file = await written(goldenDebits, {
    lineEnd: '\n',
    originatorLongName: 'Quittance, Reçus et Paiements du Québec',
  });
  const place = new URL('golden/aft-debits-accents.txt', import.meta.url);
  if (process.env.UPDATE_GOLDEN) writeFileSync(place, file, 'latin1');
  const same = file === golden('aft-debits-accents.txt').toString('latin1');
  assert.ok(same, 'the file has changed; if that is meant, run this test with UPDATE_GOLDEN=1 and read the difference');
});

test('a file of one debit equals that of @cityssm/eft-generator, byte by byte, totals included', async () => {
  const single = [
    debit(1),
    debit(2, { amountCents: 9_999_999_999n, accountNumber: '000000000012', transactionType: '718' }),
    debit(3, { amountCents: 1n, payorName: 'A NAME LONGER THAN THE THIRTY CHARACTERS OF ITS FIELD' }),
    debit(4, { dueDate: Temporal.PlainDate.from('2027-01-04'), reference: 'P1234567890123456A1' }),
  ];
  for (const each of single) {
    const { transactionType, ...unsaid } = each;
    const ours = await written([transactionType === '718' ? unsaid : each]);
    assert.equal(ours, otherProgramsFile(debitFile, [each], false));
  }
});

test('more debits equal it too, but for the count in Z: there it counts records, the Standard transactions', async () => {
  const ours = (await written(sampleDebits)).split('\r\n');
  const theirs = otherProgramsFile(debitFile, sampleDebits, true).split('\r\n');
  assert.deepEqual(ours.slice(0, 3), theirs.slice(0, 3));
  assert.equal(ours[3]?.slice(0, 38), theirs[3]?.slice(0, 38));
  assert.deepEqual([ours[3]?.slice(38, 46), theirs[3]?.slice(38, 46)], ['00000007', '00000002']);
  assert.equal(ours[3]?.slice(46), theirs[3]?.slice(46));
});

test('records are counted, 1464 wide, and full but for the last, however many pieces the file takes', async () => {
  const count = 1000;
  const text = await written(Array.from({ length: count }, (_, index) => debit(index + 1)));
  const lines = text.split('\r\n');
  assert.equal(lines.pop(), '');
  assert.equal(lines.length, 1 + Math.ceil(count / 6) + 1);
  for (const [index, line] of lines.entries()) {
    assert.equal(line.length, recordLength);
    assert.equal(line.slice(1, 10), String(index + 1).padStart(9, '0'));
    assert.equal(line.slice(10, 24), '01234567890007');
  }
  const totalCents = (100 * count * (count + 1)) / 2;
  assert.equal(lines.at(-1)?.slice(24, 46), String(totalCents).padStart(14, '0') + String(count).padStart(8, '0'));
  const references = lines.flatMap((line) => line.match(/PAY-\d+/g) ?? []);
  assert.deepEqual(
    references,
    Array.from({ length: count }, (_, index) => `PAY-${index + 1}`),
  );
});

const unfit: [guarantee: string, changes: Partial<AftDebit>, reason: RegExp][] = [
  ['no amount', { amountCents: 0n }, /0 cents does not fit: more than 0, at most 9999999999/],
  ['a negative amount', { amountCents: -1n }, /-1 cents does not fit/],
  ['an amount of eleven digits', { amountCents: 10_000_000_000n }, /10000000000 cents does not fit/],
  ['a short institution', { institutionNumber: '04' }, /the account does not fit: institution 3 digits/],
  ['a long transit', { transitNumber: '010202' }, /the account does not fit/],
  ['an account of thirteen digits', { accountNumber: '1234567890123' }, /account 1 to 12 digits$/],
  ['an account with dashes', { accountNumber: '123-456' }, /account 1 to 12 digits$/],
  ['no account', { accountNumber: '' }, /account 1 to 12 digits$/],
  ['digits of another script', { accountNumber: '١٢٣٤٥٦٧' }, /account 1 to 12 digits$/],
  ['a reference of twenty characters', { reference: 'A'.repeat(20) }, /1 to 19 of A-Z 0-9/],
  ['a reference in small letters', { reference: 'pay-1' }, /1 to 19 of A-Z 0-9/],
  ['no reference', { reference: '' }, /1 to 19 of A-Z 0-9/],
  ['a transaction type of letters', { transactionType: 'ABC' }, /transaction type "ABC" does not fit: 3 digits/],
];

for (const [guarantee, changes, reason] of unfit) {
  test(`a debit with ${guarantee} throws, names the debit, and does not tell its account`, async () => {
    const bad = debit(2, changes);
    assert.match(debitFault(bad) ?? '', reason);
    await assert.rejects(written([debit(1), bad]), (error) => {
      assert.ok(error instanceof DebitDoesNotFit);
      assert.equal(error.reference, bad.reference);
      assert.ok(error.message.startsWith(`debit ${JSON.stringify(bad.reference)}: `));
      assert.ok(!error.message.includes(bad.accountNumber || 'none'));
      assert.match(error.message, reason);
      return true;
    });
  });
}

test('a due date outside the window of the banks throws: 30 days back and 173 ahead are the last that fit', async () => {
  const from = debitFile.creationDate;
  await written([debit(1, { dueDate: from.subtract({ days: 30 }) }), debit(2, { dueDate: from.add({ days: 173 }) })]);
  for (const days of [-31, 174]) {
    await assert.rejects(
      written([debit(1), debit(2, { dueDate: from.add({ days }) })]),
      /debit "PAY-2": due date .* at most 30 days before, 173 after 2026-11-20/,
    );
  }
});

const unfitFiles: [guarantee: string, changes: Partial<AftDebitFile>, reason: RegExp][] = [
  ['file creation number 0', { fileCreationNumber: 0 }, /file creation number 0 does not fit: 1 to 9999/],
  ['file creation number 10000', { fileCreationNumber: 10_000 }, /10000 does not fit/],
  ['an originator of eleven characters', { originatorId: '01234567890' }, /originator id .* 1 to 10/],
  ['a data centre of letters', { destinationDataCentre: 'TOR' }, /data centre "TOR" does not fit: 1 to 5 digits/],
  [
    'a return account that is none',
    { returnAccount: { ...debitFile.returnAccount, transitNumber: '1' } },
    /return account does not fit/,
  ],
  ['another count than expected', { expected: { count: 2, totalCents: 100n } }, /meant to hold 2 debits of 100 cents/],
  ['another sum than expected', { expected: { count: 1, totalCents: 101n } }, /but 1 of 100 cents were to be written/],
];

for (const [guarantee, changes, reason] of unfitFiles) {
  test(`a file with ${guarantee} throws`, async () => {
    await assert.rejects(written([debit(1)], changes), reason);
  });
}

test('a file without debits is not made, and one that holds what is expected is', async () => {
  await assert.rejects(written([]), /without debits is not made/);
  assert.ok(await written([debit(1), debit(2)], { expected: { count: 2, totalCents: 300n } }));
});

test('a sum of fifteen digits, and a record count of ten, throw', async () => {
  const debits = Array.from({ length: 10_001 }, (_, index) => debit(index, { amountCents: 9_999_999_999n }));
  await assert.rejects(
    written(debits),
    /total value of debits is 100009999989999, which does not fit: at most 14 digits/,
  );
  assert.throws(() => fieldDigits(controlFields.recordCount, 1_000_000_000), /record count is 1000000000, .* 9 digits/);
});
