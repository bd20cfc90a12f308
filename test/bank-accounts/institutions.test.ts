/** Names of institutions: known ones are named, unknown ones are a warning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { institutionName, institutionWarning } from '../../src/bank-accounts/institutions.ts';

test('known institutions have their name, under their own number', () => {
  assert.equal(institutionName('003'), 'Royal Bank of Canada');
  assert.equal(institutionName('006'), 'National Bank of Canada');
  assert.equal(institutionName('815'), 'Caisses Desjardins du Québec');
  assert.equal(institutionWarning('003'), undefined);
});

test('an unknown institution has no name and earns a warning, nothing more', () => {
  for (const number of ['005', '999', '3', '__proto__', 'constructor']) {
    assert.equal(institutionName(number), undefined);
    assert.match(institutionWarning(number) ?? '', /is not in our list of institutions/);
  }
});
