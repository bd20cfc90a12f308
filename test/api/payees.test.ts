/** `POST /payees/search` and `POST /payees/validate-account` (interface §4.5, §4.6; open points `payee-…`, `validate-response`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertJson, messageAt, pathsOf } from '../world/answers.ts';
import { anyPayee, created, strictPayee } from '../world/bodies.ts';
import { openWorld } from '../world/service.ts';

interface Payee {
  name: string;
  billType?: string;
  accountNumberHint?: string;
}
const world = await openWorld();
const { token } = await world.partner();
const search = async (body?: unknown): Promise<Payee[]> => {
  const answer = await world.call<{ payees: Payee[] }>('POST', '/v1/payees/search', { token, body });
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  assert.deepEqual(Object.keys(answer.json), ['payees']);
  return answer.json.payees;
};
const names = async (text: string) => (await search({ search: text, limit: 1000 })).map((payee) => payee.name);
const validate = (body: unknown) =>
  world.call<{ valid: boolean; reason?: string }>('POST', '/v1/payees/validate-account', { token, body });

test('a search without text answers all payees by name, twenty where no limit is given', async () => {
  const all = await search({ limit: 1_000_000 });
  assert.ok(all.length > 60);
  assert.equal((await search()).length, 20);
  assert.deepEqual(await search({}), all.slice(0, 20));
  assert.deepEqual(await search({ search: '', limit: 3 }), all.slice(0, 3));
  assert.equal(new Set(all.map((payee) => payee.name)).size, all.length);
});

test('a payee is answered with its name and what is known of it, and nothing of how it is paid', async () => {
  for (const payee of await search({ limit: 1000 })) {
    const { name, billType, accountNumberHint, ...others } = payee;
    assert.deepEqual(others, {});
    assert.ok(name !== '' && billType !== '' && accountNumberHint !== '');
  }
});

test('parts of names, other case, missing accents, punctuation and slips are found', async () => {
  assert.equal((await names('toronto hydro'))[0], 'Toronto Hydro');
  assert.ok((await names('hydro')).length >= 5);
  assert.ok((await names('VILLE DE MONTREAL')).includes('Ville de Montréal - Taxes'));
  assert.ok((await names('torotno hydro')).includes('Toronto Hydro'));
  assert.ok((await names('h')).length > 5);
  assert.deepEqual(await names('!?…'), []);
  assert.deepEqual(await names('zzzzqqqq'), []);
});

test('every name that is found is accepted as payeeName', async () => {
  for (const payee of (await search({ limit: 1000 })).slice(0, 12)) {
    await created(world, token, { payeeName: payee.name });
  }
});

test('a search is refused only for what cannot be searched for', async () => {
  const refused = async (body: unknown) =>
    pathsOf(assertError(await world.call('POST', '/v1/payees/search', { token, body }), 400, '/v1/payees/search'));
  assert.deepEqual(await refused({ search: 7, limit: 0 }), ['search', 'limit']);
  assert.deepEqual(await refused({ limit: 2.5 }), ['limit']);
  assert.deepEqual(await refused({ limit: '20' }), ['limit']);
  assert.deepEqual(await refused({ search: 'a\u0000b' }), ['search']);
  assert.deepEqual(await search({ search: `${'long '.repeat(20_000)}`, limit: 1e15 }), []);
});

test('a number that meets the format of its payee is valid, one that does not is not, with the reason', async () => {
  const right = await validate({ payeeName: strictPayee, accountNumber: '123456789012' });
  assert.equal(right.status, 200, right.text);
  assert.deepEqual(right.json, { valid: true });
  assert.deepEqual((await validate({ payeeName: strictPayee, accountNumber: ' 123-456-789 012' })).json, {
    valid: true,
  });
  const wrong = await validate({ payeeName: strictPayee, accountNumber: '12345' });
  assert.equal(wrong.status, 200);
  assert.equal(wrong.json.valid, false);
  assert.match(wrong.json.reason ?? '', /12 digits/);
  assert.ok(!wrong.text.includes('12345'), 'the number is not repeated');
});

test('a payee whose format is not known accepts any number and says so', async () => {
  for (const accountNumber of ['1', 'anything at all', '🙂'.repeat(5000)]) {
    const answer = await validate({ payeeName: anyPayee, accountNumber });
    assert.deepEqual(answer.json, { valid: true, reason: 'format not known' });
  }
});

test('an unknown payee and faulty fields are 400', async () => {
  const refused = async (body: unknown) =>
    assertError(
      await world.call('POST', '/v1/payees/validate-account', { token, body }),
      400,
      '/v1/payees/validate-account',
    );
  const unknown = await refused({ payeeName: 'Nobody Ltd.', accountNumber: '1' });
  assert.match(messageAt(unknown, 'payeeName') ?? '', /POST \/payees\/search/);
  assert.deepEqual(pathsOf(await refused({})), ['payeeName', 'accountNumber']);
  assert.deepEqual(pathsOf(await refused({ payeeName: 1, accountNumber: 123456789012 })), [
    'payeeName',
    'accountNumber',
  ]);
});
