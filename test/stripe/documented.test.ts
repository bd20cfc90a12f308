import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventTypes } from '../../src/collection/card/stripe/event-types.ts';

test('the events that an operator is told to subscribe to are those that are dealt with, as many as can be listed at once', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const listed = /^```text\n(checkout.*?)^```$/ms.exec(page)?.[1]?.trim().split('\n');
  assert.deepEqual(listed, Object.keys(eventTypes));
  assert.ok(Object.keys(eventTypes).length <= 20);
});
