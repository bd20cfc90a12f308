/** What is kept sealed or hashed: nobody reads it without the key, nobody changes or moves it unnoticed. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  hashToken,
  isTokenForm,
  newSecretKey,
  newSigningSecret,
  newToken,
  readSecretKey,
  SealError,
  SecretBox,
} from '../../src/base/secrets.ts';

const key = newSecretKey();
const box = new SecretBox(key, 'test');

test('every text comes out of the box as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, context) => {
      assert.equal(box.open(box.seal(plain, context), context), plain);
    }),
    { numRuns: 200 },
  );
});

test('two sealings of one text differ, and neither shows the text', () => {
  const [one, other] = [box.seal('whsec_0123456789', 'a'), box.seal('whsec_0123456789', 'a')];
  assert.notDeepEqual(one, other);
  assert.ok(!one.includes('whsec_'));
  assert.equal(one[0], 1);
  assert.equal(one.length, 1 + 12 + 16 + 16);
});

test('a sealed value with any single bit changed does not open', () => {
  const sealed = box.seal('1234567', 'account 5');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => box.open(changed, 'account 5'), SealError, `bit ${bit}`);
  }
});

test('a sealed value does not open when cut, lengthened or empty', () => {
  const sealed = box.seal('1234567', 'a');
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => box.open(sealed.subarray(0, length), 'a'), SealError);
  }
  assert.throws(() => box.open(Buffer.concat([sealed, Buffer.of(0)]), 'a'), SealError);
});

test('a sealed value opens with its own context, purpose and key only, and the error says so', () => {
  const sealed = box.seal('1234567', 'partner 1, account 5');
  assert.throws(() => box.open(sealed, 'partner 2, account 5'), SealError);
  assert.throws(() => new SecretBox(key, 'other').open(sealed, 'partner 1, account 5'), SealError);
  assert.throws(
    () => new SecretBox(newSecretKey(), 'test').open(sealed, 'partner 1, account 5'),
    (error: Error) => {
      assert.match(error.message, /another SECRET_KEY/);
      assert.doesNotMatch(error.message, /1234567/);
      return true;
    },
  );
  assert.equal(new SecretBox(key, 'test').open(new Uint8Array(sealed), 'partner 1, account 5'), '1234567');
});

test('fingerprints are equal for equal text and context only, and depend on key and purpose', () => {
  const print = box.fingerprint('1234567', 'partner 1');
  assert.equal(print.length, 32);
  assert.deepEqual(new SecretBox(key, 'test').fingerprint('1234567', 'partner 1'), print);
  const others = [
    box.fingerprint('1234568', 'partner 1'),
    box.fingerprint('1234567', 'partner 2'),
    box.fingerprint('234567', 'partner 11'),
    new SecretBox(key, 'other').fingerprint('1234567', 'partner 1'),
    new SecretBox(newSecretKey(), 'test').fingerprint('1234567', 'partner 1'),
  ];
  for (const other of others) assert.notDeepEqual(other, print);
});

test('SECRET_KEY is 64 hexadecimal characters or 32 bytes in base64, and both name the same key', () => {
  const bytes = randomBytes(32);
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    assert.deepEqual(readSecretKey(bytes.toString(form)), bytes);
  }
  assert.deepEqual(readSecretKey(bytes.toString('hex').toUpperCase()), bytes);
  const sealed = new SecretBox(bytes.toString('hex'), 'a').seal('x', 'c');
  assert.equal(new SecretBox(bytes.toString('base64'), 'a').open(sealed, 'c'), 'x');
});

test('any other SECRET_KEY is refused with the allowed forms, without showing it', () => {
  const bad = ['', 'secret', 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), randomBytes(31).toString('base64')];
  for (const text of [...bad, randomBytes(33).toString('base64'), ` ${key}`]) {
    assert.equal(readSecretKey(text), undefined, text);
    assert.throws(() => new SecretBox(text, 'a'), /64 hexadecimal characters, or 32 bytes in base64/);
  }
  assert.throws(
    () => new SecretBox('hunter2', 'a'),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('a token has the form of the interface, and only its hash, beginning and end are left to keep', () => {
  const { token, hash, prefix, lastFour } = newToken();
  assert.match(token, /^svcapi_[0-9a-f]{64}$/);
  assert.ok(isTokenForm(token));
  assert.deepEqual(hash, createHash('sha256').update(token).digest());
  assert.deepEqual(hash, hashToken(token));
  assert.equal(prefix, token.slice(0, 11));
  assert.equal(lastFour, token.slice(-4));
  assert.notEqual(newToken().token, token);
});

test('what has not the form of a token is told apart', () => {
  const { token } = newToken();
  for (const text of ['', 'svcapi_', token.slice(0, -1), `${token}0`, token.slice(1), `${token}\n`, ` ${token}`]) {
    assert.equal(isTokenForm(text), false, JSON.stringify(text));
  }
});

test('a signing secret has its prefix and 256 random bits', () => {
  assert.match(newSigningSecret(), /^whsec_[0-9a-f]{64}$/);
  assert.notEqual(newSigningSecret(), newSigningSecret());
});
