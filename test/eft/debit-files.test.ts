/** Making the debits of a run: over several files where one is full, and by look-ups where the planner knows nothing of the table yet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountContext } from '../../src/bank-accounts/store.ts';
import type { Tx } from '../../src/base/database.ts';
import { SealError } from '../../src/base/secrets.ts';
import { debitsOf } from '../../src/collection/eft/file-debits.ts';
import { OpenedNumbers } from '../../src/collection/eft/opened-numbers.ts';
import { insertDebits, insertFile, lastOf, type PaymentKey } from '../../src/collection/eft/store.ts';
import { accountBox, openEftBook } from '../world/eft-book.ts';

const { database, accounts, payments } = await openEftBook();
const dueDate = Temporal.PlainDate.from('2026-11-23');
const begun = { createdAt: Temporal.Instant.from('2026-11-23T19:00:00Z'), dueDate, outDir: '/nowhere' };

test('making debits in a table that is known to be empty looks each payment up, and never reads the whole table', async () => {
  await payments(300);
  await database.query('vacuum (analyze) eft_debits');
  await database.transaction(async (tx) => {
    const file = await insertFile(tx, begun, 'first');
    assert.equal((await insertDebits(tx, file, 'S', { debitsMax: 999 })).debits, 300);
    const { rows } = await tx.query('select seq_scan from pg_stat_xact_user_tables where relname = $1', ['eft_debits']);
    assert.equal(Number(rows[0]?.seq_scan), 0);
    const { rows: settings } = await tx.query('show enable_seqscan');
    assert.equal(settings[0]?.enable_seqscan, 'on', 'what follows in the transaction is planned as ever');
  });
});

test('what does not fit into a full file stands in the next one, from the payment behind the last on', async () => {
  const ids = await payments(7);
  const made = async (tx: Tx, after?: PaymentKey) => {
    const file = await insertFile(tx, begun, 'full');
    const { debits } = await insertDebits(tx, file, 'S', { debitsMax: 3, after });
    const { rows } = await tx.query('select payment_id from eft_debits where file_id = $1 order by payment_id', [
      file.id,
    ]);
    assert.equal(debits, rows.length);
    return { ids: rows.map((row) => row.payment_id as bigint), last: await lastOf(tx, file.id) };
  };
  await database.transaction(async (tx) => {
    const sorted = [...ids].sort((one, other) => Number(one - other));
    let after: PaymentKey | undefined;
    for (const expected of [sorted.slice(0, 3), sorted.slice(3, 6), sorted.slice(6), []]) {
      const file = await made(tx, after);
      assert.deepEqual(file.ids, expected);
      assert.equal(file.last?.paymentId, expected.at(-1));
      after = file.last ?? after;
    }
  });
});

test('a file is read page by page, each debit once and in order, and a reader that stops half-way leaves the connection free', async () => {
  const ids = await payments(5);
  await database.transaction(async (tx) => {
    const file = await insertFile(tx, begun, 'pages');
    const { debits } = await insertDebits(tx, file, 'S', { debitsMax: 99 });
    for (const pageItems of [1, 2, debits, debits + 1]) {
      const read: bigint[] = [];
      for await (const debit of debitsOf(tx, file.id, pageItems)) read.push(debit.paymentId);
      assert.equal(read.length, debits);
      assert.deepEqual(
        read,
        [...read].sort((one, other) => Number(one - other)),
      );
      assert.deepEqual(
        ids.filter((id) => !read.includes(id)),
        [],
      );
    }
    for await (const _ of debitsOf(tx, file.id, 1)) break;
    assert.equal((await lastOf(tx, file.id))?.paymentId, ids.at(-1));
  });
});

test('an account number that was opened before is answered again for its partner, and for no other', () => {
  const partnerId = accounts[0]?.partnerId as bigint;
  const accountSealed = accountBox.seal('1234567', accountContext(partnerId));
  const numbers = new OpenedNumbers(accountBox);
  assert.equal(numbers.open({ partnerId, accountSealed }), '1234567');
  assert.equal(numbers.open({ partnerId, accountSealed: Buffer.from(accountSealed) }), '1234567');
  assert.throws(() => numbers.open({ partnerId: partnerId + 1n, accountSealed }), SealError);
});
