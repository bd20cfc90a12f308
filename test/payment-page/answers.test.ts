import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { newLink } from '../../src/collection/card/links.ts';
import { texts } from '../../src/payment-page/texts.ts';
import { call } from '../world/service.ts';
import { french, linksByState, openPage, says } from './world.ts';

const world = await openPage();
const { address, get, post, pay, provider, database, lines } = world;
const links = await linksByState(world);

test('an unknown link is a page that says what to do, in both languages, whatever is asked of it', async () => {
  for (const target of [newLink(), 'short', `${newLink()}/`, `${newLink()}/nothing`, '', '/']) {
    const answer = await get(target, french);
    assert.equal(answer.status, 404, target);
    says(answer.text, texts.fr.unknownLink.text);
    says(answer.text, 'href="?lang=en"');
  }
  for (const step of ['identity', 'card']) {
    const answer = await post(`${newLink()}/${step}`);
    assert.equal(answer.status, 404);
    says(answer.text, texts.en.unknownLink.title);
  }
  const { status, text } = await call(address, 'PUT', `/pay/${links.paid}`, { body: '{', headers: {} });
  assert.equal(status, 404);
  says(text, texts.en.unknownLink.title);
});

test('every answer guards the page: policy, no referrer, no store, no index, no frame', async () => {
  const answers = [
    await get(links.to_verify as string),
    await get(newLink()),
    await get(`${links.verifying}/state`),
    await post(`${links.paid}/card`),
  ];
  for (const { headers } of answers) {
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self' ${address} ${provider.origin}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
    );
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['x-robots-tag'] as string, /noindex/);
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(headers['permissions-policy'] as string, /camera=\(\)/);
    assert.match(headers['x-request-id'] as string, /^[0-9a-f-]{36}$/);
    assert.equal(headers['set-cookie'], undefined);
  }
});

test('HEAD answers as GET does, without the page', async () => {
  const { status, headers, text } = await call(address, 'HEAD', `/pay/${links.to_verify}`);
  assert.deepEqual([status, text, headers['content-type']], [200, '', 'text/html; charset=utf-8']);
});

test('a form that is too large or of another type does no harm', async () => {
  const link = await pay.link();
  const large = await call(address, 'POST', `/pay/${link}/identity`, {
    body: 'a'.repeat(100_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(large.status, 400);
  says(large.text, texts.en.fault.title);
  says(large.text, `href="/pay/${link}"`);
  assert.equal((await call(address, 'POST', `/pay/${link}/identity`, { body: { a: 1 } })).status, 303);
});

test('a fault of ours is a page, not an error body, and the log has it without the link', async () => {
  const link = await pay.link();
  await database.query('alter table payment_links rename to payment_links_away');
  const answer = await get(link, french);
  await database.query('alter table payment_links_away rename to payment_links');
  assert.equal(answer.status, 500);
  says(answer.text, texts.fr.fault.title);
  says(answer.text, `href="/pay/${link}"`);
  assert.ok(lines.some((line) => line.includes('a payment page failed')));
  assert.ok(!lines.some((line) => line.includes(link)));
});

test('no link is in the log, whatever was asked for', () => {
  const all = lines.join('');
  assert.match(all, /"route":"\/pay\/:link"/);
  assert.match(all, /"route":"\/pay\/:link\/card"/);
  for (const link of Object.values(links)) assert.ok(!all.includes(link.split('?')[0] as string));
});

test('the whole page is under 20 KB on the wire, and only its style holds up the first view', async () => {
  for (const link of Object.values(links)) {
    const { text } = await get(link, french);
    const addresses = [...text.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)].map((match) => match[1] as string);
    assert.equal(addresses.length, 3);
    let bytes = Buffer.byteLength(text);
    for (const target of addresses) {
      const { status, headers } = await call(address, 'GET', target, { headers: { 'accept-encoding': 'gzip, br' } });
      assert.equal(status, 200);
      assert.equal(headers['content-encoding'], 'br');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      bytes += Number(headers['content-length']);
    }
    assert.ok(bytes < 20_000, `${bytes} bytes`);
    assert.equal(text.match(/rel="stylesheet"/g)?.length, 1);
    assert.match(text, /<script type="module" src="[^"]+"><\/script>/);
    assert.ok(!/style=|<style|\son\w+=/.test(text));
  }
});

test('an asset comes as the browser takes it; a name of another version gets ours, and is not kept', async () => {
  const style = /href="(\/pay\/assets\/page[^"]+css)"/.exec((await get(links.paid as string)).text)?.[1] as string;
  const plain = await call(address, 'GET', style);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(plain.headers['content-type'] as string, /^text\/css/);
  const response = await fetch(`${address}${style}`, { headers: { 'accept-encoding': 'br;q=0, gzip' } });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  assert.equal(await response.text(), plain.text);
  assert.ok(
    brotliDecompressSync(
      Buffer.from(
        await world.app
          .inject({ url: style, headers: { 'accept-encoding': 'br' } })
          .then((answer) => answer.rawPayload),
      ),
    ).equals(Buffer.from(plain.text)),
  );
  const other = await call(address, 'GET', style.replace(/\.[0-9a-f]{16}\./, '.0123456789abcdef.'));
  assert.deepEqual([other.status, other.headers['cache-control'], other.text], [200, 'no-store', plain.text]);
  assert.equal((await call(address, 'GET', '/pay/assets/routes.0123456789abcdef.ts')).status, 404);
});
