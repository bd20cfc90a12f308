/** Our signatures, checked by somebody else's verifier: `constructEvent` of the stripe package (formats §6.1). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import { newSigningSecret } from '../../src/base/secrets.ts';
import { signatureHeader } from '../../src/webhooks/signature.ts';

const verifier = new Stripe('sk_test_not_used').webhooks;
const body = '{"event":"payment.created","payments":[{"id":1,"amount":12.30,"payeeName":"Énergir"}]}';
const now = () => Math.floor(Date.now() / 1000);
const refused = { type: 'StripeSignatureVerificationError' };

test('the header is byte for byte that of the known vector', () => {
  assert.equal(
    signatureHeader('whsec_test_secret', 1700000000, '{"object":"event","id":"evt_1","type":"x","amount":12.30}'),
    't=1700000000,v1=23fc0d3417038fe77c6ed1a93bcf2c97e03ce367c16f04809f6e57cd20a60c2b',
  );
});

test('an independent verifier accepts the signature over text and over bytes', () => {
  const secret = newSigningSecret();
  const bytes = Buffer.from(body);
  assert.equal(signatureHeader(secret, 1700000000, body), signatureHeader(secret, 1700000000, bytes));
  const header = signatureHeader(secret, now(), bytes);
  const event = verifier.constructEvent(bytes, header, secret) as unknown as { event: string };
  assert.equal(event.event, 'payment.created');
});

test('an independent verifier accepts any body, secret and time that we sign', () => {
  const secrets = fc.stringMatching(/^whsec_[0-9A-Za-z]{1,64}$/);
  fc.assert(
    fc.property(secrets, fc.json(), fc.integer({ min: 1, max: 2 ** 40 }), (secret, json, seconds) => {
      const header = signatureHeader(secret, seconds, json);
      assert.match(header, /^t=\d+,v1=[0-9a-f]{64}$/);
      // a body of a bare `null` has no type that the verifier could look at
      const wrapped = `{"body":${json}}`;
      verifier.constructEvent(wrapped, signatureHeader(secret, seconds, wrapped), secret, 0);
    }),
    { numRuns: 50 },
  );
});

test('a changed body, secret or time, and a re-serialised body, are refused', () => {
  const secret = newSigningSecret();
  const seconds = now();
  const header = signatureHeader(secret, seconds, body);
  const reserialised = JSON.stringify(JSON.parse(body));
  assert.notEqual(reserialised, body);
  assert.throws(() => verifier.constructEvent(body.replace('"id":1', '"id":2'), header, secret), refused);
  assert.throws(() => verifier.constructEvent(reserialised, header, secret), refused);
  assert.throws(() => verifier.constructEvent(body, header, newSigningSecret()), refused);
  assert.throws(
    () => verifier.constructEvent(body, header.replace(`t=${seconds}`, `t=${seconds + 1}`), secret),
    refused,
  );
});

test('a signature is accepted for 300 seconds and refused after that', () => {
  const secret = newSigningSecret();
  const header = signatureHeader(secret, 1_700_000_000, body);
  const at = (seconds: number) => () => verifier.constructEvent(body, header, secret, 300, undefined, seconds * 1000);
  assert.doesNotThrow(at(1_700_000_300));
  assert.throws(at(1_700_000_301), refused);
});

test('a secret without its prefix and a time that is no whole second are mistakes of the caller', () => {
  assert.throws(() => signatureHeader('', 1, body), TypeError);
  assert.throws(() => signatureHeader('svcapi_0', 1, body), TypeError);
  assert.throws(() => signatureHeader('whsec_a', 1.5, body), TypeError);
  assert.throws(() => signatureHeader('whsec_a', Number.NaN, body), TypeError);
});
