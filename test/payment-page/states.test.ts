import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardDeclines, identityFailures } from '../../src/collection/card/ports.ts';
import { texts } from '../../src/payment-page/texts.ts';
import { french, linksByState, memo, openPage, says } from './world.ts';

const world = await openPage();
const { get, pay, database } = world;
const links = await linksByState(world);

test('every state is told in both languages, with what is paid, for whom, how much and when it is due', async () => {
  const titles: Record<string, keyof typeof texts.en.states> = {
    to_verify: 'to_verify',
    not_finished: 'to_verify',
    verifying: 'verifying',
    verification_failed: 'verification_failed',
    to_pay: 'to_pay',
    declined: 'to_pay',
    problem: 'to_pay',
    processing: 'processing',
    under_review: 'under_review',
    paid_just_now: 'paidJustNow',
    paid: 'paid',
  };
  for (const [name, state] of Object.entries(titles)) {
    for (const language of ['en', 'fr'] as const) {
      const answer = await get(links[name] as string, { 'accept-language': language });
      assert.equal(answer.status, 200, name);
      const { text } = answer;
      says(text, `<html lang="${language}">`);
      says(text, `>${texts[language].states[state]('Maple Homes', '').title}</h`);
      for (const value of ['Maple Homes', 'December 2026', memo, 'Amélie Roy']) says(text, `<bdi>${value}</bdi>`);
      says(text, language === 'en' ? '$1,650.00' : '1\u00a0650,00\u00a0$');
      const paid = name.startsWith('paid');
      if (!paid) says(text, language === 'en' ? 'December 1, 2026<' : '1er décembre 2026<');
      assert.equal(
        text.includes('<form'),
        !['verifying', 'processing', 'under_review', 'paid', 'paid_just_now'].includes(name),
        name,
      );
    }
  }
});

test('a verification that failed says why and what to do, in both languages', async () => {
  for (const failure of identityFailures) {
    const link = await pay.link();
    await pay.startIdentity(link, { state: 'failed', failure });
    says((await get(link)).text, texts.en.failures[failure]);
    says((await get(link, french)).text, texts.fr.failures[failure]);
  }
});

test('a declined card says why and what to do, in both languages, and the payment can still be paid', async () => {
  for (const decline of cardDeclines) {
    const link = await pay.link();
    await pay.verify(link);
    await pay.startCard(link, { state: 'open', decline });
    const { text } = await get(link);
    says(text, texts.en.declines[decline]);
    says(text, `action="/pay/${link}/card"`);
    says((await get(link, french)).text, texts.fr.declines[decline]);
  }
});

test('a receipt names partner, payer, amount, moment, memo, payment number and identification number', async () => {
  const payment = await pay.payment(links.paid as string);
  const { text } = await get(links.paid as string);
  for (const value of ['Maple Homes', 'Amélie Roy', memo, payment.id, payment.identificationNumber]) {
    says(text, `<bdi>${value}</bdi>`);
  }
  assert.match(text, /<bdi>\w+ \d+, \d{4} at \d+:\d\d\s[ap]\.m\. E[SD]T<\/bdi>/);
  says(text, 'data-print');
});

test('thanks are for whoever comes from the provider within a quarter of an hour; later the payment is already paid', async () => {
  const link = await pay.link();
  await pay.verify(link);
  await pay.startCard(link, pay.paid());
  const { states } = texts.en;
  says((await get(`${link}?back=1`)).text, states.paidJustNow('', '').title);
  says((await get(link)).text, states.paid('', '').title);
  await database.query(`update sandbox_clock set moved_by = moved_by + interval '16 minutes'`);
  says((await get(`${link}?back=1`)).text, states.paid('', '').title);
  await database.query(`update sandbox_clock set moved_by = moved_by - interval '16 minutes'`);
});

test('a page that waits asks again without a script too, and never where nothing happens by itself', async () => {
  for (const [name, link] of Object.entries(links)) {
    const { text } = await get(link);
    const waits = name === 'verifying' || name === 'processing';
    const refresh = `<noscript><meta http-equiv="refresh" content="5; url=/pay/${link}?back=1"></noscript>`;
    assert.equal(text.includes(refresh), waits, name);
    assert.equal(text.includes('data-poll'), waits, name);
  }
});

test('a due date is the day that its midnight names, in UTC or in Toronto; any other time is shown', async () => {
  const shown = async (dueAt: string) => (await get(await pay.link({ dueAt: Temporal.Instant.from(dueAt) }))).text;
  for (const midnight of ['2026-12-01T00:00:00Z', '2026-12-01T05:00:00Z', '2026-12-01T00:00:00-05:00']) {
    const text = await shown(midnight);
    assert.match(text, /December 1, 2026/, midnight);
    assert.doesNotMatch(text, /December 1, 2026 at/, midnight);
  }
  assert.match(await shown('2026-11-30T23:59:59Z'), /November 30, 2026 at 6:59\sp\.m\. EST/);
});
