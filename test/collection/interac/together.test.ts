/** Files and corrections at the same moment: what another process brings or locks meanwhile changes no outcome. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../../src/base/database.ts';
import { ingest } from '../../../src/collection/interac/ingest.ts';
import { receive } from '../../../src/collection/interac/receive.ts';
import { lockForMatching, matchAgain } from '../../../src/collection/interac/resolve.ts';
import { audit } from '../../../src/console/audit.ts';
import { changeEmail } from '../../../src/payments/update.ts';
import { writeCamt054Now } from '../../../src/sandbox/camt054-writer.ts';
import { createTestDatabase, type TestDatabase } from '../../world/database.ts';
import { waitingForLocks } from '../../world/locks.ts';
import { aPartner, aPayment, noon } from '../../world/payments.ts';

let world: TestDatabase;
let folder: string;
before(async () => {
  world = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'quittance-together-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

function fileOf(name: string, transfers: { reference: string; cents: bigint }[]): string {
  const about = { version: '08' as const, messageId: name, createdAt: noon };
  const entries = transfers.map(({ reference, cents }) => ({
    amountCents: cents,
    networkReference: reference,
    description: 'rent, thank you',
  }));
  const file = path.join(folder, `${name}.xml`);
  writeFileSync(file, [...writeCamt054Now(about, entries)].join(''));
  return file;
}

test('two files at once that contradict each other: every contradiction is quarantined, none passes as a duplicate', async () => {
  const references = Array.from({ length: 600 }, (_, n) => `CATOGETHER${n}`);
  const one = fileOf(
    'one',
    references.map((reference) => ({ reference, cents: 1000n })),
  );
  const other = fileOf(
    'other',
    references.map((reference, n) => ({ reference, cents: n % 3 === 0 ? 2000n : 1000n })).reverse(),
  );
  const second = openDatabase({ url: world.url, schema: 'sandbox', connectionsMax: 5 });
  const counts = await Promise.all([
    ingest(world.database, { file: one, at: noon }),
    ingest(second, { file: other, at: noon }),
  ]).finally(() => second.close());
  const sum = (pick: 'held' | 'duplicates' | 'quarantined') => counts[0][pick] + counts[1][pick];
  assert.deepEqual([sum('held'), sum('duplicates'), sum('quarantined')], [600, 400, 200]);
  assert.equal((await audit(world.database)).balanced, true);
});

test('corrections at once of payments that the same held transfers name do not deadlock', async () => {
  const partnerId = await aPartner(world.database);
  const payments = [];
  for (let n = 0; n < 4; n++) payments.push(await aPayment(world.database, partnerId));
  const description = payments.map((payment) => payment.identificationNumber).join(' and ');
  const transfers = [1, 2, 3].map((n) => ({
    reference: `network:CADEADLOCK${n}`,
    amountCents: 100n,
    description,
  }));
  await world.database.transaction((tx) => receive(tx, transfers, noon));
  const corrections = [...payments, ...payments.toReversed(), ...payments].map((payment, n) =>
    world.database.transaction(async (tx) => {
      const held = await lockForMatching(tx, partnerId, payment.id);
      assert.equal(held.length, 3);
      await changeEmail(tx, partnerId, payment.id, `payer${n}@example.com`, 'test');
      return matchAgain(tx, held, noon);
    }),
  );
  for (const collected of await Promise.all(corrections)) assert.equal(collected, undefined);
});

test('a correction finds the transfer that was just being taken in when it came', async () => {
  const partnerId = await aPartner(world.database);
  const payment = await aPayment(world.database, partnerId);
  const transfer = {
    reference: 'network:CAJUSTNOW',
    amountCents: payment.amountCents,
    senderEmail: 'spouse@example.com',
    description: payment.identificationNumber,
  };
  const correct = () =>
    world.database.transaction(async (tx) => {
      const held = await lockForMatching(tx, partnerId, payment.id);
      await changeEmail(tx, partnerId, payment.id, 'spouse@example.com', 'test');
      return matchAgain(tx, held, noon);
    });
  const { corrected } = await world.database.transaction(async (tx) => {
    const [receipt] = await receive(tx, [transfer], noon);
    assert.equal(receipt?.outcome, 'held');
    const pending = correct();
    await waitingForLocks(world.database, 1);
    // Not awaited here: it waits for this transaction.
    return { corrected: pending };
  });
  assert.equal((await corrected)?.state, 'collected');
  assert.equal((await audit(world.database)).balanced, true);
});

test('a transfer that one partner played in the sandbox never becomes the money of another partner', async () => {
  const owner = await aPartner(world.database);
  const stranger = await aPartner(world.database);
  const payment = await aPayment(world.database, owner);
  const played = {
    reference: 'network:CAPLAYED',
    amountCents: payment.amountCents,
    senderEmail: payment.userEmail,
    description: payment.identificationNumber,
  };
  const [receipt] = await world.database.transaction((tx) => receive(tx, [played], noon, { partnerId: stranger }));
  assert.deepEqual([receipt?.outcome, receipt?.outcome === 'held' && receipt.reason], ['held', 'number-unknown']);
  const held = await world.database.transaction((tx) => lockForMatching(tx, owner, payment.id));
  assert.deepEqual(held, []);
});
