/** No sentence of the service is without its French, and no French is of a sentence that nobody says any more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnCodes } from '../../src/collection/eft/return-codes.ts';
import { reasonCodes } from '../../src/settlement/reason-codes.ts';
import { frenchParts, frenchSentences, inFrench } from '../../web/src/texts/french-service.ts';
import { sentences } from './sentences.ts';

/** Put together by the code: the template as it stands there, and what comes of it. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'must be {}{}': ['must be {} of at least {}'],
  ' of at least {}': [],
  '{} or {}': ['must be {} or {}'],
  '{} to {}': ['must be a string of {} to {} digits'],
  'the report contradicts itself: {} {}, what it speaks of was sent under {}; an operator decides': [
    'the report contradicts itself: the report is about message {}, what it speaks of was sent under {}; an operator decides',
    'the report contradicts itself: it stands in block {}, what it speaks of was sent under {}; an operator decides',
    'the report contradicts itself: it names instruction {}, what it speaks of was sent under {}; an operator decides',
  ],
  'it may have stood there under its name, so it is written there again or nowhere': [
    '{} is not written: {}',
    '{}; it may have stood there under its name, so it is written there again or nowhere',
  ],
  '{} arrived within {} s{}': [
    'no status arrived within {} s',
    'status {} arrived within {} s, but not the end of the answer',
  ],
  ', but not the end of the answer': [],
  'must be {}; {}': ['must be {} digits, {} and {} digits'],
  '{}; nothing was given': ['nothing was given'],
  '{} {} given': ['{} was given', '{} were given'],
  '{} {}{} {} given': ['{} character was given', '{} characters were given'],
  '1 digit': [],
  '{} digits': ['must be {} digits', 'must be {} or {} digits'],
  ' starting with {}': ['must be {} digits starting with {}', 'must be {} or {} digits starting with {}'],
};

/** Said by files that speak to somebody else otherwise, by SQL, or of a template that is holes only. */
const besides = [
  'token {}, request {}',
  'card session {} ({} {})',
  'own-check: {}',
  'settlement report {} line {}: {} {}: {}',
  'The process that was sending this died before it could record the answer.',
  '{} (line {}, column {})',
  'payee catalogue {} is refused:\n  {}',
  '{} ({})',
  '{} and {}',
  'Rejected.',
  'returned: {}',
  'late: {}',
  'duplicate: {}',
  'held: {}',
];

/** To whom else: who reads the log or the drop folder, who books, who asks over `/v1` or plays over it. */
const elsewhere = [
  'the operator / l’exploitant',
  'payment {} refund',
  'payment {} debit {} returned late',
  'interac {} held',
  'interac {} {}',
  '{} of the steps that are due failed',
  'quittance schedule',
  "kind = 'bill_eft'",
  "kind = 'rent_card'",
  'application/json; charset=utf-8',
  'text/csv; charset=utf-8',
  'attachment; filename="{}"',
  'attachment; filename="{}.csv"',
  'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: {}\r\n',
  'Content-Length: {}\r\nConnection: close\r\n\r\n{}',
  'Payment {}',
  'Send either advanceBusinessDays or advanceSeconds',
  'return {}',
  'line {}',
  'set aside',
  'as edited',
  'its amounts',
  'exactly 3 digits',
  'exactly 5 digits',
  '1 to 12 digits, without spaces or dashes',
  'a camt.054 notification, a pain.002 status report (both XML in UTF-8), or an AFT file (Standard 005) of returns',
  'is on another device than inbox: inbox, processed and quarantine must be on one, so that files move at once',
  'cannot be made, read or written by this account ({})',
  'line {}, column {}: {}',
  'it changed {}: it is taken in once it has not changed for {} s',
  'Quittance did not take this file in, and nothing of it took effect.',
  'read as:   {}',
  'nothing: its content was not recognised',
  'where:     line {}, column {}',
  'Once it is right, put it into the inbox again, under any name. Both files here may be deleted.',
];

const codes = [...returnCodes.values(), ...reasonCodes.values()];
/** They stop an account: its note says which. */
const stops = [...returnCodes.values()].filter(({ deadAccount }) => deadAccount).map(({ meaning }) => meaning);
const inTable = { ...frenchSentences, ...frenchParts };
const found = sentences();

test('every sentence of the service that a page may show has its French, and every French is of such a sentence', () => {
  const notToSay = [...Object.keys(composed), ...elsewhere];
  const madeOf = [...Object.values(composed).flat(), ...besides];
  const said = new Set([...found, ...madeOf, ...codes.map(({ how }) => how), ...stops.map(({ en }) => en)]);
  for (const each of notToSay) said.delete(each);
  const without = [...said].filter((each) => !Object.hasOwn(inTable, each));
  assert.deepEqual(without, [], 'give it its French in web/src/texts/french-service-….ts');
  const unsaid = Object.keys(inTable).filter((each) => !said.has(each));
  assert.deepEqual(unsaid, [], 'nobody says this any more');
  const past = notToSay.filter((each) => !found.has(each));
  assert.deepEqual(past, [], 'an exception that is none any more');
});

test('what a code that stops an account means is said in the French of its table', () => {
  for (const { en, fr } of stops) assert.equal(inTable[en], fr);
});

test('a French sentence has no hole that the English one does not fill', () => {
  for (const [english, french] of Object.entries(inTable)) {
    const holes = english.split('{}').length - 1;
    const unnumbered = french.match(/\{\}|\[\]/g)?.length ?? 0;
    const numbers = [...french.matchAll(/[{[](\d)[}\]]/g)].map(([, number]) => Number(number));
    assert.ok(Math.max(unnumbered, ...numbers, 0) <= holes, english);
    assert.ok(numbers.length > 0 || unnumbered === holes, english);
    assert.doesNotMatch(french, /'/, 'an apostrophe is ’');
  }
});

test('a hole is filled with the French of what stands in it, and with names and amounts as they are', () => {
  const said = [
    [
      'Payment 7 does not await funds: it is collected',
      'Le paiement 7 n’attend pas d’argent : son état est « argent perçu »',
    ],
    [
      'own-check: must be 9 or 10 digits; 8 were given',
      'notre vérification : doit compter 9 ou 10 chiffres; 8 ont été donnés',
    ],
    [
      'The exchange was not finished in time. (no status arrived within 10 s)',
      'L’échange n’a pas fini à temps. (aucun statut n’est arrivé en 10 s)',
    ],
    [
      'the entry is a debit (DBIT): only credits (CRDT) are accepted; the entry is in "USD": only CAD is accepted',
      'l’écriture est un débit (DBIT) : seuls les crédits (CRDT) sont admis; l’écriture est en "USD" : seul CAD est admis',
    ],
    ['attached by Lee: rent or bills; paid (June)', 'rattaché par Lee : rent or bills; paid (June)'],
  ];
  for (const [english, french] of said) assert.equal(inFrench(String(english)), french);
});

test('what somebody else wrote is not taken for a sentence of the service', () => {
  for (const text of ['rent or bills', 'rent (June; July)', 'Account closed', 'May, June and July']) {
    assert.equal(inFrench(text), undefined);
  }
});
