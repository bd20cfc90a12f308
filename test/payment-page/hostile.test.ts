import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByLink } from '../../src/collection/card/links.ts';
import { linksByState, openPage, says } from './world.ts';

const world = await openPage();
const { get, post, pay, provider } = world;
const links = await linksByState(world);

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;{{7*7}}\u202e`;

test('nothing that a partner or payer sends becomes markup, in any state', async () => {
  const more = { userName: hostile, rentFields: JSON.stringify({ term: hostile, landlordMemo: hostile }) };
  const make = async (then: (link: string) => Promise<unknown>) => {
    const link = await pay.link(more, hostile);
    await then(link);
    return link;
  };
  const all = [
    await make(async () => undefined),
    await make((link) => pay.startIdentity(link, { state: 'processing' })),
    await make((link) => pay.startIdentity(link, { state: 'failed' })),
    await make(async (link) => {
      await pay.verify(link);
      await pay.startCard(link, pay.paid(1n));
    }),
    await make(async (link) => {
      await pay.verify(link);
      await pay.startCard(link, pay.paid());
    }),
  ];
  for (const link of all) {
    for (const query of ['', '?back=1', '?problem=1']) {
      const { text } = await get(`${link}${query}`);
      assert.ok(!text.includes('<script>') && !text.includes('<img'), text);
      assert.equal(text.match(/<script/g)?.length, 1);
      says(text, '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;amp;');
    }
  }
});

test('marks that turn the direction of a text are nowhere: not on the page, not in its title, not at the provider', async () => {
  const turned = 'Loyers \u202eacir\u2066\u2069\u202c';
  const rentFields = JSON.stringify({ term: turned, landlordMemo: '\u202d\u2068' });
  const link = await pay.link({ userName: turned, rentFields }, turned);
  await pay.verify(link);
  const { text } = await get(link);
  says(text, '<bdi>Loyers acir</bdi>');
  assert.match(text, /<title>[^<]*Loyers acir<\/title>/);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]|>Memo</);
  await post(`${link}/card`);
  assert.equal(provider.asked.at(-1)?.description, 'Rent payment · Loyers acir · Loyers acir');
});

test('what a query or a path says never comes back as markup or as a way elsewhere', async () => {
  for (const target of [
    '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `${links.to_verify}?lang=%22%3E%3Cscript%3E&back=%3Cscript%3E`,
    '..%2F..%2Fevil?lang=fr',
    '%00',
    `${'a'.repeat(5_000)}`,
    'a/b/c/d',
    '',
  ]) {
    const answer = await get(target);
    assert.ok([200, 404].includes(answer.status), `${answer.status} for ${target.slice(0, 80)}`);
    assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
    assert.equal(answer.text.match(/<script/g)?.length, 1, target.slice(0, 80));
  }
  const { status, headers } = await get('%0d%0aset-cookie:a=b/card');
  assert.equal(status, 303);
  assert.equal(headers.location, '/pay/%0D%0Aset-cookie%3Aa%3Db');
});

test('texts of a million characters leave the page small', async () => {
  const long = '🏠'.repeat(400_000);
  const link = await pay.link({ userName: long, rentFields: JSON.stringify({ term: long, landlordMemo: long }) }, long);
  const { text } = await get(link);
  assert.ok(Buffer.byteLength(text) < 15_000, `${Buffer.byteLength(text)} bytes`);
  assert.ok(text.isWellFormed() && !text.includes('\ufffd'));
  await post(`${link}/identity`);
  assert.ok((provider.asked.at(-1)?.description?.length ?? 0) <= 120);
  const { payment } = (await findByLink(world.database, link)) ?? assert.fail();
  assert.equal(payment.rentFields, null, 'nor is more than a page can use read from the database, or taken apart');
});

test('term and memo may be numbers, and are shown by the digits they were sent with', async () => {
  const link = await pay.link({ rentFields: '{"term":2026.10,"rent":1e3,"landlordMemo":12345678901234567890}' });
  const { text } = await get(link);
  says(text, '<bdi>2026.10</bdi>');
  says(text, '<bdi>12345678901234567890</bdi>');
  for (const rentFields of [null, '{"term":"  ","landlordMemo":""}']) {
    const { text } = await get(await pay.link({ rentFields }));
    assert.ok(!text.includes('>Memo<') && !text.includes('>Term<'));
  }
});
