import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { endpoints } from '../../contract/endpoints.ts';
import { requestExamples } from '../../contract/examples.ts';
import { PaymentHistoryQuery, UpdatePayment } from '../../contract/payment-requests.ts';
import { CreatePastRentReport, DeactivateBankAccount, RegisterBankAccount } from '../../contract/requests.ts';
import { type JsonValue, parseJson } from '../../src/base/json.ts';
import {
  type BodyCheck,
  checkCreatePayment,
  compileBody,
  faultsMax,
  isAboutWholeBody,
} from '../../src/http/validation.ts';

type Members = { [name: string]: JsonValue };

const bill: Members = {
  paymentType: 'bill',
  userName: 'Amélie Roy',
  userEmail: 'amelie.roy@example.com',
  amount: 125.5,
  dueDate: '2026-12-01T00:00:00Z',
  payeeName: 'Hydro-Québec',
  billType: 'electricity',
  accountNumber: '299001234567',
  paymentMethod: 'interac',
};
const eftBill: Members = { ...bill, paymentMethod: 'eft', bankAccountId: 31 };
const rent: Members = {
  paymentType: 'rent',
  userName: 'Amélie Roy',
  userEmail: 'amelie.roy@example.com',
  amount: 1650,
  dueDate: '2026-12-01T00:00:00Z',
};
const registration: Members = {
  institutionNumber: '815',
  transitNumber: '30001',
  accountNumber: '1234567',
  accountHolderName: 'Amélie Roy',
};

const faultsOfText = (check: BodyCheck, text: string) => {
  const { value, numberTexts } = parseJson(text);
  return check(value, numberTexts);
};
const faultsOf = (check: BodyCheck, body: JsonValue) => faultsOfText(check, JSON.stringify(body));
const paths = (check: BodyCheck, body: JsonValue) => faultsOf(check, body).map((fault) => fault.path.join('.'));
/** The bill with one amount, written exactly so. */
const withAmount = (body: Members, amount: string) =>
  JSON.stringify({ ...body, amount: 'AMOUNT' }).replace('"AMOUNT"', amount);

describe('create payment', () => {
  test('every kind of payment is accepted, and members that are not known or do not apply are ignored', () => {
    for (const body of [
      bill,
      eftBill,
      rent,
      { ...rent, paymentMethod: 'interac', term: 12, rent: '1650', landlordMemo: '' },
    ]) {
      assert.deepEqual(faultsOf(checkCreatePayment, body), []);
    }
    assert.deepEqual(faultsOf(checkCreatePayment, { ...bill, bankAccountId: {}, colour: [1] }), []);
    assert.deepEqual(faultsOf(checkCreatePayment, { ...rent, payeeName: 7, bankAccountId: false }), []);
  });

  test('all missing fields are listed at once, in the order of the contract', () => {
    const faults = faultsOf(checkCreatePayment, { paymentType: 'bill', paymentMethod: 'eft' });
    assert.deepEqual(
      faults.map((fault) => fault.path),
      [
        ['userName'],
        ['userEmail'],
        ['amount'],
        ['dueDate'],
        ['payeeName'],
        ['billType'],
        ['accountNumber'],
        ['bankAccountId'],
      ],
    );
    assert.ok(faults.every((fault) => fault.message === 'is required'));
  });

  test('a bill without a usable payment method gets that fault and the others of every bill', () => {
    assert.deepEqual(paths(checkCreatePayment, { ...bill, paymentMethod: 'cheque', userName: ' ' }), [
      'userName',
      'paymentMethod',
    ]);
    const { paymentMethod: _, ...without } = bill;
    assert.deepEqual(paths(checkCreatePayment, without), ['paymentMethod']);
  });

  test('a missing or wrong payment type gets that fault and those of the fields that all kinds have', () => {
    assert.deepEqual(paths(checkCreatePayment, {}), ['paymentType', 'userName', 'userEmail', 'amount', 'dueDate']);
    const faults = faultsOf(checkCreatePayment, { ...bill, paymentType: 'loan', amount: -1 });
    assert.deepEqual(faults, [
      { path: ['paymentType'], message: 'must be "bill" or "rent"' },
      {
        path: ['amount'],
        message: 'must be a number greater than zero with at most two decimals, below 70368744177664',
      },
    ]);
  });
});

