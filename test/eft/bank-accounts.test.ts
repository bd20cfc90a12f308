/** Registered bank accounts through HTTP (interface §4.7; open points `bank-account-shape`, `pad-agreement`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { assertError, assertJson, messageAt, pathsOf } from '../world/answers.ts';
import { asShown, bill, fileOf } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import {
  anAccount,
  type BankAccountRecord,
  debitOf,
  debitsIn,
  eftPayment,
  padAgreement,
  registered,
  returnOfDebit,
  returnText,
  spoiled,
} from '../world/eft.ts';
import { openWorld, temporaryFolder } from '../world/service.ts';

const world = await openWorld();
const { token } = await world.partner();
const other = await world.partner();
const path = '/v1/bank-accounts';
const register = (body: unknown, as = token) => world.call<BankAccountRecord>('POST', path, { token: as, body });
const deactivate = (body: unknown, as = token) =>
  world.call<BankAccountRecord>('POST', `${path}/deactivate`, { token: as, body });
const list = async (as = token) => {
  const answer = await world.call<{ bankAccounts: BankAccountRecord[] }>('GET', path, { token: as });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.bankAccounts;
};

test('a registered account is answered with all that was sent, but of its number only the last four digits', async () => {
  const body = anAccount({ padAgreement: { ...padAgreement, reference: 'PAD-7' } });
  const answer = await register(body);
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  const { id, createdAt, ...rest } = answer.json;
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, {
    ...body,
    institutionName: 'Royal Bank of Canada',
    accountNumber: `********${body.accountNumber.slice(-4)}`,
    status: 'active',
  });
  assert.deepEqual((await list())[0], answer.json);
  assert.ok(!(await list()).some((each) => JSON.stringify(each).includes(body.accountNumber)));
});

test('a short number is not told at all by its last four digits', async () => {
  assert.equal((await registered(world, token, { accountNumber: '00001234' })).accountNumber, '********');
});

test('the same account with other leading zeros is the same record, another branch is another account', async () => {
  const body = anAccount();
  const first = await registered(world, token, body);
  for (const zeros of ['0', '00', '0000']) {
    assert.equal((await registered(world, token, { ...body, accountNumber: zeros + body.accountNumber })).id, first.id);
  }
  assert.notEqual((await registered(world, token, { ...body, transitNumber: '10203' })).id, first.id);
  assert.notEqual((await registered(world, token, { ...body, institutionNumber: '004' })).id, first.id);
  assert.notEqual((await registered(world, token, { ...body, accountNumber: `${body.accountNumber}0` })).id, first.id);
});

test('registering again renews name and agreement, and one without an agreement leaves the one that there is', async () => {
  const body = anAccount();
  const { padAgreement: _none, ...bare } = body;
  const first = await register(bare);
  assert.equal(first.status, 200, first.text);
  assert.ok(!('padAgreement' in first.json), 'absent, never null');
  assert.deepEqual((await registered(world, token, body)).padAgreement, padAgreement);
  const renewed = { category: 'personal', signedAt: '2026-11-20', signatoryName: 'B. Roy', reference: 'second' };
  const again = await registered(world, token, { ...body, accountHolderName: 'B. Roy', padAgreement: renewed });
  assert.deepEqual([again.id, again.accountHolderName, again.padAgreement], [first.json.id, 'B. Roy', renewed]);
  assert.deepEqual((await register(bare)).json.padAgreement, renewed);
});

test('a deactivated account takes no new payment until it is registered again; deactivating twice changes nothing', async () => {
  const body = anAccount();
  const { id } = await registered(world, token, body);
  for (const given of [id, String(id)]) {
    const answer = await deactivate({ id: given });
    assert.deepEqual([answer.status, answer.json.id, answer.json.status], [200, id, 'inactive'], answer.text);
  }
  assert.equal((await list()).find((each) => each.id === id)?.status, 'inactive');
  const eft = { ...bill, paymentMethod: 'eft', bankAccountId: id };
  const refused = assertError(
    await world.call('POST', '/v1/create-payment', { token, body: eft }),
    400,
    '/v1/create-payment',
  );
  assert.deepEqual(pathsOf(refused), ['bankAccountId']);
  const again = await registered(world, token, body);
  assert.deepEqual([again.id, again.status], [id, 'active']);
  await eftPayment(world, token, id);
});

test('missing and bad fields are all listed at once, and none quotes an account number', async () => {
  const fields = ['institutionNumber', 'transitNumber', 'accountNumber', 'accountHolderName'];
  const none = assertError(await register({}), 400, path);
  assert.deepEqual(pathsOf(none).sort(), [...fields].sort());
  const bad = {
    institutionNumber: '3',
    transitNumber: '1020A',
    accountNumber: '12345678901234567',
    accountHolderName: '',
    padAgreement: { category: 'both', signedAt: 'yesterday' },
  };
  const all = assertError(await register(bad), 400, path);
  const agreement = ['category', 'signedAt', 'signatoryName'].map((name) => `padAgreement.${name}`);
  assert.deepEqual(pathsOf(all).sort(), [...fields, ...agreement].sort());
  assert.ok(!JSON.stringify(all).includes('12345678901234567'));
  for (const accountNumber of ['', '12-34', '1 2', '1234567890123', 1234567, null, '１２３４']) {
    assert.deepEqual(pathsOf(assertError(await register(anAccount({ accountNumber })), 400, path)), ['accountNumber']);
  }
  assert.match(messageAt(all, 'institutionNumber') ?? '', /3 digits/);
});

test('an institution that nobody here knows is accepted, without a name and with a warning in its record', async () => {
  const account = await registered(world, token, { institutionNumber: '777' });
  assert.equal(account.status, 'active');
  assert.ok(!('institutionName' in account));
  const warnings = account.warnings as string[];
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /777/);
  assert.deepEqual((await list())[0], account);
  assert.ok(!('warnings' in (await registered(world, token))));
});

test('the number stands as it was given last, with its leading zeros: the bank is sent that', async () => {
  const body = anAccount({ accountNumber: '0005551234' });
  const first = await registered(world, token, body);
  for (const accountNumber of ['5551234', '05551234']) {
    assert.equal((await registered(world, token, { ...body, accountNumber })).id, first.id);
    const payment = await eftPayment(world, token, first.id);
    const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
    assert.equal(debitOf(await debitsIn(file), payment).account, accountNumber);
  }
});

test('an account whose debit came back closed says so in its record, and no more once it is registered again', async () => {
  const body = anAccount();
  const account = await registered(world, token, body);
  assert.ok(!('attention' in account), 'absent, never null');
  const payment = await eftPayment(world, token, account.id);
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  const debit = debitOf(await debitsIn(file), payment);
  await done(world.env, 'eft', 'returns', fileOf(returnText([returnOfDebit('905', debit)])));
  const shown = (await list()).find(({ id }) => id === account.id);
  assert.match(String(shown?.attention), /905.*closed/);
  assert.equal(shown?.status, 'active');
  assert.ok(!('attention' in (await registered(world, token, body))));
});

test('the list is newest first, and every path needs a token', async () => {
  const { token: mine } = await world.partner();
  assert.deepEqual(await list(mine), []);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift((await registered(world, mine)).id);
  assert.deepEqual(
    (await list(mine)).map((each) => each.id),
    ids,
  );
  for (const [method, target] of [
    ['GET', path],
    ['POST', path],
    ['POST', `${path}/deactivate`],
  ] as const) {
    assertError(await world.call(method, target, { ...(method === 'POST' && { body: {} }) }), 401, target);
  }
});

test('an unknown id, another partner’s and one that is none cannot be deactivated: 400 at id', async () => {
  const foreign = await registered(world, other.token);
  for (const body of [{ id: 999_999_999 }, { id: foreign.id }, { id: 0 }, { id: 'x' }, { id: null }, {}]) {
    assert.deepEqual(pathsOf(assertError(await deactivate(body), 400, `${path}/deactivate`)), ['id']);
  }
  const [unknown, theirs] = [await deactivate({ id: 999_999_999 }), await deactivate({ id: foreign.id })];
  const withoutTime = (text: string) => text.replace(/"timestamp":"[^"]+"/, '');
  assert.equal(withoutTime(theirs.text), withoutTime(unknown.text), 'what is foreign looks unknown');
  assert.equal((await list(other.token)).find((each) => each.id === foreign.id)?.status, 'active');
});

test('another partner sees and uses nothing of an account, also where both have registered the same one', async () => {
  const body = anAccount();
  const mine = await registered(world, token, body);
  const theirs = await registered(world, other.token, { ...body, accountHolderName: 'Somebody Else' });
  assert.notEqual(theirs.id, mine.id);
  assert.ok(!(await list(other.token)).some((each) => each.id === mine.id));
  assert.equal((await list()).find((each) => each.id === mine.id)?.accountHolderName, 'Amélie Roy');
  const eft = { ...bill, paymentMethod: 'eft', bankAccountId: mine.id };
  const answer = await world.call('POST', '/v1/create-payment', { token: other.token, body: eft });
  assert.deepEqual(pathsOf(assertError(answer, 400, '/v1/create-payment')), ['bankAccountId']);
  await deactivate({ id: theirs.id }, other.token);
  assert.equal((await list()).find((each) => each.id === mine.id)?.status, 'active');
});

test('no table and no log line holds an account number in plain, whatever happened to it', async () => {
  const body = anAccount();
  const account = await registered(world, token, body);
  const payment = await eftPayment(world, token, account.id);
  await register({ ...body, accountNumber: `${body.accountNumber}x` });
  const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
  const debit = debitOf(await debitsIn(file), payment);
  assert.equal(debit.account, body.accountNumber, 'the bank gets the whole number');
  const returns = [returnOfDebit('901', debit, { trace: '1'.repeat(22) }), returnOfDebit('905', debit)];
  // The second becomes a bad line: its code is none.
  const text = spoiled(returnText(returns), 1);
  const result = await command(world.env, 'eft', 'returns', fileOf(text));
  assert.equal(result.code, 0, result.stderr);
  assert.equal((await asShown(world, token, payment.id)).status, 'failed');
  // A file that is refused leaves what was read of it as well.
  await command(world.env, 'eft', 'returns', fileOf(returnText(returns).slice(0, 2000)));

  const { database } = world.testDatabase;
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const digits = body.accountNumber;
  const hex = Buffer.from(digits).toString('hex');
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
      [digits, hex],
    );
    assert.deepEqual(rows, [], `${name} holds the number`);
  }
  const { rows: chunks } = await database.query<{ content: Buffer }>(
    `select content_zstd as content from bank_file_chunks`,
  );
  assert.ok(chunks.length > 0, 'the return file was kept');
  for (const { content } of chunks) {
    const plain = plainOf(content);
    const inner = Buffer.from(plain.toString('latin1'), 'base64');
    for (const bytes of [content, plain, inner]) assert.ok(!bytes.includes(digits), 'a kept file holds the number');
  }
  for (const said of [world.output(), result.stdout, result.stderr]) assert.ok(!said.includes(digits));
});

/** What a kept chunk is after decompression; itself where it is not compressed. */
function plainOf(content: Buffer): Buffer {
  try {
    return zstdDecompressSync(content);
  } catch {
    return content;
  }
}
