/** A partner with payments, transfers and submissions in every state, made by the service's own doors. */
import assert from 'node:assert/strict';
import type { Database } from '../../src/base/database.ts';
import { receive } from '../../src/collection/interac/receive.ts';
import { attach, returnTransfer } from '../../src/collection/interac/resolve.ts';
import { apply } from '../../src/payments/apply.ts';
import { create } from '../../src/payments/create.ts';
import { bodyHashOf } from '../../src/payments/idempotency.ts';
import type { PaymentEvent } from '../../src/payments/machine.ts';
import type { Payment } from '../../src/payments/record.ts';
import { refund } from '../../src/payments/refund.ts';
import { findPayment } from '../../src/payments/store.ts';
import { aNewPayment, aPayment, noon } from '../world/payments.ts';
import { aCardHistory } from './a-card-history.ts';
import { anEftHistory } from './an-eft-history.ts';

let references = 0;

/** A transfer that arrives: for `payment`, or with a text in which nothing is found. */
export async function transfer(
  database: Database,
  payment: Payment | undefined,
  amountCents: bigint,
  senderEmail = 'ada@example.com',
) {
  const description = payment?.identificationNumber ?? 'rent for December';
  const reference = `network:test ${++references}`;
  const [receipt] = await database.transaction((tx) =>
    receive(tx, [{ reference, amountCents, senderEmail, description }], noon),
  );
  return receipt && 'transferId' in receipt ? receipt.transferId : assert.fail(`the transfer was ${receipt?.outcome}`);
}

/** Moves a payment and writes what the settlement room writes with it. */
export async function move(
  database: Database,
  payment: Payment,
  ...events: (PaymentEvent | 'submitted')[]
): Promise<void> {
  for (const event of events) {
    await database.transaction(async (tx) => {
      if (event === 'batched' || event === 'submitted') {
        await tx.query(
          `with batch as (
             insert into settlement_batches (message_id, created_at, execution_date, payments, total_cents, file_name, out_dir)
             values (gen_random_uuid()::text, now(), '2026-11-20', 1, $3, '', '') returning id
           )
           insert into settlement_items (partner_id, payment_id, attempt, batch_id, block_id, end_to_end_id, amount_cents,
             payee_name, account_number, creditor_institution, creditor_transit, creditor_account, submitted_at)
           select $1, $2, 1 + (select count(*) from settlement_items where partner_id = $1 and payment_id = $2), id, '',
             gen_random_uuid()::text, $3, '', '', '', '', '', now() from batch`,
          [payment.partnerId, payment.id, (await findPayment(tx, payment.partnerId, payment.id))?.receivedCents],
        );
      }
      if (event === 'accepted' || event === 'rejected') {
        await tx.query(
          `update settlement_items set outcome = $3 where partner_id = $1 and payment_id = $2 and outcome = 'open'`,
          [payment.partnerId, payment.id, event],
        );
      }
      if (event === 'submitted') return;
      const change = { partnerId: payment.partnerId, paymentId: payment.id, event, cause: 'test' };
      const receivedCents = { ...(event === 'funds_received' && { receivedCents: payment.amountCents }) };
      const [outcome] = await apply(tx, [{ ...change, ...receivedCents }], noon);
      assert.ok(outcome?.done, event);
    });
  }
}

/** A partner with payments in every state, transfers in every state, keys and events. */
export async function aHistory(database: Database, partnerId: bigint): Promise<void> {
  const bill = async () => {
    const payment = await aPayment(database, partnerId);
    await transfer(database, payment, payment.amountCents);
    return payment;
  };
  await bill();
  await move(database, await bill(), 'batched');
  await move(database, await bill(), 'batched', 'accepted');
  await move(database, await bill(), 'batched', 'rejected');
  await move(database, await bill(), 'rejected', 'requeued');
  await move(database, await bill(), 'rejected', 'requeued', 'submitted');
  await move(database, await bill(), 'batched', 'rejected', 'requeued', 'submitted', 'presumed');
  await move(database, await bill(), 'batched', 'rejected', 'requeued', 'submitted', 'accepted');
  const lost = await bill();
  await move(database, lost, 'batched', 'rejected');
  const back = {
    paymentId: lost.id,
    means: 'cheque',
    reference: `cheque ${lost.id}`,
    reason: 'closed',
    by: 'op',
  } as const;
  assert.equal((await database.transaction((tx) => refund(tx, back))).outcome, 'refunded');
  await aPayment(database, partnerId);
  const { collected } = await anEftHistory(database, partnerId);
  const last = collected.at(-1) as bigint;
  await move(database, (await findPayment(database, partnerId, last)) as Payment, 'batched');
  await aCardHistory(database, partnerId);
  const rent = await aPayment(database, partnerId, 'rent_interac');
  const parts = [await transfer(database, rent, 5_000n), await transfer(database, rent, 7_000n)];
  await database.transaction((tx) =>
    attach(tx, { transferIds: parts, paymentId: rent.id, reason: 'parts', by: 'op' }, noon),
  );
  await transfer(database, undefined, 4_200n);
  const unwanted = await transfer(database, undefined, 1n);
  await database.transaction((tx) => returnTransfer(tx, { transferId: unwanted, reason: 'unknown', by: 'op' }));
  const key = { text: 'a key', bodyHash: bodyHashOf('a body') };
  await create(database, [aNewPayment(partnerId, 'bill_interac', { tokenId: partnerId, key })]);
}
