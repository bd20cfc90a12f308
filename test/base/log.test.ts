/** The log: what it says can be read by a machine, and what must not get out does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLevel } from '../../src/base/config.ts';
import { createLog, type Log, withheldNames } from '../../src/base/log.ts';
import { newSigningSecret, newToken } from '../../src/base/secrets.ts';

function written(
  use: (log: Log) => void,
  level: LogLevel = 'trace',
): { text: string; lines: Record<string, unknown>[] } {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  use(createLog({ level, destination: { write } }));
  return {
    text,
    lines: text
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test('a line is one JSON object with level, time and text', () => {
  const { lines } = written((log) => log.info({ paymentId: 7, amountCents: 125n }, 'created'));
  assert.equal(lines.length, 1);
  const { level, time, pid, ...rest } = lines[0]!;
  assert.deepEqual([level, pid], ['info', process.pid]);
  assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(rest, { paymentId: 7, amountCents: 125, msg: 'created' });
});

test('what is less important than the level is not written', () => {
  const { lines } = written((log) => {
    log.info('no');
    log.warn('yes');
  }, 'warn');
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['yes'],
  );
  assert.equal(written((log) => log.fatal('no'), 'silent').text, '');
});

test('a member with a withheld name is withheld at every depth, in every spelling, and in child logs', () => {
  const spellings = [
    'accountNumber',
    'account_number',
    'ACCOUNT-NUMBER',
    'Authorization',
    'signingSecret',
    'set-cookie',
  ];
  for (const name of [...withheldNames, ...spellings]) {
    const { text } = written((log) => {
      log.info({ [name]: 'leak-1' });
      log.info({ a: [{ b: { c: { d: { [name]: { e: 'leak-2' } } } } }] }, 'deep');
      log.child({ request: { [name]: 'leak-3' } }).info('child');
      log.info({ [name]: 41234567 });
    });
    assert.doesNotMatch(text, /leak-|41234567/, name);
    assert.match(text, /\[withheld\]/);
  }
});

test('tokens and secrets are withheld wherever they stand in a line', () => {
  const { token } = newToken();
  const secret = newSigningSecret();
  const { text, lines } = written((log) => {
    log.info(`called with ${token}`);
    log.info({ header: `Bearer ${token}`, list: [secret], url: `https://x/?t=${token}` }, 'with %s', secret);
    log.error(new Error(`bad ${token} ${secret}`));
    log.info({ header: 'bearer abc.def-ghi' });
    log.info({ url: 'postgres://me:hunter2@db/x' });
    log.info({ [token]: 1 });
    log.warn({ why: 'Invalid key sk_test_51Leaked' });
    log.warn(`with rk_live_51Leaked`);
  });
  assert.equal(lines.length, 8);
  for (const leak of [token, token.slice(7), secret, secret.slice(6), 'abc.def', 'hunter2', '51Leaked']) {
    assert.ok(!text.includes(leak), leak);
  }
  assert.equal(lines[0]?.msg, 'called with svcapi_[withheld]');
});

test('a member with a withheld name is withheld in JSON that stands in a text', () => {
  const body = JSON.stringify({ accountNumber: '41234567', password: 'leak-1', amount: 12.3, accountId: 5 });
  const { text, lines } = written((log) => {
    log.info({ body });
    log.info(`refused: ${body}`);
    log.info({ body: JSON.stringify({ body }) });
    log.info('%j', { accountNumber: 41234567 });
    log.info({
      made: new (class {
        accountNumber = '41234567';
      })(),
    });
  });
  assert.equal(lines.length, 5);
  assert.doesNotMatch(text, /41234567|leak-1/);
  assert.match(String(lines[0]?.body), /"accountNumber":"\[withheld\]".*"amount":12\.3,"accountId":5/);
});

test('an error keeps type, code, message, stack and cause, and loses what a database quotes', () => {
  const error = Object.assign(new RangeError('outer', { cause: new Error('inner') }), {
    code: '23514',
    constraint: 'amount_positive',
    detail: 'Failing row contains (1, 41234567, leak-1).',
    parameters: ['leak-2'],
  });
  const { text, lines } = written((log) => {
    log.error({ err: error, partnerId: 3 }, 'failed');
    log.error({ nested: { reason: error } });
    log.error(error);
  });
  assert.doesNotMatch(text, /leak-|41234567/);
  for (const line of [lines[0], lines[2]]) {
    const err = line!.err as Record<string, unknown>;
    assert.deepEqual([err.type, err.code, err.constraint], ['RangeError', '23514', 'amount_positive']);
    assert.match(String(err.stack), /log\.test\.ts/);
    assert.equal((err.cause as { message?: string }).message, 'inner');
  }
  assert.equal(lines[2]?.msg, 'outer');
});

test('a long number in the text of an error is shortened to its last four digits, a port is not', () => {
  const { text, lines } = written((log) => {
    log.error(new Error('invalid input: "123456789012"'));
    log.error({ err: new Error('no 123456789012') }, 'no 123456789012');
    log.error({ err: new Error('connect ECONNREFUSED 127.0.0.1:54321') });
  });
  assert.doesNotMatch(text, /123456789012/);
  assert.equal(lines[0]?.msg, 'invalid input: "…9012"');
  assert.equal((lines[2]!.err as { message?: string }).message, 'connect ECONNREFUSED 127.0.0.1:54321');
});

test('what cannot be written as it is does not throw', () => {
  const circular: Record<string, unknown> = { bytes: Buffer.from('leak') };
  circular.self = circular;
  const looped = new Error('loop');
  looped.cause = looped;
  const { lines } = written((log) => {
    log.info(circular, 'round');
    log.error(looped);
    log.info({ at: Temporal.Instant.fromEpochMilliseconds(0), none: undefined, nothing: null });
  });
  assert.equal(lines.length, 3);
  assert.equal(lines[0]?.bytes, '[4 bytes]');
  assert.equal(lines[2]?.at, '1970-01-01T00:00:00Z');
});
