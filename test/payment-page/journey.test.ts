import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { texts } from '../../src/payment-page/texts.ts';
import { rent } from '../world/bodies.ts';
import { launchBrowser } from '../world/browser.ts';
import { bodyOf, startReceiver } from '../world/receiver.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';

const world = await openWorld();
const receiver = await startReceiver();
const { token } = await world.partner({ webhook: { url: receiver.url, events: ['payment.completed'] } });
const browser = await launchBrowser();
after(() => browser.close());

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const created = async () => {
  const body = { ...rent, term: 'December 2026', landlordMemo: 'Unit 4' };
  const { status, json } = await world.call<PaymentRecord>('POST', '/v1/create-credit-card-payment', { token, body });
  assert.equal(status, 200);
  return { id: json.id, url: json.paymentUrl as string };
};
/** Chooses how it goes, on the simulated provider's page. */
const choose = (page: Page, outcome: string) => page.locator(`button[value="${outcome}"]`).click();
const title = (page: Page, words: string) => page.getByRole('heading', { name: words, exact: true }).waitFor();

for (const [locale, viewport, javaScriptEnabled] of [
  ['en-CA', phone, true],
  ['fr-CA', desktop, true],
  ['en-CA', desktop, false],
  ['fr-CA', phone, false],
] as const) {
  const words = texts[locale === 'en-CA' ? 'en' : 'fr'];
  const amount = locale === 'en-CA' ? '$1,650.00' : '1\u00a0650,00\u00a0$';
  const name = `${locale}, ${viewport.width} px, ${javaScriptEnabled ? 'with' : 'without'} a script`;

  test(`a payment is created over HTTP, verified and paid in a browser, and its webhook arrives: ${name}`, async () => {
    const { id, url } = await created();
    const context = await browser.newContext({ locale, viewport, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText(words.testPayment).waitFor();
    await page.getByRole('button', { name: words.buttons.verify }).click();
    await choose(page, 'face_mismatch');
    await page.getByText(words.failures.face_mismatch).waitFor();
    await page.getByRole('button', { name: words.buttons.verifyAgain }).click();
    await choose(page, 'verified');
    await title(page, words.states.to_pay('', '').title);
    await page.getByRole('button', { name: words.buttons.pay(amount) }).click();
    await choose(page, 'insufficient_funds');
    await page.goto(url);
    await page.getByText(words.declines.insufficient_funds).waitFor();
    assert.deepEqual(receiver.events(id), []);
    await page.getByRole('button', { name: words.buttons.pay(amount) }).click();
    await choose(page, 'paid');
    await title(page, words.states.paidJustNow('', '').title);
    await page.getByText(String(id), { exact: true }).waitFor();
    await receiver.received(receiver.deliveries.length + (receiver.events(id).length > 0 ? 0 : 1));
    assert.deepEqual(receiver.events(id), ['payment.completed']);
    const record = receiver.deliveries.map(bodyOf).find(({ payments }) => payments[0]?.id === id)?.payments[0];
    assert.equal(record?.status, 'completed');
    await page.goto(url);
    await title(page, words.states.paid('', '').title);
    await context.close();
  });
}

test('a page that waits for the card shows the receipt by itself once the payment went through', async () => {
  const { id, url } = await created();
  const context = await browser.newContext({ locale: 'en-CA', viewport: phone });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: texts.en.buttons.verify }).click();
  await choose(page, 'verified');
  await page.getByRole('button', { name: texts.en.buttons.pay('$1,650.00') }).click();
  await choose(page, 'paid_later');
  await title(page, texts.en.states.processing('', '').title);
  const before = receiver.deliveries.length;
  await world.call('POST', '/sandbox/clock', { token, body: { advanceSeconds: 600 } });
  await title(page, texts.en.states.paidJustNow('', '').title);
  await receiver.received(before + 1);
  assert.deepEqual(receiver.events(id), ['payment.completed']);
  await context.close();
});

test('the link is in no line that the service wrote', async () => {
  const { url } = await created();
  await fetch(url);
  const link = url.split('/').at(-1) as string;
  assert.ok(!world.output().includes(link));
});
