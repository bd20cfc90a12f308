/** The catalogue as data: the built-in one holds what formats §4.3 says, and a wrong one is refused with the place named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFromFile, checkedCatalogue } from '../../src/payees/catalogue.ts';
import { ruleOfConfidence, settlementAccount } from '../../src/payees/payee.ts';

const { payees } = catalogueFromFile();
const named = (name: string) => payees.find((payee) => payee.name === name) ?? assert.fail(`no payee ${name}`);

test('the built-in catalogue has 67 payees, 21 of them with a known format', () => {
  assert.equal(payees.length, 67);
  assert.equal(payees.filter((payee) => payee.accountFormat !== null).length, 21);
});

test('only formats from an old source are assumed; every other format known is confirmed', () => {
  const assumed = payees.filter((payee) => payee.accountFormat && ruleOfConfidence[payee.confidence] === 'assumed');
  assert.deepEqual(
    assumed.map((payee) => payee.name),
    ['Enbridge Gas (Union rate zone)', 'Energy+ Inc.', 'Nova Scotia Power'],
  );
});

test('the names that other banks give to Toronto property taxes are aliases of the one payee', () => {
  assert.deepEqual(named('City of Toronto Property Taxes').aliases, [
    'Toronto, City of, Taxes',
    'Toronto (City of) Property Tax',
    'Toronto (City) Property Taxes',
    'Toronto (City of) Property Taxes',
  ]);
});

test('what is not known is not claimed: Hydro Westmount has a hint but no format', () => {
  const { accountFormat, accountNumberHint } = named('Hydro Westmount');
  assert.equal(accountFormat, null);
  assert.match(accountNumberHint ?? '', /7 and one of 6 digits/);
});

test('every payee can be settled in the sandbox, on an account of its own at one of three invented banks', () => {
  const accounts = payees.map((payee) => settlementAccount(payee, 'sandbox') ?? assert.fail(payee.name));
  assert.ok(accounts.every((account) => account.invented));
  assert.deepEqual([...new Set(accounts.map((account) => account.institutionNumber))].sort(), ['997', '998', '999']);
  assert.equal(new Set(accounts.map((account) => account.accountNumber)).size, payees.length);
});

test('production knows no invented account, and any account that is not', () => {
  const payee = named('Toronto Hydro');
  assert.equal(settlementAccount(payee, 'production'), undefined);
  const settlement = { institutionNumber: '001', transitNumber: '00011', accountNumber: '1234567', invented: false };
  assert.deepEqual(settlementAccount({ ...payee, settlement }, 'production'), settlement);
});

const sound = {
  name: 'Example Water',
  billType: 'water_waste',
  region: 'ON',
  aliases: [],
  accountFormat: { lengths: [8], normalise: ['strip separators'] },
  confidence: 'sourced',
  source: 'a test',
};

const faulty: [what: string, payee: object, said: RegExp][] = [
  ['a missing field', { ...sound, billType: undefined }, /"Example Water": billType: must be a text on one line/],
  ['an unknown field', { ...sound, lenghts: [8] }, /"Example Water": lenghts: is not known; known are name, /],
  [
    'a slip in a format',
    { ...sound, accountFormat: { lengths: [8], chek: 'luhn' } },
    /accountFormat\.chek: is not known/,
  ],
  [
    'an unknown check',
    { ...sound, accountFormat: { lengths: [8], check: 'mod10' } },
    /accountFormat\.check: must be one of luhn/,
  ],
  [
    'an unknown step',
    { ...sound, accountFormat: { lengths: [8], normalise: ['trim'] } },
    /accountFormat\.normalise: must be a list of strip/,
  ],
  ['no length at all', { ...sound, accountFormat: { lengths: [] } }, /accountFormat\.lengths: must be a list/],
  ['an empty format', { ...sound, accountFormat: {} }, /accountFormat: must have either lengths or a pattern/],
  [
    'an inherited name as check',
    { ...sound, accountFormat: { lengths: [8], check: 'toString' } },
    /accountFormat\.check/,
  ],
  ['a format of a payee known by name only', { ...sound, confidence: 'name-only' }, /accountFormat: must be null/],
  ['a sourced payee without format', { ...sound, accountFormat: null }, /confidence: must be name-only or partial/],
  [
    'a short transit number',
    { ...sound, settlement: { institutionNumber: '999', transitNumber: '1', accountNumber: '1', invented: true } },
    /settlement\.transitNumber: must be a text of 5 digits/,
  ],
  ['a name that the database cannot hold', { ...sound, name: 'A\0B' }, /name: must be a text on one line/],
];

for (const [what, payee, said] of faulty) {
  test(`a catalogue with ${what} is refused, naming payee and field`, () => {
    assert.throws(() => checkedCatalogue({ payees: [payee] }), said);
  });
}

test('two payees of one name are refused, and all faults are told at once', () => {
  const faults = { payees: [sound, { ...sound, region: 7 }, 'nonsense'] };
  assert.throws(
    () => checkedCatalogue(faults),
    /region: must be[\s\S]*payees\[2\]: must be an object[\s\S]*stands more than once/,
  );
});

test('a file that is no catalogue is refused by name', () => {
  assert.throws(() => checkedCatalogue([], 'mine.json'), /mine\.json: payees: must be a list/);
  assert.throws(() => catalogueFromFile('/nonexistent.json'), /\/nonexistent\.json cannot be read/);
});
