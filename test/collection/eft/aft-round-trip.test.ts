/** Writing and reading are inverse: our debits, and the simulated bank's returns, over any values that fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { returnOf } from '../../../src/collection/eft/aft-segment.ts';
import { dateFromAft } from '../../../src/collection/eft/aft-text.ts';
import type { AftDebit } from '../../../src/collection/eft/aft-writer.ts';
import { returnCodes } from '../../../src/collection/eft/return-codes.ts';
import {
  type AftReturnFile,
  type WrittenReturn,
  writeAftReturns,
  writeAftReturnsNow,
} from '../../../src/sandbox/aft-return-writer.ts';
import { debitFile, golden, readAll, sampleDebits, segmentsOf, textOf, written } from './files.ts';

const fitText = fc.stringMatching(/^[A-Z0-9.,]{1,9}(?: [A-Z0-9.,]{1,9}){0,2}$/);
const anyDebit: fc.Arbitrary<AftDebit> = fc.record(
  {
    reference: fc.stringMatching(/^[A-Z0-9.,-]{1,19}$/),
    amountCents: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    dueDate: fc.integer({ min: -30, max: 173 }).map((days) => debitFile.creationDate.add({ days })),
    institutionNumber: fc.stringMatching(/^[0-9]{3}$/),
    transitNumber: fc.stringMatching(/^[0-9]{5}$/),
    accountNumber: fc.stringMatching(/^[0-9]{1,12}$/),
    payorName: fitText,
    transactionType: fc.stringMatching(/^[0-9]{3}$/),
    sundry: fc.stringMatching(/^[A-Z0-9.,]{1,15}$/),
  },
  {
    requiredKeys: [
      'reference',
      'amountCents',
      'dueDate',
      'institutionNumber',
      'transitNumber',
      'accountNumber',
      'payorName',
    ],
  },
);

/** Zeros are how the Standard writes that a number is empty. */
const unlessZeros = (text: string) => (/^0*$/.test(text) ? '' : text);

test('debits that are written are read back as they were, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDebit, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.constantFrom('\r\n' as const, '\n' as const),
      async (debits, fileCreationNumber, lineEnd) => {
        const items = await readAll(await written(debits, { fileCreationNumber, lineEnd }));
        const [header] = items;
        assert.ok(header?.kind === 'header' && header.header.fileCreationNumber === fileCreationNumber);
        const segments = segmentsOf(items);
        assert.equal(segments.length, items.length - 1);
        assert.deepEqual(
          segments.map(({ segment }) => ({ ...segment, date: String(segment.date) })),
          debits.map((each) => ({
            recordType: 'D',
            transactionType: each.transactionType ?? '718',
            amountCents: each.amountCents,
            date: String(each.dueDate),
            institution: unlessZeros(`0${each.institutionNumber}${each.transitNumber}`),
            account: each.accountNumber,
            trace: '',
            storedType: '',
            shortName: 'RENTPAY',
            partyName: each.payorName,
            longName: 'RENT PAY INC',
            userId: debitFile.originatorId,
            crossReference: each.reference,
            returnInstitution: '000300001',
            returnAccount: '1234567',
            sundry: each.sundry ?? '',
            originalTrace: '',
            settlementCode: '',
            invalidElements: '',
          })),
        );
      },
    ),
  );
});

test('any name makes a file that is read without fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), anyDebit, async (payorName, each) => {
      const items = await readAll(await written([{ ...each, payorName, sundry: payorName }]));
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['header', 'segment'],
      );
    }),
  );
});

const returnFile: AftReturnFile = debitFile;
const elements = fc.array(fc.constantFrom('04', '05', '06', '07', '08', '16', '17'), { maxLength: 5 });
const anyReturn: fc.Arbitrary<WrittenReturn> = fc.record(
  {
    code: fc.constantFrom(...returnCodes.keys(), '999'),
    original: anyDebit,
    recordType: fc.constantFrom('I' as const, 'J' as const),
    trace: fc.stringMatching(/^[1-9][0-9]{21}$/),
    originalTrace: fc.stringMatching(/^[1-9][0-9]{21}$/),
    elementsInError: elements,
  },
  { requiredKeys: ['code', 'original'] },
);

test('the sample of returns is what the simulated bank writes, byte by byte', async () => {
  const returns = [
    { code: '901', original: sampleDebits[0] as AftDebit },
    { code: '905', original: sampleDebits[3] as AftDebit },
    { code: '907', original: sampleDebits[4] as AftDebit },
  ];
  assert.equal(await textOf(writeAftReturns(returnFile, returns)), golden('aft-returns.txt').toString('latin1'));
});

test("the simulated bank's returns are read back as they were, I and J in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyReturn, { maxLength: 20 }), async (returns) => {
      const items = await readAll(await textOf(writeAftReturnsNow(returnFile, returns)));
      const trace = (index: number) => `0003003200007${String(index + 1).padStart(9, '0')}`;
      assert.deepEqual(
        items
          .slice(1)
          .map((item) => item.kind === 'segment' && { ...returnOf(item.segment), dueDate: String(item.segment.date) }),
        returns.map(({ code, original, ...more }, index) => ({
          side: more.recordType === 'I' ? 'credit' : 'debit',
          code,
          amountCents: original.amountCents,
          dueDate: String(original.dueDate),
          crossReference: original.reference,
          originalType: unlessZeros(original.transactionType ?? '718'),
          originalBranch: unlessZeros(`0${original.institutionNumber}${original.transitNumber}`),
          originalAccountNumber: original.accountNumber,
          payorName: original.payorName,
          trace: more.trace ?? trace(index),
          originalTrace: more.originalTrace ?? more.trace ?? trace(index),
          elementsInError: more.elementsInError ?? [],
        })),
      );
    }),
  );
});

test('every day of a leap year and of a common one is written and read back', () => {
  for (const year of [2027, 2028]) {
    let date = Temporal.PlainDate.from({ year, month: 1, day: 1 });
    for (; date.year === year; date = date.add({ days: 1 })) {
      const text = `0${String(year).slice(2)}${String(date.dayOfYear).padStart(3, '0')}`;
      assert.ok(dateFromAft(text)?.equals(date), text);
    }
  }
});
