/** Which addresses may be called, and that the address which was checked is the one that is called. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import {
  checkedAddresses,
  checkedLookup,
  checkUrl,
  hostOf,
  isPublicAddress,
  publicResolver,
  systemResolve,
  urlCharactersMax,
} from '../../src/webhooks/outward-address.ts';

const sandbox = { httpsOnly: false, publicOnly: false };
const production = { httpsOnly: true, publicOnly: true };
const publicHttp = { httpsOnly: false, publicOnly: true };

function faultOf(text: string, rules = production): string | undefined {
  const checked = checkUrl(text, rules);
  return checked.ok ? undefined : checked.fault;
}

test('complete http and https URLs, with or without a port, may be called in the sandbox', () => {
  const good = [
    'http://127.0.0.1:8080/hook',
    'http://localhost/hook?x=1',
    'https://example.com:8443/a/b',
    'https://réception.example/',
    'http://[::1]:9000/',
  ];
  for (const text of good) assert.equal(faultOf(text, sandbox), undefined, text);
});

test('what is no plain http or https URL is refused everywhere', () => {
  const bad = [
    '',
    'example.com/hook',
    '/hook',
    'https://',
    'http://exa mple.com/',
    ' https://example.com/',
    'https://example.com/\n',
    'https://exam\tple.com/',
    'https://example.com/\0',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://example.com/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    'https://example.com:70000/',
    'https://999.1.1.1/',
    `https://example.com/${'a'.repeat(urlCharactersMax)}`,
  ];
  for (const text of bad) {
    assert.equal(faultOf(text, sandbox), 'url', text);
    assert.equal(faultOf(text, production), 'url', text);
  }
});

test('a refusal of a URL says what would be accepted', () => {
  const why = (text: string, rules = production) => {
    const checked = checkUrl(text, rules);
    return checked.ok ? '' : checked.why;
  };
  assert.match(why('http://example.com/'), /must start with https:\/\//);
  assert.match(why('ftp://example.com/', sandbox), /https:\/\/ or http:\/\//);
  assert.match(why('https://2130706433/'), /127\.0\.0\.1 is not public/);
});

test('production takes https only', () => {
  assert.equal(faultOf('http://example.com/'), 'url');
  assert.equal(faultOf('https://example.com/'), undefined);
});

test('literal addresses that are not public are refused in whatever notation', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '169.254.169.254',
    '0xA9FEA9FE',
    '192.168.0.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
  ];
  for (const host of hosts) assert.equal(faultOf(`http://${host}/`, publicHttp), 'address', host);
  for (const host of ['8.8.8.8', '[2606:4700:4700::1111]']) assert.equal(faultOf(`https://${host}:8443/x`), undefined);
});

test('local names are refused in production, with or without a dot at the end and below another label', () => {
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'metadata.google.internal'];
  for (const name of names) assert.equal(faultOf(`https://${name}/`), 'address', name);
  for (const name of ['notlocalhost', 'local.example', 'internal.example.com']) {
    assert.equal(faultOf(`https://${name}/`), undefined, name);
  }
});

test('the table of addresses: no special-purpose address is public, their neighbours are', () => {
  const notPublic = `
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.255
    168.63.129.16 169.254.0.0 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
    192.168.0.0 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1
    255.255.255.255
    :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:10.0.0.1 ::ffff:7f00:1 ::FFFF:127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe
    64:ff9b:1::1 64:ff9b:1::8.8.8.8 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1
    2001:db8::1 2001:db8:ffff::1 2002:7f00:1:: 2002:808:808:: 3fff::1 3fff:fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1
    fe80::1 fe80::1%eth0 febf::1 fec0::1 feff::1 ff00::1 ff02::1 ff0e::1 4000::1
    2606:4700::1%eth0
  `;
  const open = `
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
    203.0.112.1 223.255.255.255
    2000::1 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001::1 2620:fe::fe 3ffe::1
    ::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808
  `;
  for (const ip of notPublic.trim().split(/\s+/)) assert.equal(isPublicAddress(ip), false, ip);
  for (const ip of open.trim().split(/\s+/)) assert.equal(isPublicAddress(ip), true, ip);
  for (const text of ['', 'localhost', '1.2.3', '2130706433', '[::1]', '8.8.8.8 ', 'example.com']) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

test('a name is refused when one of its addresses is not public, and the refusal does not tell the address', async () => {
  const resolve = async () => ['8.8.8.8', '10.9.8.7'];
  await assert.rejects(checkedAddresses('inner.example', resolve, true), (fault: Error & { code: string }) => {
    assert.equal(fault.code, 'ADDRESS_FORBIDDEN');
    assert.doesNotMatch(fault.message, /10\.9/);
    return true;
  });
  assert.deepEqual(await checkedAddresses('inner.example', resolve, false), ['8.8.8.8', '10.9.8.7']);
  assert.deepEqual(await checkedAddresses('outer.example', async () => ['8.8.8.8'], true), ['8.8.8.8']);
});

test('a literal address is judged without asking a name server', async () => {
  const resolve = async () => assert.fail('no name to resolve');
  await assert.rejects(checkedAddresses('127.0.0.1', resolve, true), { code: 'ADDRESS_FORBIDDEN' });
  assert.deepEqual(await checkedAddresses(hostOf(new URL('http://[::1]/')), resolve, false), ['::1']);
});

test('a name without an address, and a resolver that fails, are failures of the name', async () => {
  await assert.rejects(
    checkedAddresses('a.example', async () => [], true),
    { code: 'DNS_FAILED' },
  );
  await assert.rejects(checkedAddresses('nobody.invalid', systemResolve, false), { code: 'DNS_FAILED' });
});

test('localhost of the operating system is refused where only public addresses may be called', async () => {
  await assert.rejects(checkedAddresses('localhost', systemResolve, true), { code: 'ADDRESS_FORBIDDEN' });
});

test('the look-up answers one address or all, as the caller asks', async () => {
  const lookup = checkedLookup(async () => ['2606:4700::1', '8.8.8.8'], true);
  const ask = (all: boolean) =>
    new Promise((resolve) => lookup('a.example', { all }, (...answer: unknown[]) => resolve(answer)));
  assert.deepEqual(await ask(false), [null, '2606:4700::1', 6]);
  assert.deepEqual(await ask(true), [
    null,
    [
      { address: '2606:4700::1', family: 6 },
      { address: '8.8.8.8', family: 4 },
    ],
  ]);
});

test('the resolver of production asks the DNS for both families, and knows nothing of the hosts file', async () => {
  const server = await nameServer({ 'both.example': ['8.8.4.4', '2606:4700::5'], 'old.example': ['8.8.8.8'] });
  const { resolve, cancel } = publicResolver([server.address]);
  try {
    assert.deepEqual(await resolve('both.example'), ['8.8.4.4', '2606:4700::5']);
    assert.deepEqual(await resolve('old.example'), ['8.8.8.8']);
    await assert.rejects(resolve('nobody.example'), { code: 'ENOTFOUND' });
  } finally {
    cancel();
    server.close();
  }
});

test('questions to a name server that does not answer end when they are cancelled', async () => {
  const server = await nameServer(undefined);
  const { resolve, cancel } = publicResolver([server.address]);
  const asked = checkedAddresses('slow.example', resolve, true);
  cancel();
  await assert.rejects(asked, { code: 'DNS_FAILED' });
  server.close();
});

/** A name server that knows some names; with `undefined` one that never answers. */
async function nameServer(zone: Record<string, string[]> | undefined): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    if (!zone) return;
    const labels: string[] = [];
    let at = 12;
    for (; question[at] !== 0; at += 1 + question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
    }
    const wanted = question.readUInt16BE(at + 1);
    const known = zone[labels.join('.').toLowerCase()];
    const bytes = (known ?? []).map(addressBytes).filter(({ length }) => length === (wanted === 28 ? 16 : 4));
    const records = bytes.map((data) =>
      // name (the one at byte 12), type, class IN, 60 seconds, length, address
      Buffer.concat([Buffer.of(0xc0, 12, 0, wanted, 0, 1, 0, 0, 0, 60, 0, data.length), data]),
    );
    // answer; recursion available; NXDOMAIN for what the zone does not know
    const head = Buffer.of(question[0]!, question[1]!, 0x81, known ? 0x80 : 0x83, 0, 1, 0, records.length, 0, 0, 0, 0);
    socket.send(Buffer.concat([head, question.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function addressBytes(ip: string): Buffer {
  if (!ip.includes(':')) return Buffer.from(ip.split('.').map(Number));
  const [left = '', right = ''] = ip.split('::');
  const groups = (side: string) => side.split(':').filter(Boolean);
  const zeros = 8 - groups(left).length - groups(right).length;
  const all = [...groups(left), ...new Array<string>(zeros).fill('0'), ...groups(right)];
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]));
}
