/** Where a request goes: to checked addresses, to trusted certificates, and nowhere else. */
import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { test } from 'node:test';
import { closing, listening, rawReceiver, receiver, send, sender, status } from './receivers.ts';

test('of several addresses the first that answers gets the request, and only that one', async () => {
  const { seen, port } = await receiver(status(200));
  // nothing listens at 127.0.0.9
  const result = await send(`http://name.example:${port}/`, { resolve: async () => ['127.0.0.9', '127.0.0.1'] });
  assert.equal(result.outcome, 'delivered');
  assert.equal(seen.length, 1);
});

test('local addresses get nothing where only public ones may be called, whatever they are called', async () => {
  const { counts, port } = await rawReceiver(() => {}, 'connection');
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const result = await send(`http://${host}:${port}/`, { publicOnly: true, httpsOnly: false });
    assert.equal(result.outcome, 'forbidden_address', host);
  }
  assert.equal(counts.connections, 0);
});

test('a name that leads to a local address, alone or among public ones, gets nothing', async () => {
  const { counts, port } = await rawReceiver(() => {}, 'connection');
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    const resolve = async () => addresses;
    const result = await send(`https://name.example:${port}/`, { publicOnly: true, resolve });
    assert.equal(result.outcome, 'forbidden_address');
    assert.doesNotMatch(result.reason ?? '', /127\.0/);
  }
  assert.equal(counts.connections, 0);
});

test('a name is resolved once per request: what was checked is what is called', async () => {
  const { seen, port } = await receiver(status(200));
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['127.0.0.1'] : ['127.0.0.9'];
  };
  assert.equal((await send(`http://name.example:${port}/`, { resolve })).outcome, 'delivered');
  assert.deepEqual([asked, seen.length], [1, 1]);
});

test('production sends to https only', async () => {
  assert.equal((await send('http://8.8.8.8/', { publicOnly: true })).outcome, 'forbidden_url');
  assert.equal((await send('not a url')).outcome, 'forbidden_url');
});

test('a URL can be checked before anything is sent to it', async () => {
  const production = sender({ publicOnly: true, resolve: async (name) => (name === 'in.example' ? ['10.0.0.1'] : []) });
  const outcomeOf = async (url: string) => {
    const checked = await production.check(url);
    return checked.ok ? 'ok' : checked.outcome;
  };
  assert.equal(await outcomeOf('http://in.example/'), 'forbidden_url');
  assert.equal(await outcomeOf('https://10.0.0.1/'), 'forbidden_address');
  assert.equal(await outcomeOf('https://in.example/'), 'forbidden_address');
  assert.equal(await outcomeOf('https://out.example/'), 'dns');
  assert.equal(await outcomeOf('https://8.8.8.8/'), 'ok');
});

test('only a certificate that is trusted and names the host is accepted, and without it nothing is sent', async () => {
  let requests = 0;
  const server = createTlsServer({ cert: certificate, key: certificateKey }, (request, response) => {
    requests += 1;
    request.resume().on('end', () => response.end('ok'));
  });
  server.on('tlsClientError', () => {});
  const port = await listening(server);
  closing.push(() => server.close());
  const resolve = async () => ['127.0.0.1'];
  // a variable that is known to switch the check off
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    const selfSigned = await send(`https://receiver.test:${port}/`, { resolve });
    assert.equal(selfSigned.outcome, 'tls');
    assert.match(selfSigned.reason ?? '', /SELF_SIGNED/);
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
  const trusting = { resolve, certificateAuthorities: [certificate] };
  const otherName = await send(`https://other.test:${port}/`, trusting);
  assert.equal(otherName.outcome, 'tls');
  assert.match(otherName.reason ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
  const plain = await receiver(status(200));
  assert.equal((await send(`https://127.0.0.1:${plain.port}/`)).outcome, 'tls');
  assert.deepEqual([requests, plain.seen.length], [0, 0]);

  const good = await send(`https://receiver.test:${port}/`, trusting);
  assert.deepEqual([good.outcome, good.answer, requests], ['delivered', 'ok', 1]);
});

// Made for this test, self-signed, for receiver.test, until 2120. The key opens nothing.
const certificate = pem(
  'CERTIFICATE',
  'MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZlci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAw' +
    'MDAwWjAYMRYwFAYDVQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESRe0XUUQTLyxMJcPzYwqEo7g61piSqcMt2wO' +
    'kbvvnhdSPy1VSY0tPok9ZSRVH55/ZsYBBIIRnokoCrH16RDhR6NMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNVHRMBAf8EBTADAQH/' +
    'MB0GA1UdDgQWBBRP/Lg8xTuBFFRc9u1y5eeeb9Z8HDAKBggqhkjOPQQDAgNIADBFAiAwU9tHwAfidw4vD6I+kPvT3ennjEVc/B8HWCbkVIfKngIh' +
    'AO2UnLRaOm+MjG+e351vkKvTXrtgRMo6iF2x1pnGI51r',
);
const certificateKey = pem(
  'PRIVATE KEY',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoaiIq4bxXF6Z5clAdTHugsVTIYLoA/l6SboyZEejaq2hRANCAARJF7RdRRBMvLEw' +
    'lw/NjCoSjuDrWmJKpwy3bA6Ru++eF1I/LVVJjS0+iT1lJFUfnn9mxgEEghGeiSgKsfXpEOFH',
);

function pem(label: string, base64: string): string {
  return `-----BEGIN ${label}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
}