describe('one field, one fault', () => {
  test('rent is never debited from a bank account', () => {
    assert.deepEqual(faultsOf(checkCreatePayment, { ...rent, paymentMethod: 'eft' }), [
      { path: ['paymentMethod'], message: 'must be "interac"' },
    ]);
  });

  test('one field has one fault, however many rules it breaks', () => {
    for (const value of ['', ' ', '\0', null, 5, [], {}]) {
      assert.deepEqual(paths(checkCreatePayment, { ...bill, userName: value }), ['userName'], JSON.stringify(value));
    }
    assert.deepEqual(paths(checkCreatePayment, { ...bill, userEmail: 'x'.repeat(300) }), ['userEmail']);
  });

  test('null is a wrong value, not an absent one', () => {
    for (const name of Object.keys(bill)) {
      assert.deepEqual(paths(checkCreatePayment, { ...bill, [name]: null })[0], name);
    }
  });
});

describe('money', () => {
  const accepted = ['0.01', '125.5', '125.50', '125.500000', '1e2', '1.25E+2', '12550e-2', '70368744177663.99'];
  const refused = [
    '0',
    '-0',
    '-1',
    '0.001',
    '100.000000000000000000001',
    '1e-400',
    '1e400',
    '70368744177664',
    '70368744177663.999999',
    '"125.50"',
    'null',
    'true',
  ];
  for (const amount of accepted) {
    test(`the amount ${amount} is accepted`, () => {
      assert.deepEqual(faultsOfText(checkCreatePayment, withAmount(bill, amount)), []);
    });
  }
  for (const amount of refused) {
    test(`the amount ${amount} is refused, with one fault`, () => {
      const faults = faultsOfText(checkCreatePayment, withAmount(bill, amount));
      assert.deepEqual(
        faults.map((fault) => fault.path),
        [['amount']],
      );
    });
  }

  test('a debit is at most what its file can carry', () => {
    assert.deepEqual(faultsOfText(checkCreatePayment, withAmount(eftBill, '99999999.99')), []);
    assert.deepEqual(faultsOfText(checkCreatePayment, withAmount(eftBill, '100000000')), [
      {
        path: ['amount'],
        message: 'must be a number greater than zero with at most two decimals, at most 99999999.99',
      },
    ]);
  });

  test('money inside arrays is checked on its own source text; a reported month may be zero', () => {
    const check = compileBody(CreatePastRentReport);
    const body = (amounts: string[]) =>
      `{"userEmail":"a@example.com","payments":[${amounts.map((amount) => `{"month":"2026-03","amount":${amount}}`)}]}`;
    assert.deepEqual(faultsOfText(check, body(['0', '0.00', '1650'])), []);
    assert.deepEqual(
      faultsOfText(check, body(['1', '1.00000000000000000001', '-5'])).map((fault) => fault.path),
      [
        ['payments', '1', 'amount'],
        ['payments', '2', 'amount'],
      ],
    );
  });
});

describe('other forms', () => {
  test('a bank account is named by a positive whole number or its digits', () => {
    const check = compileBody(DeactivateBankAccount);
    for (const id of [1, 31, '31', '0031', 2 ** 53 - 1]) assert.deepEqual(faultsOf(check, { id }), [], String(id));
    for (const id of [0, -1, 1.5, 2 ** 53, '0', '-1', '3e1', '', ' 31', '9'.repeat(16), '1\0', null, true, [31]]) {
      assert.deepEqual(paths(check, { id }), ['id'], JSON.stringify(id));
    }
    assert.deepEqual(paths(checkCreatePayment, { ...eftBill, bankAccountId: '31' }), []);
  });

  test('bank account numbers are digits of their length, and the agreement is checked inside', () => {
    const check = compileBody(RegisterBankAccount);
    assert.deepEqual(faultsOf(check, registration), []);
    const padAgreement = { category: 'personal', signedAt: '2026-11-02', signatoryName: 'Amélie Roy' };
    assert.deepEqual(faultsOf(check, { ...registration, padAgreement }), []);
    assert.deepEqual(
      faultsOf(check, { ...registration, transitNumber: '3001', padAgreement: { ...padAgreement, category: 'both' } }),
      [
        { path: ['transitNumber'], message: 'must be a string of 5 digits' },
        { path: ['padAgreement', 'category'], message: 'must be "personal" or "business"' },
      ],
    );
    assert.deepEqual(paths(check, { ...registration, padAgreement: {} }), [
      'padAgreement.category',
      'padAgreement.signedAt',
      'padAgreement.signatoryName',
    ]);
  });

  test('a history query may be empty; its filters are typed, its limit has no maximum', () => {
    const check = compileBody(PaymentHistoryQuery);
    assert.deepEqual(faultsOf(check, {}), []);
    assert.deepEqual(
      faultsOf(check, { limit: 1_000_000, ids: [1, 2], status: 'failed', createdFrom: '2026-01-01T00:00' }),
      [],
    );
    assert.deepEqual(faultsOf(check, { limit: 0, ids: [1, 'x'], status: 'lost', identificationNumbers: 'x' }), [
      { path: ['ids', '1'], message: 'must be an identifier: a whole number of at least 1' },
      { path: ['identificationNumbers'], message: 'must be an array' },
      { path: ['status'], message: 'must be "pending", "completed" or "failed"' },
      { path: ['limit'], message: 'must be a whole number of at least 1' },
    ]);
  });

  test('every example of the documentation is accepted', () => {
    for (const { key, request } of endpoints) {
      if (request === null) continue;
      const check = key === 'createPayment' ? checkCreatePayment : compileBody(request as TSchema);
      for (const { value, summary } of Object.values(requestExamples[key] ?? {})) {
        assert.deepEqual(faultsOf(check, value as JsonValue), [], `${key}: ${summary}`);
      }
    }
  });
});

