/** What a report does to one payment: which status speaks, what it does, and the tables of codes behind it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, Says, SettlementAction, StatusesAround } from '../../src/settlement/decide.ts';
import { decide, statusFor } from '../../src/settlement/decide.ts';
import {
  batchRejectedReason,
  notStatedReason,
  ownCheckReason,
  reasonCodes,
  reasonFor,
} from '../../src/settlement/reason-codes.ts';
import { readStatus, statusCodes } from '../../src/settlement/status-codes.ts';

test('the nearest status speaks: the payment’s own, else its block’s, else the batch’s', () => {
  const cases: [name: string, around: StatusesAround, says: Says, level: string][] = [
    ['batch rejected, nothing named', { batch: 'RJCT' }, 'rejected', 'batch'],
    ['batch accepted, nothing named', { batch: 'ACSC' }, 'accepted', 'batch'],
    ['batch rejected, payment named as settled', { batch: 'RJCT', transaction: 'ACSC' }, 'accepted', 'transaction'],
    ['batch rejected, payment named as pending', { batch: 'RJCT', transaction: 'PDNG' }, 'recorded', 'transaction'],
    ['batch accepted, payment rejected', { batch: 'ACCC', transaction: 'RJCT' }, 'rejected', 'transaction'],
    ['block rejected, not named', { batch: 'PART', block: 'RJCT' }, 'rejected', 'block'],
    [
      'block rejected, named as settled',
      { batch: 'PART', block: 'RJCT', transaction: 'ACCC' },
      'accepted',
      'transaction',
    ],
    ['block pending in a rejected batch', { batch: 'RJCT', block: 'PDNG' }, 'recorded', 'block'],
    ['named without a status, block rejected', { block: 'RJCT', transaction: undefined }, 'rejected', 'block'],
    ['batch in part, not named', { batch: 'PART' }, 'recorded', 'batch'],
    ['block in part, batch rejected', { batch: 'RJCT', block: 'PART' }, 'recorded', 'block'],
    ['received only', { batch: 'ACTC' }, 'recorded', 'batch'],
    ['accepted for execution is not settled', { transaction: 'ACSP' }, 'recorded', 'transaction'],
    ['no status anywhere', {}, 'recorded', 'batch'],
    ['a code nobody knows', { batch: 'RJCT', transaction: 'ZZZZ' }, 'recorded', 'transaction'],
  ];
  for (const [name, around, says, level] of cases) {
    const spoken = statusFor(around);
    assert.deepEqual([spoken.says, spoken.level], [says, level], name);
  }
});

test('the first outcome counts, the same again changes nothing, the contrary is held for an operator', () => {
  const cases: [outcome: Outcome, says: Says, action: SettlementAction][] = [
    ['open', 'accepted', 'accept'],
    ['open', 'rejected', 'reject'],
    ['open', 'recorded', 'record'],
    ['accepted', 'accepted', 'duplicate'],
    ['accepted', 'rejected', 'hold'],
    ['accepted', 'recorded', 'record'],
    ['rejected', 'accepted', 'hold'],
    ['rejected', 'rejected', 'duplicate'],
    ['rejected', 'recorded', 'record'],
  ];
  for (const [outcome, says, action] of cases) {
    for (const level of ['batch', 'block', 'transaction'] as const) {
      const decision = decide(outcome, says, level);
      assert.equal(decision.action, action, `${outcome} / ${says}`);
      assert.ok(decision.why.length > 0);
    }
  }
});

test('only ACSC and ACCC accept, only RJCT rejects, PART speaks for nobody, all else is recorded', () => {
  for (const [code, { levels }] of Object.entries(statusCodes)) {
    for (const level of levels) {
      const expected = { ACSC: 'accepted', ACCC: 'accepted', RJCT: 'rejected', PART: 'part' }[code] ?? 'recorded';
      assert.equal(readStatus(code, level).reading, expected, `${code} at ${level}`);
    }
  }
  for (const code of ['ZZZZ', 'acsc', '', 'constructor', '__proto__']) {
    assert.deepEqual(
      [readStatus(code, 'batch').reading, readStatus(code, 'batch').attention],
      ['recorded', true],
      code,
    );
  }
  assert.equal(readStatus('PART', 'transaction').reading, 'recorded');
});

test('every reason code says in both languages what it means, and who does what', () => {
  const needed =
    'AC01 AC03 AC04 AC06 AC07 AG01 AM01 AM02 AM04 AM05 AM09 AM10 BE01 BE06 CH11 CH16 CURR DT01 DU01 DU03 DU04 DUPL FF01 ' +
    'MD07 MS03 NARR RC01 RR04 RR09 TM01 ED05';
  for (const code of needed.split(' ')) assert.ok(reasonCodes.has(code), code);
  for (const [code, { meaning, how }] of reasonCodes) {
    assert.ok(meaning.en.endsWith('.') && meaning.fr.endsWith('.') && how.endsWith('.'), code);
  }
  for (const own of [ownCheckReason, batchRejectedReason, notStatedReason]) {
    assert.ok(reasonCodes.has(own) && own.length > 4, `${own} cannot be taken for a code of the bank`);
  }
  assert.equal(reasonFor('AC03').acts, 'partner');
  assert.match(reasonFor('XX99').meaning.en, /XX99/);
});
