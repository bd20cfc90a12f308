import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameText } from '../../src/base/same-text.ts';

test('texts that look the same to a reader are the same, whatever was typed', () => {
  for (const typed of [
    'REF 1',
    'ref 1',
    ' Ref  1 ',
    'REF\u00a01',
    'REF\t1\r\n',
    'R\u200bEF 1\u200b',
    '\ufeffref 1',
    'ＲＥＦ　１',
    'REF \u200b 1',
    'REF\u00ad 1',
  ]) {
    assert.equal(sameText(typed), 'REF 1', JSON.stringify(typed));
  }
  assert.equal(sameText('straße'), sameText('STRASSE'));
  assert.equal(sameText('Cafe\u0301'), sameText('CAFÉ'));
  assert.notEqual(sameText('REF 1'), sameText('REF 11'));
  assert.notEqual(sameText('REF 1'), sameText('REF1'));
});

test('a text of nothing that can be seen is empty', () => {
  for (const typed of ['', ' ', '\u200b', '\u2060\u00a0', '\u115f', '\u0001']) assert.equal(sameText(typed), '');
});
