/** What every answer of the interface must be like, checked in one place (interface §1, §2.4, §7). */
import assert from 'node:assert/strict';
import type { Answer, ErrorBody } from './service.ts';

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fails where an answer is not JSON with a request id. */
export function assertJson(answer: Answer<unknown>): void {
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.match(String(answer.headers['x-request-id']), uuid);
  assert.notEqual(answer.json, undefined, `not JSON: ${answer.text}`);
}

/** Fails where an answer is not the error body of interface §2.4 with this status. Answers the body. */
export function assertError(answer: Answer<unknown>, status: number, endpoint: string): ErrorBody {
  assert.equal(answer.status, status, answer.text);
  assertJson(answer);
  const { error, details, timestamp, endpoint: named, ...others } = answer.json as ErrorBody;
  assert.deepEqual(others, {}, 'members that the interface does not show');
  assert.ok(typeof error === 'string' && error !== '', 'error is a short message');
  assert.match(timestamp, isoInstant);
  const ageMilliseconds = Math.abs(Date.now() - Date.parse(timestamp));
  assert.ok(ageMilliseconds < 60_000, `the timestamp is real time, not ${timestamp}`);
  assert.equal(named, endpoint);
  if (details !== undefined) assertDetails(details);
  return answer.json as ErrorBody;
}

function assertDetails(details: unknown): void {
  assert.ok(Array.isArray(details) && details.length > 0, 'details is left out where there is nothing to say');
  for (const detail of details) {
    assert.deepEqual(Object.keys(detail).sort(), ['message', 'path']);
    assert.ok(Array.isArray(detail.path) && detail.path.every((name: unknown) => typeof name === 'string'));
    assert.ok(typeof detail.message === 'string' && detail.message !== '');
  }
}

/** The fields that an error names, each as its path with dots, in the order of the answer. */
export function pathsOf(body: ErrorBody): string[] {
  return (body.details ?? []).map((detail) => detail.path.join('.'));
}

/** The message about one field. */
export function messageAt(body: ErrorBody, path: string): string | undefined {
  return body.details?.find((detail) => detail.path.join('.') === path)?.message;
}
