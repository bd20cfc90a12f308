/** A payment's timeline as operators see it (`payment show`) and as it is told to its partner: all ways a debit can end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/base/database.ts';
import { timeline } from '../../src/timeline/timeline.ts';
import { created, paid } from '../world/bodies.ts';
import { command, done } from '../world/commands.ts';
import { eftPayment, registered, returnFile, returnOfDebit } from '../world/eft.ts';
import { openEftWorld } from '../world/eft-world.ts';
import { until } from '../world/payments.ts';
import { type PaymentRecord, temporaryFolder } from '../world/service.ts';
import { inOrder, type Shown, story } from './shown-timeline.ts';

const { world, token, account, originate, originated, takeReturns, play, heard, rowsOf } = await openEftWorld();

const show = (payment: PaymentRecord) => done<Shown>(world.env, 'payment', 'show', '--payment', String(payment.id));

/** Waits until the attempts are recorded: the receiver has them before the service knows that it has. */
const delivered = (payment: PaymentRecord, count: number) =>
  until(`${count} recorded deliveries of payment ${payment.id}`, async () => {
    const [row] = await rowsOf(
      `select count(*)::integer as count from webhook_events where payment_id = $1 and state = 'delivered'`,
      payment.id,
    );
    return row?.count === count;
  });

const told = ['webhook', 'delivery'];

test('a debit is shown as it waits for the cut-off, goes out in a file, and is presumed paid', async () => {
  const payment = await eftPayment(world, token, account.id);
  await delivered(payment, 1);
  const waiting = await show(payment);
  assert.deepEqual(story(waiting), ['move awaiting_funds', 'debit waiting', ...told]);
  assert.equal(waiting.debits.length, 1);
  assert.deepEqual(
    [waiting.debits[0]?.state, waiting.debits[0]?.waitsFor, waiting.debits[0]?.file, waiting.state],
    ['waiting', 'cut-off', null, 'awaiting_funds'],
  );
  assert.deepEqual(waiting.payment, payment);

  const { file } = await originate();
  const [sent] = (await show(payment)).debits;
  assert.deepEqual(sent?.account, {
    bankAccountId: account.id,
    institutionNumber: '003',
    transitNumber: '10202',
    accountNumber: account.accountNumber,
  });
  assert.match(account.accountNumber, /^\*+\d{4}$/);
  assert.equal(sent?.state, 'sent');
  assert.ok(file?.endsWith(`/${sent?.file?.name}`), file ?? '');
  assert.match(sent?.dueDate ?? '', /^\d{4}-\d\d-\d\d$/);
  assert.equal(sent?.crossReference, `S${payment.id}A1`);
  assert.ok((sent?.file?.fileCreationNumber ?? 0) > 0);

  await play('clock', { advanceBusinessDays: 4 });
  await delivered(payment, 2);
  const paidFor = await show(payment);
  inOrder(paidFor);
  assert.deepEqual(
    [paidFor.state, paidFor.debits[0]?.state, paidFor.payment.status],
    ['collected', 'presumed_paid', 'completed'],
  );
  assert.deepEqual(story(paidFor), [
    'move awaiting_funds',
    ...told,
    'debit in_file',
    'debit sent',
    'debit presumed_paid',
    'move collected',
    ...told,
  ]);
  assert.deepEqual(
    paidFor.webhooks.map(({ event, state, attempts }) => [event, state, attempts[0]?.statusCode]),
    [
      ['payment.created', 'delivered', 200],
      ['payment.completed', 'delivered', 200],
    ],
  );
});

test('a debit whose file could not be written yet is in the file, not sent', async () => {
  const payment = await eftPayment(world, token, account.id);
  const { file } = await originate();
  // As a run leaves it that dies between its commit and its file.
  const name = path.basename(file ?? '');
  await rowsOf('update eft_files set written_at = null, named_at = null, file_id = null where file_name = $1', name);
  const shown = await show(payment);
  assert.deepEqual([shown.debits[0]?.state, shown.debits[0]?.file?.writtenAt], ['in_file', null]);
  assert.ok(!story(shown).includes('debit sent'));
  await originate();
  assert.equal((await show(payment)).debits[0]?.state, 'sent');
});

