import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLink } from '../../src/collection/card/links.ts';
import { texts } from '../../src/payment-page/texts.ts';
import { french, linksByState, openPage, says } from './world.ts';

const world = await openPage();
const { address, get, post, pay, provider, database } = world;
const links = await linksByState(world);
const counted = async () => {
  const { rows } = await database.query<{ sessions: bigint }>('select count(*) as sessions from card_sessions');
  return rows[0]?.sessions as bigint;
};

test('each step leads to the provider, says the way back, and takes along the language that the payer chose', async () => {
  const link = await pay.link();
  const begun = await post(`${link}/identity?lang=fr`);
  assert.equal(begun.status, 303);
  assert.equal(begun.headers.location, `${provider.origin}/${[...provider.views.keys()].at(-1)}`);
  const asked = provider.asked.at(-1);
  assert.equal(asked?.returnUrl, `${address}/pay/${link}?back=1&lang=fr`);
  assert.equal(asked?.language, 'fr');
  assert.equal(asked?.description, 'Paiement du loyer · December 2026 · Maple Homes');
  const { text } = await get(`${link}?back=1&lang=fr`, { 'accept-language': 'en' });
  says(text, '<html lang="fr">');
  says(text, `action="/pay/${link}/identity?lang=fr"`);
  says(text, `href="/pay/${link}?back=1&amp;lang=en"`);
});

test('the language that the browser asks for is not put into addresses', async () => {
  const link = await pay.link();
  says((await get(link, french)).text, `action="/pay/${link}/identity"`);
  await post(`${link}/identity`, french);
  assert.equal(provider.asked.at(-1)?.language, 'fr');
  assert.equal(provider.asked.at(-1)?.returnUrl, `${address}/pay/${link}?back=1`);
});

test('two presses and two tabs are one session at the provider', async () => {
  const link = await pay.link();
  await pay.verify(link);
  const before = await counted();
  const answers = await Promise.all([post(`${link}/card`), post(`${link}/card`), post(`${link}/card`)]);
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
  for (const { status, headers } of answers) {
    assert.equal(status, 303);
    assert.ok(headers.location?.startsWith(provider.origin));
  }
  assert.equal(await counted(), before + 1n);
});

test('what cannot be done now leads back to the page: paying twice, paying before the identity, verifying twice', async () => {
  const before = await counted();
  for (const [name, step] of [
    ['paid', 'card'],
    ['paid', 'identity'],
    ['to_verify', 'card'],
    ['verifying', 'identity'],
    ['processing', 'card'],
    ['under_review', 'card'],
  ] as const) {
    const { status, headers } = await post(`${links[name]}/${step}`);
    assert.deepEqual([status, headers.location], [303, `/pay/${links[name]}`], `${name} ${step}`);
  }
  assert.equal(await counted(), before);
  says((await get(links.paid as string)).text, texts.en.states.paid('', '').title);
});

test('a provider that cannot be reached leads back to the page, which says that nothing was charged', async () => {
  const link = await pay.link();
  await pay.verify(link);
  for (const fault of ['unavailable', 'refused'] as const) {
    provider.fault = { fault, why: 'played by the test' };
    const { status, headers } = await post(`${link}/card?lang=fr`);
    const page = await get(link.concat('?problem=1&lang=fr'));
    provider.fault = undefined;
    assert.deepEqual([status, headers.location], [303, `/pay/${link}?problem=1&lang=fr`]);
    says(page.text, texts.fr.problem('Maple Homes').text);
    says(page.text, `action="/pay/${link}/card?lang=fr"`);
  }
  assert.ok((await post(`${link}/card`)).headers.location?.startsWith(provider.origin));
});

test('where the payer may have paid already, a provider that does not answer is not taken for "nothing was charged"', async () => {
  const link = await pay.link();
  await pay.verify(link);
  const id = await pay.startCard(link);
  provider.say(id, pay.paid());
  provider.fault = { fault: 'unavailable', why: 'played by the test' };
  const { headers } = await post(`${link}/card`);
  const [back, problem] = [await get(`${link}?back=1`), await get(`${link}?problem=1`)];
  provider.fault = undefined;
  assert.equal(headers.location, `/pay/${link}?problem=1`);
  says(back.text, texts.en.notFinished.card.text);
  says(problem.text, texts.en.problemOnTheWay('Maple Homes').text);
  for (const { text } of [back, problem]) assert.doesNotMatch(text, /not charged|nothing was charged/i);
  await pay.tell('card', id, pay.paid());
  says((await get(`${link}?back=1`)).text, texts.en.states.paidJustNow('', '').title);
});

test('a step that is visited instead of pressed leads to the page', async () => {
  const { status, headers } = await get(`${links.to_pay?.split('?')[0]}/card?lang=fr`);
  assert.deepEqual([status, headers.location], [303, `/pay/${links.to_pay?.split('?')[0]}?lang=fr`]);
});

test('coming back shows what the provider says by then, even if nobody told us', async () => {
  const link = await pay.link();
  provider.say(await pay.startIdentity(link), { state: 'verified' });
  says((await get(`${link}?back=1`)).text, texts.en.verified.title);
  provider.say(await pay.startCard(link), pay.paid());
  const { text } = await get(`${link}?back=1`);
  says(text, texts.en.states.paidJustNow('', '').title);
  says(text, texts.en.facts.paidAt);
});

test('the script learns the state, and nothing else', async () => {
  assert.deepEqual((await get(`${links.verifying}/state`)).json, { state: 'verifying' });
  const unknown = await get(`${newLink()}/state`);
  assert.deepEqual([unknown.status, unknown.json], [404, { state: 'unknown' }]);
});
