/** One request, once, whatever the receiver does. Receivers are real servers on this machine. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { outcomes, type SendResult } from '../../src/webhooks/send.ts';
import { body, headers, rawReceiver, receiver, send, sender, status } from './receivers.ts';

test('a 2xx answer is delivered, and the request is exactly what it should be', async () => {
  const { seen, url, port } = await receiver(status(200, 'thanks'));
  const result = await send(url);
  const { durationMilliseconds, ...rest } = result;
  assert.deepEqual(rest, { outcome: 'delivered', statusCode: 200, answer: 'thanks', answerCut: false });
  assert.ok(Number.isInteger(durationMilliseconds) && durationMilliseconds >= 0);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.body, body);
  assert.equal(`${seen[0]?.method} ${seen[0]?.url}`, 'POST /hook?partner=7');
  assert.deepEqual(seen[0]?.headers, {
    host: `127.0.0.1:${port}`,
    connection: 'close',
    'content-type': 'application/json',
    'user-agent': 'Quittance-Webhooks/1',
    'content-length': String(Buffer.byteLength(body)),
    'service-signature': 't=1700000000,v1=00',
  });
});

test('bytes are sent as they are, and the fixed headers cannot be replaced', async () => {
  const { seen, url } = await receiver(status(204));
  const bytes = Buffer.from('{"amount":12.30}');
  const replaced = { 'Content-Type': 'text/plain', 'USER-AGENT': 'other', 'Service-Signature': 'x' };
  const result = await sender().send({ url, headers: replaced, body: bytes });
  assert.deepEqual([result.outcome, result.statusCode, result.answer], ['delivered', 204, '']);
  assert.equal(seen[0]?.body, '{"amount":12.30}');
  assert.equal(seen[0]?.headers['content-type'], 'application/json');
  assert.equal(seen[0]?.headers['user-agent'], 'Quittance-Webhooks/1');
});

test('every 2xx counts as delivered, nothing else does, and each is asked once', async () => {
  const table: [number, SendResult['outcome']][] = [
    [200, 'delivered'],
    [201, 'delivered'],
    [202, 'delivered'],
    [299, 'delivered'],
    [300, 'redirect'],
    [304, 'redirect'],
    [400, 'refused_status'],
    [408, 'refused_status'],
    [429, 'refused_status'],
    [500, 'refused_status'],
    [503, 'refused_status'],
  ];
  for (const [code, outcome] of table) {
    const { seen, url } = await receiver(status(code));
    const result = await send(url);
    assert.deepEqual([result.outcome, result.statusCode], [outcome, code]);
    assert.equal(result.reason, outcome === 'delivered' ? undefined : `${outcomes[outcome]} (status ${code})`);
    assert.equal(seen.length, 1, `status ${code}`);
  }
});

test('redirects are not followed: the other server sees nothing', async () => {
  const other = await receiver(status(200));
  for (const code of [301, 302, 303, 307, 308]) {
    const { seen, url } = await receiver((_request, response) =>
      response.writeHead(code, { location: other.url }).end('moved'),
    );
    const result = await send(url);
    assert.deepEqual([result.outcome, result.statusCode, result.answer], ['redirect', code, 'moved']);
    assert.equal(seen.length, 1);
  }
  assert.equal(other.seen.length, 0);
});

test('a receiver that hangs before its answer ends as a timeout, once, and its connection is closed', async () => {
  const { counts, url, server } = await rawReceiver(() => {});
  const gone = once(server, 'gone');
  const result = await send(url, { timeoutMilliseconds: 200 });
  assert.equal(result.outcome, 'timeout');
  assert.equal(result.statusCode, undefined);
  assert.match(result.reason ?? '', /no status arrived within 0\.2 s/);
  assert.ok(result.durationMilliseconds >= 195 && result.durationMilliseconds < 3_000);
  await gone;
  assert.deepEqual(counts, { connections: 1, requests: 1, open: 0 });
});

test('a receiver that hangs in its answer has answered with its status; what had arrived is kept', async () => {
  const { counts, url } = await rawReceiver((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
  );
  const result = await send(url, { timeoutMilliseconds: 200 });
  assert.deepEqual([result.outcome, result.statusCode, result.answer], ['delivered', 200, 'half']);
  assert.equal(counts.requests, 1);
});

test('a receiver that drips its answer cannot stretch the time', async () => {
  const { url } = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.write('1\r\n.\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const result = await send(url, { timeoutMilliseconds: 300 });
  assert.equal(result.outcome, 'delivered');
  assert.match(result.answer ?? '', /^\.+$/);
});

test('a receiver that hangs in the TLS handshake, and a name server that hangs, end as timeouts', async () => {
  const { counts, port, server } = await rawReceiver(() => {}, 'connection');
  const gone = once(server, 'gone');
  assert.equal((await send(`https://127.0.0.1:${port}/`, { timeoutMilliseconds: 200 })).outcome, 'timeout');
  await gone;
  assert.deepEqual(counts, { connections: 1, requests: 0, open: 0 });
  const resolve = () => new Promise<never>(() => {});
  assert.equal((await send('http://a.example/', { timeoutMilliseconds: 100, resolve })).outcome, 'timeout');
});

test('a connection that is cut, before, in or instead of the answer, is not used twice', async () => {
  const ways: Record<string, (socket: Socket) => void> = {
    'closed instead of an answer': (socket) => socket.end(),
    'reset instead of an answer': (socket) => socket.resetAndDestroy(),
    'closed inside the head': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'),
    'closed inside the body': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    'closed inside a chunk': (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'),
  };
  for (const [way, cut] of Object.entries(ways)) {
    const { counts, url } = await rawReceiver(cut);
    const result = await send(url);
    const statusArrived = /body|chunk/.test(way);
    assert.equal(result.outcome, statusArrived ? 'delivered' : 'connection', way);
    assert.equal(result.statusCode, statusArrived ? 200 : undefined, way);
    assert.deepEqual([counts.connections, counts.requests], [1, 1], way);
  }
});

test('a connection that is closed before the request was read is not opened again', async () => {
  for (const cut of [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()]) {
    const { counts, url } = await rawReceiver(cut, 'connection');
    assert.equal((await send(url)).outcome, 'connection');
    assert.equal(counts.connections, 1);
  }
});

test('a receiver that promises to keep the connection and cuts it gets every later event all the same', async () => {
  const { counts, url } = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=60\r\ncontent-length: 2\r\n\r\nok');
    setImmediate(() => socket.destroy());
  });
  const one = sender();
  for (let n = 1; n <= 5; n += 1) {
    assert.equal((await one.send({ url, headers, body })).outcome, 'delivered');
    assert.deepEqual([counts.connections, counts.requests], [n, n]);
  }
});

test('an answer that ends with the connection is complete', async () => {
  const { url } = await rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
  const result = await send(url);
  assert.deepEqual([result.outcome, result.answer], ['delivered', 'all of it']);
});

test('an interim answer is not the answer', async () => {
  const { counts, url } = await rawReceiver((socket) =>
    socket.end('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 500 Failed\r\ncontent-length: 0\r\n\r\n'),
  );
  assert.deepEqual([(await send(url)).statusCode, counts.requests], [500, 1]);
});

test('of an answer of 10 MB the beginning is kept and the rest is not read', async () => {
  let written = 0;
  const { seen, url } = await receiver((_request, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(64 * 1024, 'a');
    const more = () => {
      while (written < 10_000_000 && !response.destroyed) {
        written += piece.length;
        if (!response.write(piece)) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  });
  const result = await send(url, { answerBytesMax: 1_000 });
  assert.deepEqual([result.outcome, result.answer, result.answerCut], ['delivered', 'a'.repeat(1_000), true]);
  assert.ok(written < 10_000_000, `${written} bytes were taken`);
  assert.equal(seen.length, 1);
});

test('an answer of exactly the bound is complete, and one byte more is cut', async () => {
  for (const [length, cut] of [
    [16_384, false],
    [16_385, true],
  ] as const) {
    const { url } = await receiver(status(200, 'a'.repeat(length)));
    const result = await send(url);
    assert.deepEqual([result.answer?.length, result.answerCut], [16_384, cut]);
  }
});

test('an answer that is not text is kept as text that a database takes', async () => {
  const { url } = await receiver((_request, response) => response.end(Buffer.of(0x61, 0, 0xff, 0x62)));
  assert.equal((await send(url)).answer, 'a\uFFFD\uFFFDb');
});

test('what is not HTTP is a protocol failure, sent once', async () => {
  const answers = [
    'SSH-2.0-OpenSSH_9.6\r\n',
    'HTTP/1.1 abc Bad\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n',
  ];
  for (const answer of answers) {
    const { counts, url } = await rawReceiver((socket) => socket.end(answer));
    assert.equal((await send(url)).outcome, 'protocol', answer.slice(0, 50));
    assert.deepEqual([counts.connections, counts.requests], [1, 1], answer.slice(0, 50));
  }
});

test('a closed port is a failure of the connection, a name that does not exist one of the name', async () => {
  const { port, server } = await rawReceiver(() => {});
  await new Promise((resolve) => server.close(resolve));
  const result = await send(`http://127.0.0.1:${port}/`);
  assert.equal(result.outcome, 'connection');
  assert.match(result.reason ?? '', /ECONNREFUSED/);
  assert.equal((await send('http://nobody.invalid/')).outcome, 'dns');
});

test('a header that cannot be sent is a result as well, and nothing is sent', async () => {
  const { counts, url } = await rawReceiver(() => {});
  const result = await sender().send({ url, headers: { 'Service-Signature': 'a\r\nb: c' }, body });
  assert.equal(result.outcome, 'not_sent');
  assert.equal(counts.requests, 0);
});

test('a slow receiver does not hold up another', async () => {
  const slow = await rawReceiver(() => {});
  const quick = await receiver(status(200));
  const one = sender({ timeoutMilliseconds: 1_000 });
  const waiting = Array.from({ length: 20 }, () => one.send({ url: slow.url, headers, body }));
  const results = await Promise.all(Array.from({ length: 20 }, () => one.send({ url: quick.url, headers, body })));
  assert.ok(results.every(({ outcome }) => outcome === 'delivered'));
  assert.ok((await Promise.all(waiting)).every(({ outcome }) => outcome === 'timeout'));
  assert.deepEqual([quick.seen.length, slow.counts.requests], [20, 20]);
});

test('closing waits for what is under way, and sends nothing more', async () => {
  let answer = () => {};
  const { seen, url } = await receiver((_request, response) => {
    answer = () => response.end();
    reached.resolve();
  });
  const reached = Promise.withResolvers<void>();
  const one = sender();
  const underWay = one.send({ url, headers, body });
  await reached.promise;
  const closed = one.close();
  assert.equal((await one.send({ url, headers, body })).outcome, 'not_sent');
  answer();
  await closed;
  assert.equal((await underWay).outcome, 'delivered');
  assert.equal(seen.length, 1);
});