describe('hostile bodies', () => {
  test('a body that is not an object has one fault, about the whole body', () => {
    for (const check of [checkCreatePayment, compileBody(UpdatePayment)]) {
      for (const body of [null, 1, 'x', true, [], [bill]]) {
        const faults = faultsOf(check, body);
        assert.deepEqual(faults, [{ path: [], message: 'must be a JSON object' }]);
        assert.equal(isAboutWholeBody(faults), true);
      }
    }
    assert.equal(isAboutWholeBody(faultsOf(checkCreatePayment, {})), false);
    assert.equal(isAboutWholeBody([]), false);
  });

  test('members called __proto__ or constructor neither stand in for fields nor change any object', () => {
    const text = `{"__proto__":${JSON.stringify(bill)},"constructor":{"prototype":{"paymentType":"bill"}}}`;
    assert.equal(faultsOfText(checkCreatePayment, text).length, 5);
    assert.deepEqual(
      faultsOfText(checkCreatePayment, `{"__proto__":{"amount":0},${JSON.stringify(bill).slice(1)}`),
      [],
    );
    assert.equal(({} as Members).paymentType, undefined);
  });

  test('NUL and unpaired surrogates are refused wherever a text is kept', () => {
    const unstorable = 'must not contain a NUL character or half of a surrogate pair';
    for (const bad of ['a\\u0000b', 'a\\ud800b', '\\udc00\\ud800']) {
      const text = (name: string, body: Members) => JSON.stringify({ ...body, [name]: 'BAD' }).replace('BAD', bad);
      for (const [name, body] of [
        ['userName', bill],
        ['accountNumber', bill],
        ['landlordMemo', rent],
      ] as const) {
        assert.deepEqual(faultsOfText(checkCreatePayment, text(name, body)), [{ path: [name], message: unstorable }]);
      }
      const report = `{"userEmail":"a@example.com","payments":[],"landlord":{"names":[{"${bad}":1}]}}`;
      assert.deepEqual(faultsOfText(compileBody(CreatePastRentReport), report), [
        { path: ['landlord'], message: unstorable },
      ]);
    }
    assert.deepEqual(faultsOf(checkCreatePayment, { ...bill, userName: '😀 Amélie 李' }), []);
  });

  test('depth, length and number of faults cost no more than the body itself', () => {
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
    const report = `{"userEmail":"a@example.com","payments":[],"consent":${deep}}`;
    assert.deepEqual(faultsOfText(compileBody(CreatePastRentReport), report), []);
    for (const piece of ['a', 'a.', '.', '@', '-', '"', '2026-', '0', ' ']) {
      const long = piece.repeat(500_000);
      const started = performance.now();
      faultsOf(checkCreatePayment, { ...bill, userEmail: long, dueDate: long, accountNumber: long });
      faultsOf(checkCreatePayment, { ...bill, userEmail: long.slice(0, 254), dueDate: `2026-12-01T00:00:00.${long}` });
      assert.ok(performance.now() - started < 1000, `${piece} took too long`);
    }
    const faults = faultsOf(compileBody(PaymentHistoryQuery), { ids: Array(20_000).fill('x') });
    assert.equal(faults.length, faultsMax);
  });
});
