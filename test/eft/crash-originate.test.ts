/**
 * `eft originate` killed at the worst moments, the accounts changed meanwhile, and run again: every payment has one debit, every debit
 * stands once in one whole file, as it was when it was made.
 */
import assert from 'node:assert/strict';
import { readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deactivateAccount, registerAccount } from '../../src/bank-accounts/store.ts';
import { done, startCommand } from '../world/commands.ts';
import { debitsIn, padAgreement } from '../world/eft.ts';
import { accountBox, openEftBook } from '../world/eft-book.ts';
import type { Origination } from '../world/eft-world.ts';
import { hold, waitingForLocks } from '../world/locks.ts';
import { temporaryFolder } from '../world/service.ts';

const { database, env, payments, partnerId, accounts, rowsOf } = await openEftBook();
const out = temporaryFolder();
const originate = (folder = out) => done<Origination>(env, 'eft', 'originate', '--out', folder);
const filesIn = (folder: string) => readdirSync(folder).map((name) => path.join(folder, name));
const count = async (from: string) => Number((await rowsOf(`select count(*) as count from ${from}`))[0]?.count);

/** Every payment there is has one debit, each debit stands in one file, and the files hold nothing else. */
async function assertEachOnce(folder: string): Promise<void> {
  // The reader holds the totals of Z against what it read.
  const references = (await Promise.all(filesIn(folder).map(debitsIn))).flat().map((debit) => debit.crossReference);
  const ids = (await rowsOf('select id from payments order by id')).map((row) => `S${row.id}A1`);
  assert.deepEqual(references.toSorted(), ids.toSorted());
  assert.equal(await count('eft_debits'), ids.length);
  assert.equal(await count('eft_files where written_at is null'), 0);
  assert.equal(await count('bank_files'), await count('eft_files'));
  const audited = await done(env, 'audit');
  assert.ok(audited.balanced, JSON.stringify(audited));
}

async function killed({ child, ended }: ReturnType<typeof startCommand>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
  assert.equal(child.signalCode, 'SIGKILL', 'it had ended before it was killed');
}

/** Starts a run and stops it behind the commit of its debits, before it reads them for the file. */
async function stoppedBeforeTheFile(folder = out) {
  const first = hold(database, 'lock table eft_debits in access exclusive mode');
  await first.taken;
  const run = startCommand<Origination>(env, 'eft', 'originate', '--out', folder);
  await waitingForLocks(database, 1);
  const second = hold(database, 'lock table eft_debits in access exclusive mode');
  await waitingForLocks(database, 2);
  await first.release();
  await second.taken;
  await waitingForLocks(database, 1);
  return { run, release: second.release };
}

test('killed when the debits are committed and nothing is written yet: the next run writes the file', async () => {
  await payments(50);
  const { run, release } = await stoppedBeforeTheFile();
  await killed(run);
  await release();
  assert.equal(await count('eft_debits'), 50);
  assert.equal(await count('eft_files where written_at is null'), 1);
  await payments(7);
  const again = await originate();
  assert.equal(again.debits, 7);
  assert.deepEqual([again.file, ...again.otherFiles].toSorted(), filesIn(out).toSorted());
  assert.equal(again.otherFiles.length, 1);
  await assertEachOnce(out);
});

test('killed in the middle of writing: what was written in part is gone, and the file stands whole', async () => {
  await payments(6_000);
  const begun = Promise.withResolvers<void>();
  const watcher = watch(out, (_event, name) => name?.endsWith('.partial') && begun.resolve());
  const run = startCommand(env, 'eft', 'originate', '--out', out);
  await Promise.race([begun.promise, run.ended]);
  await killed(run);
  watcher.close();
  assert.equal(await count('eft_files where written_at is null'), 1);
  const again = await originate();
  assert.deepEqual([again.debits, again.file, again.otherFiles.length], [0, null, 1]);
  await assertEachOnce(out);
});

test('killed when the file stands and nobody has said so: it is written where it belongs, not where the next run writes', async () => {
  await payments(20);
  const held = hold(database, 'lock table bank_files in share mode');
  await held.taken;
  const before = filesIn(out).length;
  const run = startCommand(env, 'eft', 'originate', '--out', out);
  await waitingForLocks(database, 1);
  assert.equal(filesIn(out).length, before + 1);
  await killed(run);
  await held.release();
  const elsewhere = temporaryFolder();
  const again = await originate(elsewhere);
  assert.deepEqual([again.file, again.otherFiles.map((file) => path.dirname(file))], [null, [out]]);
  assert.deepEqual(filesIn(elsewhere), []);
  await assertEachOnce(out);
});

test('two runs at once: each payment is in one file, whichever run wrote it', async () => {
  await payments(300);
  const before = filesIn(out).length;
  const runs = await Promise.all([originate(), originate()]);
  assert.equal(runs[0].debits + runs[1].debits, 300);
  assert.equal(filesIn(out).length, before + 1);
  await assertEachOnce(out);
});

test('accounts that change while a file is under way do not change its debits', async () => {
  const ids = await payments(30);
  const { run, release } = await stoppedBeforeTheFile();
  const [first, second, third] = accounts;
  assert.ok(first && second && third);
  await deactivateAccount(database, partnerId, first.id);
  for (const [account, accountHolderName] of [
    [second, 'ANOTHER HOLDER'],
    [third, 'A THIRD ONE'],
  ] as const) {
    const [sealed] = await rowsOf('select account_sealed from bank_accounts where id = $1', account.id);
    const accountNumber = accountBox.open(sealed?.account_sealed as Buffer, `bank account of partner ${partnerId}`);
    const { institutionNumber, transitNumber } = account;
    const renewed = await registerAccount(database, accountBox, partnerId, {
      ...{ institutionNumber, transitNumber, accountHolderName },
      accountNumber: `00${accountNumber}`,
      padAgreement: { ...padAgreement, category: 'personal' },
    });
    assert.equal(renewed.id, account.id);
  }
  await release();
  const { json, code } = await run.ended;
  assert.equal(code, 0);
  const debits = await debitsIn(json.file ?? '');
  assert.equal(debits.length, ids.length);
  assert.ok(debits.every((debit) => debit.partyName === 'AMELIE ROY' && !debit.account.startsWith('00')));
  await assertEachOnce(out);
  // The next run takes the accounts as they are by then; a payment made before keeps its account, deactivated or not.
  await payments(3);
  const { file } = await originate();
  assert.deepEqual(
    (await debitsIn(file ?? '')).map((debit) => debit.partyName),
    ['AMELIE ROY', 'ANOTHER HOLDER', 'A THIRD ONE'],
  );
});
