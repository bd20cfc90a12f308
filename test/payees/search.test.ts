/** The search: the examples of formats §9, the order of what is found, and its cost on a large catalogue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogueFromFile } from '../../src/payees/catalogue.ts';
import type { Payee } from '../../src/payees/payee.ts';
import { SearchIndex } from '../../src/payees/search.ts';
import { slipsBetween } from '../../src/payees/typing-slips.ts';

const { payees } = catalogueFromFile();
const builtIn = new SearchIndex(payees);
const model = payees[0] as Payee;
const indexOf = (...names: string[]) => new SearchIndex(names.map((name) => ({ ...model, name, aliases: [] })));
const names = (found: Payee[]) => found.map((payee) => payee.name);
const find = (text: string | undefined, limit = 20) => names(builtIn.search(text, limit));

const firstFinds: [typed: string, first: string][] = [
  ['hydro quebec', 'Hydro-Québec'],
  ['hydro-quebéc', 'Hydro-Québec'],
  ['HYDRO–QUÉBEC', 'Hydro-Québec'],
  ['Hydro-Que\u0301bec', 'Hydro-Québec'],
  ['hydroquebec', 'Hydro-Québec'],
  ['quebec hydro', 'Hydro-Québec'],
  ['hyd que', 'Hydro-Québec'],
  ['energir', 'Énergir'],
  ['torronto hydro', 'Toronto Hydro'],
  ['torotno hydro', 'Toronto Hydro'],
  ['telu', 'TELUS'],
  ['tleus', 'TELUS'],
  ['fdio', 'Fido'],
  ['sask power', 'SaskPower'],
  ['bchydro', 'BC Hydro'],
  ['ｔｅｌｕｓ', 'TELUS'],
  ['407', '407 ETR'],
  ['energy+', 'Energy+ Inc.'],
  ['toronto (city of) property taxes', 'City of Toronto Property Taxes'],
  ['CRA (revenue) – tax instalment', 'CRA (revenue) - tax instalment'],
  ['union gas', 'Enbridge Gas (Union rate zone)'],
];

for (const [typed, first] of firstFinds) {
  test(`"${typed}" finds ${first} first`, () => assert.equal(find(typed)[0], first));
}

test('a slip finds every payee of the name: enbrige both Enbridges, telu both of two TELUS', () => {
  assert.deepEqual(find('enbrige'), ['Enbridge Gas Inc.', 'Enbridge Gas (Union rate zone)']);
  assert.deepEqual(names(indexOf('TELUS Mobility', 'Rogers', 'TELUS').search('telu', 20)), ['TELUS', 'TELUS Mobility']);
});

test('swapped letters find all of Toronto', () => {
  assert.deepEqual(find('torotno').sort(), [
    'City of Toronto Property Taxes',
    'City of Toronto Utility Bill',
    'Toronto Hydro',
  ]);
});

test('apostrophes, ligatures and other letters that accents do not explain are forgiven', () => {
  const index = indexOf("L'Étoile", 'Œuvres de Sæther', 'Große Straße', 'Łódź');
  for (const [typed, name] of [
    ['l etoile', "L'Étoile"],
    ['l’étoile', "L'Étoile"],
    ['letoile', "L'Étoile"],
    ['oeuvres', 'Œuvres de Sæther'],
    ['saether', 'Œuvres de Sæther'],
    ['grosse strasse', 'Große Straße'],
    ['lodz', 'Łódź'],
  ] as const) {
    assert.deepEqual(names(index.search(typed, 20)), [name], typed);
  }
});

test('the same comes before what begins so, then where a word begins so, then what holds it, then what is like it', () => {
  const index = indexOf('Great Hydra', 'Antihydron', 'City Hydro', 'Hydro Two', 'Hydro', 'Hy Drome');
  assert.deepEqual(names(index.search('hydro', 20)), [
    'Hydro',
    'Hydro Two',
    'City Hydro',
    'Antihydron',
    'Hy Drome',
    'Great Hydra',
  ]);
  assert.deepEqual(names(index.search('hydri', 1)), ['Hydro']);
});

test('one or two letters are found inside names', () => {
  assert.ok(find('bc').includes('BC Hydro'));
  assert.ok(find('é', 100).includes('Énergir'));
});

test('absent, empty and blank texts find all by name; only punctuation finds nothing', () => {
  for (const text of [undefined, '', '  \n']) assert.equal(find(text, 1000).length, 67);
  assert.deepEqual(find('', 3), [
    '407 ETR',
    'Access Communications',
    'Alberta Finance - Corporate Income Tax - ABCIT (AT1)',
  ]);
  for (const text of ['-', '%', '_', '…!?', '\\', '🧾', '\0', '\u0301']) assert.deepEqual(find(text), [], text);
});

test('a query longer than any name finds nothing rather than failing', () => {
  for (const text of ['hydro '.repeat(50) + 'x y z'.repeat(300), 'q'.repeat(1_000_000), '\u0301e'.repeat(200_000)]) {
    assert.ok(Array.isArray(find(text)));
  }
  assert.deepEqual(find('Zanzibar Lighthouse and Steamship Company of the Seven Seas, Limited, in Liquidation'), []);
});

test('the limit cuts the same list off, however large it is', () => {
  const all = find('e', Number.MAX_SAFE_INTEGER);
  assert.deepEqual(find('e', 1), all.slice(0, 1));
  assert.deepEqual(find('e', 7), all.slice(0, 7));
  assert.equal(new Set(all).size, all.length);
});

test('the answer does not depend on the order of the catalogue or on earlier searches', () => {
  const reversed = new SearchIndex([...payees].reverse());
  fc.assert(
    fc.property(
      fc.constantFrom(...payees),
      fc.nat(40),
      fc.nat(40),
      fc.string({ maxLength: 2 }),
      (payee, a, b, noise) => {
        const typed = payee.name.slice(Math.min(a, b), Math.max(a, b)) + noise;
        assert.deepEqual(names(reversed.search(typed, 20)), find(typed));
      },
    ),
  );
});

test('every part of a name of three letters or more finds the payee', () => {
  fc.assert(
    fc.property(fc.constantFrom(...payees), fc.nat(60), fc.integer({ min: 3, max: 60 }), (payee, start, length) => {
      const part = payee.name.slice(start % payee.name.length, (start % payee.name.length) + length);
      if (/[\p{L}\p{N}]/u.test(part)) assert.ok(find(part, 100).includes(payee.name), part);
    }),
  );
});

test('a swap, a letter more, less or other is one slip', () => {
  assert.equal(slipsBetween('torotno', 'toronto'), 1);
  assert.equal(slipsBetween('torronto', 'toronto'), 1);
  assert.equal(slipsBetween('toonto', 'toronto'), 1);
  assert.equal(slipsBetween('torento', 'toronto'), 1);
  assert.equal(slipsBetween('', 'abc'), 3);
  assert.equal(slipsBetween('same', 'same'), 0);
});

test('a search over 20,000 payees answers at most its limit, whatever is typed', () => {
  const words =
    'hydro electric city water gas power property tax utilities north south energy telecom mobile bay'.split(' ');
  const word = (number: number) => words[number % words.length];
  const large = new SearchIndex(
    Array.from({ length: 20_000 }, (_, n) => ({
      ...model,
      name: `${word(n)} ${word(n >> 3)} ${word(n >> 6)} ${n}`,
      aliases: n % 5 === 0 ? [`${word(n >> 2)} of ${n}`] : [],
    })),
  );
  for (const typed of [
    'hydro',
    'hydor',
    'e',
    'propety tax',
    'city of nroth watter',
    'hydrx power',
    'x'.repeat(50_000),
  ]) {
    assert.ok(large.search(typed, 20).length <= 20, typed.slice(0, 30));
  }
});