test('a returned debit tells its code, what it means in both languages, and who must act; the next debit is another one', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  const file = returnFile([returnOfDebit('905', debit, { trace: '1' })]);
  await takeReturns(file);
  await takeReturns(
    returnFile([returnOfDebit('905', debit, { trace: '1' }), returnOfDebit('901', debit, { trace: '2' })]),
  );
  const failed = await show(payment);
  assert.deepEqual(
    failed.returns.map(({ action, code }) => [action, code.code]),
    [
      ['fail', '905'],
      ['duplicate', '905'],
      ['hold', '901'],
    ],
  );
  const code = failed.returns[0]?.code;
  assert.deepEqual(
    [code?.acts, code?.meaning.en, code?.meaning.fr],
    ['partner', 'The account is closed.', 'Le compte est fermé.'],
  );
  assert.match(code?.how ?? '', /another account/);
  assert.deepEqual([failed.debits[0]?.state, failed.debits[0]?.returnCode], ['returned', '905']);

  const another = await registered(world, token);
  const request = ['--payment', String(payment.id), '--bank-account-id', String(another.id)];
  await done(world.env, 'payment', 'requeue', ...request);
  const again = await show(payment);
  assert.deepEqual(
    again.debits.map(({ attempt, state, account: { bankAccountId } }) => [attempt, state, bankAccountId]),
    [
      [1, 'returned', account.id],
      [2, 'waiting', another.id],
    ],
  );
  assert.deepEqual(
    again.corrections.map(({ field, before, after }) => [field, before, after]),
    [['bank_account_id', String(account.id), String(another.id)]],
  );
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  await delivered(payment, 3);
  const end = await show(payment);
  inOrder(end);
  assert.deepEqual(
    story(end).filter((each) => !told.includes(each)),
    [
      'move awaiting_funds',
      'debit in_file',
      'debit sent',
      'return',
      'move uncollected',
      'return',
      'return',
      'correction',
      'move recollecting',
      'debit in_file',
      'debit sent',
      'debit presumed_paid',
      'move collected',
    ],
  );
  assert.deepEqual(
    end.webhooks.map(({ event }) => event.replace('payment.', '')),
    ['created', 'failed', 'completed'],
  );
});

test('a late return is in the timeline, and the payment is as it was', async () => {
  const payment = await eftPayment(world, token, account.id);
  const debit = await originated(payment);
  await play('eft-debits', { paymentId: payment.id, outcome: 'completed' });
  const before = await show(payment);
  await takeReturns(returnFile([returnOfDebit('910', debit)]));
  const late = await show(payment);
  assert.deepEqual(late.payment, before.payment);
  assert.deepEqual(
    late.returns.map(({ action, code }) => [action, code.acts]),
    [['late', 'operator']],
  );
  assert.deepEqual([late.debits[0]?.state, late.debits[0]?.returnCode], ['returned', '910']);
  assert.ok(story(late).includes('debit presumed_paid'), 'as it was told at the time');
  assert.equal(story(late).at(-1), 'return');
});

