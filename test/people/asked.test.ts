/** What a page may ask, and the words in which it is told what it may not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as asked from '../../src/people/asked.ts';

const query = (name: string, text: string) => ({ query: { [name]: text } });

/** The status and the words of a refusal. */
function refused(read: () => unknown): [number, string] {
  try {
    return assert.fail(`read as ${String(read())}`);
  } catch (error) {
    if (!(error instanceof asked.Refusal)) throw error;
    return [error.answer.status, error.answer.error];
  }
}

test('what is not asked for, or asked for with nothing, is nothing; a limit is the usual one', () => {
  for (const none of [{ query: {} }, { query: { state: '', from: '', cursor: '', paymentId: '', limit: '' } }]) {
    assert.equal(asked.choice(none, 'state', ['open']), undefined);
    assert.equal(asked.day(none, 'from'), undefined);
    assert.equal(asked.cursorOf(none), undefined);
    assert.equal(asked.idAsked(none, 'paymentId'), undefined);
    assert.deepEqual([asked.limitOf(none), asked.limitOf(none, 25, 30)], [50, 25]);
  }
});

test('what is asked for is read as what it is, and a limit beyond the largest is the largest', () => {
  assert.equal(asked.choice(query('state', 'open'), 'state', ['all', 'open']), 'open');
  assert.equal(asked.day(query('from', '2026-02-28'), 'from')?.toString(), '2026-02-28');
  assert.equal(asked.cursorOf(query('cursor', '9'.repeat(18))), 10n ** 18n - 1n);
  assert.equal(asked.idInPath({ params: { id: '7' } }, 'id', 'payment'), 7n);
  assert.deepEqual([asked.limitOf(query('limit', '1')), asked.limitOf(query('limit', '999999999'))], [1, 200]);
});

test('what cannot be asked is refused in one wording for each kind, which names the parameter', () => {
  const whole = 'The parameter limit must be a whole number of at least 1';
  for (const text of ['0', '-1', '1.5', '1e3', 'x', ' 1', '9'.repeat(400)]) {
    assert.deepEqual(
      refused(() => asked.limitOf(query('limit', text))),
      [400, whole],
      text,
    );
  }
  assert.deepEqual(
    refused(() => asked.choice(query('state', 'Open'), 'state', ['open', 'all'])),
    [400, 'The parameter state must be open or all'],
  );
  for (const text of ['2026-02-30', '1899-12-31', '9999-01-01', '2026-1-1', 'today']) {
    assert.deepEqual(
      refused(() => asked.day(query('from', text), 'from')),
      [400, 'The parameter from must be a day written YYYY-MM-DD, of the years 1900 to 9998'],
    );
  }
  for (const text of ['-1', '1.0', '0x1', '9'.repeat(19)]) {
    assert.deepEqual(
      refused(() => asked.cursorOf(query('cursor', text))),
      [400, 'The parameter cursor must be a nextCursor that was answered here'],
    );
    assert.deepEqual(
      refused(() => asked.idAsked(query('paymentId', text), 'paymentId')),
      [400, 'The parameter paymentId must be an id: a whole number'],
    );
    assert.deepEqual(
      refused(() => asked.idInPath({ params: { id: text } }, 'id', 'payment')),
      [404, 'There is no such payment'],
    );
  }
});

test('a page holds as many as asked for, and says where the next one begins only where there is more', () => {
  const page = (rows: readonly number[]) =>
    asked.paged(
      rows,
      2,
      (id) => `after ${id}`,
      (id) => ({ id }),
    );
  assert.deepEqual(page([5, 4, 3]), { items: [{ id: 5 }, { id: 4 }], nextCursor: 'after 4' });
  assert.deepEqual(page([5, 4]), { items: [{ id: 5 }, { id: 4 }] });
  assert.deepEqual(page([]), { items: [] });
});
