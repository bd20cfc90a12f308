/** The settings: what stands when nothing is set, what is refused, and that no secret is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ConfigError,
  readConfig,
  readServiceConfig,
  type SettingFault,
  settings,
  settingsMarkdown,
} from '../../src/base/config.ts';

const key = 'ab'.repeat(32);
const production = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://quittance:pass@db.example:5432/quittance',
  SECRET_KEY: key,
  PUBLIC_URL: 'https://pay.example.ca',
};

function faultsOf(env: Record<string, string>, read = readConfig): readonly SettingFault[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
  return [];
}

test('with nothing set, a sandbox starts with the documented defaults', () => {
  assert.deepEqual(readConfig({}), {
    environment: 'sandbox',
    port: 3000,
    host: '127.0.0.1',
    dataDirectory: '.data',
    databaseUrl: undefined,
    databasePoolMax: 10,
    secretKey: undefined,
    publicUrl: undefined,
    roles: new Set(['api', 'worker']),
    logLevel: 'info',
    shutdownSeconds: 20,
    interacAddress: 'payments@quittance.invalid',
    operatorName: 'Quittance',
    settlementAccount: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000001' },
    presumedAfterBusinessDays: 3,
    settlementCutOff: Temporal.PlainTime.from('17:00'),
    eftOriginatorId: '9990000001',
    eftDestinationDataCentre: '00320',
    eftReturnAccount: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000002' },
    eftCutOff: Temporal.PlainTime.from('16:00'),
    dropDirectory: undefined,
    dropSettledSeconds: 5,
    eftDirectory: undefined,
    eftCompletedAfterBusinessDays: 3,
    settlementDirectory: undefined,
    approvalAboveCents: 100_000n,
    cardProvider: 'simulated',
    stripeSecretKey: undefined,
    stripeWebhookSecret: undefined,
    stripeAddress: 'https://api.stripe.com',
    webhookConcurrency: 100,
    webhookConcurrencyPerPartner: 10,
    workedHolidays: undefined,
    smtpUrl: undefined,
    mailFrom: 'Quittance <quittance@quittance.invalid>',
    trustedProxies: undefined,
  });
});

test('an empty variable counts as not set, and white space around a value does not count', () => {
  const config = readConfig({ PORT: '', SECRET_KEY: ' ', ROLES: ' api , worker ', HOST: ' ::1 ' });
  assert.deepEqual([config.port, config.secretKey, config.host], [3000, undefined, '::1']);
  assert.deepEqual(config.roles, new Set(['api', 'worker']));
});

test('production starts with its three settings, and without an invented Interac address', () => {
  const config = readConfig(production);
  assert.equal(config.environment, 'production');
  assert.equal(config.publicUrl, 'https://pay.example.ca');
  assert.equal(config.interacAddress, undefined);
  assert.equal(readConfig({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000/' }).publicUrl, 'http://127.0.0.1:3000');
});

test('production refuses to start without database, key and address, and names all of them at once', () => {
  const faults = faultsOf({ ENVIRONMENT: 'production' });
  assert.deepEqual(
    faults.map(({ name }) => name),
    ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL'],
  );
  for (const { why } of faults) assert.match(why, /needed in production\. Allowed: /);
  for (const missing of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL']) {
    assert.deepEqual(
      faultsOf({ ...production, [missing]: '' }).map(({ name }) => name),
      [missing],
    );
  }
});

test('every bad setting is listed with its value and what is allowed', () => {
  const env = { PORT: '65536', ROLES: 'api,wroker', LOG_LEVEL: 'loud', SETTLEMENT_CUT_OFF: '24:00' };
  const faults = faultsOf(env);
  assert.deepEqual(
    faults.map(({ name, value }) => [name, value]),
    Object.entries(env).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  assert.throws(
    () => readConfig(env),
    (error: Error) => {
      assert.match(error.message, /^4 settings are wrong:\n/);
      assert.match(error.message, /PORT="65536": not allowed\. Allowed: a whole number from 0 to 65535/);
      assert.match(error.message, /LOG_LEVEL="loud": .*`trace`, .* or `silent`/);
      return true;
    },
  );
});

test('the value of a secret is not told, not even a wrong one', () => {
  const env = {
    SECRET_KEY: 'hunter2-key',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    PUBLIC_URL: 'https://me:hunter2@pay.example.ca/',
  };
  const faults = faultsOf(env);
  assert.equal(faults.length, 3);
  assert.ok(!JSON.stringify(faults).includes('hunter2'));
  assert.throws(
    () => readConfig(env),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

const table: Record<string, { good: string[]; bad: string[] }> = {
  APPROVAL_ABOVE: { good: ['0', '1000', '0.5', '99.99'], bad: ['-1', '1.005', '1e3', '1,000', 'x'] },
  ENVIRONMENT: { good: ['sandbox'], bad: ['prod', 'Production', 'test'] },
  PORT: { good: ['0', '1', '8080', '65535'], bad: ['-1', '65536', '80.5', '0x50', '3000a', '1e3', 'http'] },
  HOST: { good: ['0.0.0.0', '::', '::1', 'localhost', 'a.b-c.d'], bad: ['http://x', 'a b', '-a', '[::1]', 'a:80'] },
  DATABASE_URL: {
    good: ['postgres://u:p@h:5432/d', 'postgresql://h/d?sslmode=require', 'postgres:///d?host=/run/postgresql'],
    bad: ['h:5432', 'mysql://h/d', 'postgres', 'http://h/d'],
  },
  DATABASE_POOL_MAX: { good: ['1', '200'], bad: ['0', '-5', 'many'] },
  SECRET_KEY: { good: [key, Buffer.alloc(32, 7).toString('base64')], bad: ['ab', `${key}0`] },
  PUBLIC_URL: {
    good: ['https://pay.example.ca', 'https://pay.example.ca:8443/', 'http://127.0.0.1:3000'],
    bad: ['pay.example.ca', 'ftp://x', 'https://x/path', 'https://x/?a', 'https://x/#', 'https://u@x/', 'https://'],
  },
  ROLES: { good: ['api', 'worker', 'worker,api', 'api,api'], bad: ['none', 'api;worker', 'api,', ','] },
  LOG_LEVEL: { good: ['trace', 'silent'], bad: ['INFO', 'verbose'] },
  SHUTDOWN_SECONDS: { good: ['0', '60'], bad: ['-1', '1.5', '20s'] },
  INTERAC_ADDRESS: { good: ['pay@example.ca'], bad: ['pay', 'a@b@c', 'a b@c', `${'a'.repeat(250)}@b.ca`] },
  OPERATOR_NAME: { good: ['Acme Payments Inc.'], bad: ['x'.repeat(71)] },
  SETTLEMENT_ACCOUNT: {
    good: ['003-00010-1234567'],
    bad: ['003-0010-1234567', '3-00010-1', '003-00010-', 'account'],
  },
  EFT_ORIGINATOR_ID: { good: ['9990000001', 'ABC1'], bad: ['99900000012', 'abc', 'A-1'] },
  EFT_DATA_CENTRE: { good: ['00320', '99999'], bad: ['320', '003200', '0032a'] },
  EFT_RETURN_ACCOUNT: { good: ['003-00010-1234567'], bad: ['003-0010-1234567', '003-00010-', 'account'] },
  EFT_CUT_OFF: { good: ['00:00', '16:00'], bad: ['24:00', '4pm', '16:00:00'] },
  DROP_DIR: { good: ['/var/spool/bank'], bad: ['a\0b'] },
  DROP_SETTLED_SECONDS: { good: ['0', '3600'], bad: ['-1', '3601', 'x'] },
  EFT_DIR: { good: ['/var/spool/eft'], bad: ['a\0b'] },
  EFT_COMPLETED_AFTER_BUSINESS_DAYS: { good: ['1', '3', '60'], bad: ['0', '61', 'three'] },
  SETTLEMENT_DIR: { good: ['/var/spool/settlement'], bad: ['a\0b'] },
  PRESUMED_AFTER_BUSINESS_DAYS: { good: ['1', '5'], bad: ['0', '61', 'three'] },
  SETTLEMENT_CUT_OFF: { good: ['00:00', '17:00', '23:59'], bad: ['24:00', '7:00', '17:60', '17:00:00', '5pm'] },
  CARD_PROVIDER: { good: ['simulated', 'stripe', 'off'], bad: ['Stripe', 'none', 'simulated,stripe'] },
  STRIPE_SECRET_KEY: {
    good: ['sk_test_51Abc', 'rk_test_51Abc', 'sk_live_51Abc'],
    bad: ['pk_test_51Abc', 'sk_51Abc', 'sk_test_', 'sk_test_51 Abc', 'whsec_1'],
  },
  STRIPE_WEBHOOK_SECRET: { good: ['whsec_1'], bad: ['whsec_', 'sk_test_1', 'whsec 1'] },
  STRIPE_ADDRESS: {
    good: ['https://api.stripe.com', 'http://127.0.0.1:12111', 'https://proxy.example/'],
    bad: ['api.stripe.com', 'https://x/v1', 'https://u:p@x', 'ftp://x'],
  },
  WEBHOOK_CONCURRENCY: { good: ['1', '1000'], bad: ['0', '10001'] },
  WEBHOOK_CONCURRENCY_PER_PARTNER: { good: ['1', '10'], bad: ['0', 'x'] },
  WORKED_HOLIDAYS: {
    good: ['family-day', 'civic-holiday', 'family-day, civic-holiday'],
    bad: ['christmas', 'family-day,', 'Family Day'],
  },
  SMTP_URL: {
    good: ['smtp://127.0.0.1:25', 'smtps://me:secret@mail.example.ca:465', 'smtp://mail'],
    bad: ['mail.example.ca', 'http://mail', 'smtp://', 'smtp:mail'],
  },
  MAIL_FROM: {
    good: ['hello@example.ca', 'Quittance <hello@example.ca>'],
    bad: ['hello', '<hello@example.ca>', 'a@b.ca, c@d.ca', 'A <a@b.ca> <c@d.ca>', 'A\r\nBcc: b <a@b.ca>'],
  },
  TRUST_PROXY: {
    good: ['10.0.0.1', '10.0.0.0/8, fd00::/8', 'loopback', 'loopback,uniquelocal'],
    bad: ['true', '1', 'all', '10.0.0.0/33', '10.0.0', '10.0.0.1,', '::1/129', '10.0.0.0/8/8'],
  },
  DATA_DIR: { good: ['.data', '/var/lib/quittance', 'a b'], bad: ['a\0b'] },
};

test('the table of values: what each setting takes and what it refuses', () => {
  assert.deepEqual(
    Object.keys(table).toSorted(),
    Object.values(settings)
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const [name, { good, bad }] of Object.entries(table)) {
    for (const text of good) assert.deepEqual(faultsOf({ [name]: text }), [], `${name}=${text}`);
    for (const text of bad) assert.equal(faultsOf({ [name]: text })[0]?.name, name, `${name}=${text}`);
  }
});

test('a mail server needs a sender, which the sandbox has', () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:25', CARD_PROVIDER: 'off' };
  const wrong = (more: Record<string, string>) => {
    try {
      readServiceConfig({ ...env, ...more });
      return [];
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.faults.map(({ name }) => name);
    }
  };
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong(production), ['MAIL_FROM']);
  assert.deepEqual(wrong({ ...production, MAIL_FROM: 'hello@example.ca' }), []);
});

test('a service needs what its card provider cannot work without; a command does without', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_51Abc', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const live = { ...test, STRIPE_SECRET_KEY: 'rk_live_51Abc' };
  const table: [env: Record<string, string>, wrong: string[]][] = [
    [{}, []],
    [production, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ ...production, CARD_PROVIDER: 'off' }, []],
    [{ ...production, CARD_PROVIDER: 'simulated' }, ['CARD_PROVIDER']],
    [{ ...production, ...live }, []],
    [{ ...production, ...test }, ['STRIPE_SECRET_KEY']],
    [{ ...production, ...live, STRIPE_ADDRESS: 'http://api.stripe.com' }, ['STRIPE_ADDRESS']],
    [{ CARD_PROVIDER: 'stripe' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ CARD_PROVIDER: 'stripe', ...test, STRIPE_ADDRESS: 'http://127.0.0.1:12111' }, []],
    [{ CARD_PROVIDER: 'stripe', ...live }, ['STRIPE_SECRET_KEY']],
    [live, ['STRIPE_SECRET_KEY']],
    [{ CARD_PROVIDER: 'off' }, []],
  ];
  for (const [env, wrong] of table) {
    assert.deepEqual(
      faultsOf(env, readServiceConfig).map(({ name }) => name),
      wrong,
      JSON.stringify(env),
    );
    assert.deepEqual(faultsOf(env), []);
  }
  const [fault] = faultsOf({ ...production, ...test }, readServiceConfig);
  assert.ok(!JSON.stringify(fault).includes('51Abc'));
  assert.match(faultsOf(production, readServiceConfig)[0]?.why ?? '', /or switch card payments off: CARD_PROVIDER=off/);
});

test('one start tells every mistake, as far as it can be told: of what is wrong itself, nothing follows', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_51Abc', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const table: [env: Record<string, string>, wrong: string[]][] = [
    [{ ...production, PUBLIC_URL: '' }, ['PUBLIC_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
    [{ ...production, ...keys, PORT: 'x' }, ['PORT', 'STRIPE_SECRET_KEY']],
    [{ ...production, ...keys, STRIPE_SECRET_KEY: 'pk_test_1' }, ['STRIPE_SECRET_KEY']],
    [{ ...production, CARD_PROVIDER: 'Off' }, ['CARD_PROVIDER']],
  ];
  for (const [env, wrong] of table) {
    const names = faultsOf(env, readServiceConfig).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), wrong.toSorted());
  }
});

test('a slip in ENVIRONMENT is one fault, not a list of what production would need', () => {
  assert.deepEqual(
    faultsOf({ ENVIRONMENT: 'produciton' }).map(({ name }) => name),
    ['ENVIRONMENT'],
  );
});

test('the documentation has a row for every setting, with defaults and what production requires', () => {
  const lines = settingsMarkdown().trimEnd().split('\n');
  assert.equal(lines.length, 2 + Object.keys(settings).length);
  assert.ok(lines.every((line) => line.startsWith('|') && line.endsWith('|')));
  const row = (name: string) => lines.find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
  assert.match(row('PORT'), /\| `3000` \| `3000` \| a whole number from 0 to 65535 \|/);
  assert.match(row('SECRET_KEY'), /\| — \| \*\*required\*\* \|.* Secret\. \|$/);
  assert.match(row('INTERAC_ADDRESS'), /\| `payments@quittance\.invalid` \| — \|/);
});