test('what the biller does stands beside batch, file and report, and an event stands behind the move that it tells', async () => {
  const payment = await paid(world, token);
  await done(world.env, 'settlement', 'submit', '--out', temporaryFolder());
  await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC03' });
  await done(world.env, 'payment', 'requeue', '--payment', String(payment.id), '--account-number', '299001234568');
  await play('clock', { advanceBusinessDays: 1 });
  await play('settlements', { paymentId: payment.id, outcome: 'accepted' });
  assert.equal(await heard(payment, 4), 'created completed failed completed');
  await delivered(payment, 4);
  const shown = await show(payment);
  inOrder(shown);
  assert.deepEqual(story(shown), [
    'move awaiting_funds',
    ...told,
    'transfer received',
    'move collected',
    ...told,
    'submission batched',
    'move settling',
    'submission written',
    'report',
    'move rejected',
    ...told,
    'correction',
    'move resettling',
    'submission batched',
    'submission written',
    'report',
    'move settled',
    ...told,
  ]);
  assert.deepEqual(
    shown.submissions.map(({ attempt, outcome }) => [attempt, outcome]),
    [
      [1, 'rejected'],
      [2, 'accepted'],
    ],
  );
  assert.deepEqual(
    shown.reports.map(({ action, status, reason }) => [action, status.code, reason?.acts]),
    [
      ['reject', 'RJCT', 'partner'],
      ['accept', shown.reports[1]?.status.code, undefined],
    ],
  );
});

test('a partner is told of its own payments only, and not what a transfer on hold says', async () => {
  const payment = await created(world, token, { userEmail: 'somebody@example.com' });
  const description = `${payment.identificationNumber} and a note`;
  await play('interac-transfers', { senderEmail: 'other@example.com', amount: payment.amount, description });
  const shown = await show(payment);
  assert.deepEqual(
    shown.transfers.map(({ state, heldReason, description: text }) => [state, heldReason, text]),
    [['held', 'sender-differs', description]],
  );
  assert.match(shown.transfers[0]?.advice ?? '', /correct the address/);
  const [row] = await rowsOf('select partner_id from payments where id = $1', payment.id);
  const database = openDatabase({ url: world.testDatabase.url, schema: 'sandbox', connectionsMax: 1 });
  try {
    const mine = await timeline(database, row?.partner_id as bigint, BigInt(payment.id));
    assert.deepEqual(
      mine?.transfers.map((each) => each.description),
      [null],
    );
    const stranger = (await world.partner()).id;
    assert.equal(await timeline(database, stranger, BigInt(payment.id)), undefined);
  } finally {
    await database.close();
  }
  await play('interac-transfers', { senderEmail: 'x@example.com', amount: 1, description: 'nothing in it' });
  const [stray] = await rowsOf('select id from interac_transfers order by id desc limit 1');
  const ids = `${stray?.id}`;
  await done(
    world.env,
    'interac',
    'attach',
    '--transfer',
    ids,
    '--payment',
    String(payment.id),
    '--reason',
    'found it',
  );
  const attached = await show(payment);
  assert.deepEqual(
    story(attached).filter((each) => !told.includes(each)),
    ['move awaiting_funds', 'transfer received', 'transfer received', 'transfer attached', 'move collected'],
  );
});

test('on a terminal each entry is a line, no account number is whole, and no text of others moves the cursor', async () => {
  const payment = await eftPayment(world, token, account.id, { userName: 'Ada\u001b[2J\u202eLovelace' });
  await play('eft-debits', { paymentId: payment.id, outcome: 'returned', returnCode: '901' });
  const { stdout, status } = spawnSync(
    process.execPath,
    ['src/commands/main.ts', 'payment', 'show', '--payment', String(payment.id)],
    { env: world.env, encoding: 'utf8' },
  );
  assert.equal(status, 0);
  const { entries } = await show(payment);
  const lines = stdout.split('\n').filter((line) => /^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\S/.test(line));
  assert.equal(lines.length, entries.length);
  assert.match(stdout, /901 There is not enough money in the account\. \/ La provision .* The payer acts: /);
  assert.match(stdout, /account 003-10202 \*+\d{4}/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('a payment that is not there is said so, with exit code 1', async () => {
  const nobody = await command(world.env, 'payment', 'show', '--payment', '999999999');
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'There is no payment 999999999\n']);
  assert.equal((await command(world.env, 'payment', 'show', '--payment', 'x')).code, 1);
});
