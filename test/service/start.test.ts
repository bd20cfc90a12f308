/** Starting (design §9): bad settings are refused with their name and what is allowed; what runs is told where it is. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { openApiDocument } from '../../contract/openapi.ts';
import { command } from '../world/commands.ts';
import { until } from '../world/payments.ts';
import { openWorld, postgresPid, serviceEnv, startService, temporaryFolder } from '../world/service.ts';

const world = await openWorld();
const shared = { DATABASE_URL: world.testDatabase.url };

/** What a start with these settings says before it ends. */
async function refusal(env: Record<string, string>): Promise<string> {
  const error = await startService(env).then(
    () => assert.fail('it started'),
    (reason: Error) => reason,
  );
  assert.match(error.message, /ended with 1;/);
  assert.doesNotMatch(error.message, /\n\s+at /, 'no stack');
  return error.message;
}

test('all bad settings are named at once, each with its value and what is allowed', async () => {
  const said = await refusal({ ...shared, PORT: '70000', ROLES: 'api,cook', LOG_LEVEL: 'loud', ENVIRONMENT: 'prod' });
  assert.match(said, /4 settings are wrong/);
  assert.match(said, /PORT="70000": not allowed\. Allowed: a whole number from 0 to 65535/);
  assert.match(said, /ROLES="api,cook": .*`api` or `worker`/);
  assert.match(said, /LOG_LEVEL="loud": .*`info`/);
  assert.match(said, /ENVIRONMENT="prod": .*`sandbox` or `production`/);
});

test('the value of a secret is never said, not even when it is wrong', async () => {
  const said = await refusal({ DATABASE_URL: 'mysql://root:hunter2@db', SECRET_KEY: 'hunter3' });
  assert.match(said, /DATABASE_URL: .*postgres:\/\//);
  assert.match(said, /SECRET_KEY: .*64 hexadecimal/);
  assert.doesNotMatch(said, /hunter/);
});

test('production refuses to start without its database, its key and its address', async () => {
  const said = await refusal({ ENVIRONMENT: 'production', SECRET_KEY: '' });
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL']) {
    assert.match(said, new RegExp(`${name}: not set, but needed in production\\. Allowed: `));
  }
});

test('production refuses to start without Stripe, unless card payments are switched off; commands do without', async () => {
  const production = { ...shared, ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example.ca' };
  const said = await refusal(production);
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    assert.match(said, new RegExp(`${name}: not set, but CARD_PROVIDER is stripe: .*CARD_PROVIDER=off`));
  }
  assert.match(await refusal({ ...production, CARD_PROVIDER: 'simulated' }), /CARD_PROVIDER: .*in the sandbox only/);
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' };
  const wrong = await refusal({ ...production, ...keys });
  assert.match(wrong, /STRIPE_SECRET_KEY: the key is of the other world/);
  assert.doesNotMatch(wrong, /sk_test_1234|whsec_1234/);
  assert.equal((await command(serviceEnv(production), 'partner', 'create', '--name', 'Alba')).code, 0);
  const off = await startService({ ...production, CARD_PROVIDER: 'off' });
  assert.match(off.output(), /card payments are switched off/);
  assert.equal(await off.end(), 0);
});

test('commands refuse bad settings in the same words', async () => {
  const result = await command(serviceEnv({ ...shared, DATABASE_POOL_MAX: 'many' }), 'audit');
  assert.equal(result.code, 1);
  assert.match(result.stderr, /DATABASE_POOL_MAX="many": not allowed\. Allowed: a whole number/);
});

test('a port that is taken is told, and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const DATA_DIR = temporaryFolder();
  try {
    assert.match(await refusal({ DATA_DIR, PORT: `${port}` }), new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken`));
    assert.equal(postgresPid(DATA_DIR), undefined, 'the database that came along is stopped again');
  } finally {
    taken.close();
  }
});

test('a database that does not answer ends the start with a reason', async () => {
  const said = await refusal({ DATABASE_URL: 'postgres://nobody:secret7@127.0.0.1:1/none' }).catch(
    (error) => error.message,
  );
  assert.match(said, /ECONNREFUSED|could not start/);
  assert.doesNotMatch(said, /secret7/);
});

test('the sandbox shows where it is and a token that works, the same one after a restart', async () => {
  const DATA_DIR = temporaryFolder();
  const tokens = [];
  for (let start = 0; start < 2; start += 1) {
    const service = await startService({ ...shared, DATA_DIR });
    const token = await until('the token', () => /svcapi_[0-9a-f]{64}/.exec(service.output())?.[0]);
    assert.match(service.output(), new RegExp(`${service.address}/v1`));
    assert.match(service.output(), new RegExp(`${service.address}/docs`));
    assert.equal((await service.call('POST', '/v1/payees/search', { token })).status, 200);
    assert.equal(await service.end(), 0);
    tokens.push(token);
  }
  assert.equal(tokens[1], tokens[0]);
});

test('/healthz and /readyz say that it is alive and ready', async () => {
  assert.deepEqual((await world.call('GET', '/healthz')).json, { status: 'alive' });
  const ready = await world.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.json], [200, { status: 'ready' }]);
  assert.match(String(ready.headers['x-request-id']), /^[0-9a-f-]{36}$/);
});

test('/metrics counts requests by route, method and status, and never by what a caller made up', async () => {
  const { token } = await world.partner();
  await world.call('POST', '/v1/payees/search', { token });
  await world.call('GET', '/v1/made-up-by-a-caller');
  const { text, headers } = await world.call('GET', '/metrics');
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(
    text,
    /quittance_http_request_seconds_count\{route="\/v1\/payees\/search",method="POST",status="200"\} \d+/,
  );
  assert.match(text, /^process_cpu_seconds_total /m);
  assert.doesNotMatch(text, /made-up/);
});

test('/v1/openapi.json is the contract, open to everybody', async () => {
  const { status, json } = await world.call<object>('GET', '/v1/openapi.json');
  assert.equal(status, 200);
  assert.deepEqual(json, JSON.parse(JSON.stringify(openApiDocument())));
  assert.ok(Object.hasOwn(json, 'webhooks'));
});

test('/docs is a page with the description in it', async () => {
  const visit = await world.call('GET', '/docs');
  const page =
    visit.status === 200 ? visit : await world.call('GET', String(visit.headers.location).replace(/^\./, ''));
  assert.equal(page.status, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
});

test('the roles say what a process does: a worker answers no partner, an API alone sends no webhook', async () => {
  const worker = await startService({ ...shared, ROLES: 'worker' });
  assert.equal((await worker.call('GET', '/readyz')).status, 200);
  assert.equal((await worker.call('POST', '/v1/payees/search')).status, 404);
  assert.equal(await worker.end(), 0);
});
