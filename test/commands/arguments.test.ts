/** Bad arguments of commands: a clear message on the error output, nothing on the other, an exit code that is not 0. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { command } from '../world/commands.ts';
import { createTestDatabase } from '../world/database.ts';
import { newPartner, serviceEnv, temporaryFolder } from '../world/service.ts';

const testDatabase = await createTestDatabase();
after(() => testDatabase.close());
const env = serviceEnv({ DATABASE_URL: testDatabase.url, DATA_DIR: temporaryFolder() });
const { id } = await newPartner(testDatabase.url, 'sandbox');
const partner = ['--partner', `${id}`];
const url = 'http://127.0.0.1:1/hook';

const refusals: [args: string[], message: RegExp][] = [
  [['partner', 'create', '--name', '  '], /--name must not be empty/],
  [['partner', 'delete'], /unknown command/],
  [['token', 'create', '--partner', 'one', '--name', 'x', '--scopes', 'all'], /--partner must be a number, not "one"/],
  [['token', 'create', '--partner', '999999', '--name', 'x', '--scopes', 'all'], /no partner 999999/],
  [
    ['token', 'create', ...partner, '--name', 'x', '--scopes', 'public_api:everything'],
    /allowed are public_api:payment_create/,
  ],
  [['token', 'deactivate', '--token-id', '999999'], /no token 999999/],
  [['webhook', 'set', ...partner, '--url', url, '--events', 'payment.updated'], /allowed are payment.created/],
  [['webhook', 'set', ...partner, '--url', 'not a url', '--events', 'payment.created'], /URL/],
  [['interac', 'attach', '--transfer', '1', '--payment', '1'], /--reason/],
  [['payment', 'requeue', '--payment', '1', '--bank-account-id', '1'], /bank-account-id|no payment 1/],
  [['quarantine', 'list', '--limit', 'all'], /--limit must be a number/],
  [['dance'], /unknown command/],
];

test('every mistake is named, and nothing was done', async () => {
  const results = await Promise.all(refusals.map(([args]) => command(env, ...args)));
  results.forEach((result, index) => {
    const [args, message] = refusals[index] as (typeof refusals)[number];
    assert.notEqual(result.code, 0, args.join(' '));
    assert.match(result.stderr, message, args.join(' '));
    assert.equal(result.stdout, '', args.join(' '));
    assert.doesNotMatch(result.stderr, /\n\s+at /, 'no stack');
  });
  const { rows } = await testDatabase.database.query<{ tokens: bigint; partners: bigint }>(
    'select (select count(*) from api_tokens) as tokens, (select count(*) from public.partners) as partners',
  );
  assert.deepEqual(rows[0], { tokens: 1n, partners: 2n });
});

test('in production a webhook goes to public addresses by https and nowhere else', async () => {
  const production = { ...env, ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example.ca' };
  for (const bad of ['https://[::1]/', 'http://example.com/']) {
    const result = await command(production, 'webhook', 'set', ...partner, '--url', bad, '--events', 'payment.created');
    assert.equal(result.code, 1, bad);
    assert.match(result.stderr, /The URL cannot be used/, bad);
  }
});

test('in production nothing is settled before the operator’s account is known', async () => {
  const production = { ...env, ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example.ca' };
  const result = await command(production, 'settlement', 'submit', '--out', env.DATA_DIR ?? '');
  assert.equal(result.code, 1);
  assert.match(result.stderr, /SETTLEMENT_ACCOUNT is not set/);
});
