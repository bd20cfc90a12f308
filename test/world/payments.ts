/** Partners and payments as tests need them: made by the service's own doors, in one line. */

import type { Database, Tx } from '../../src/base/database.ts';
import { createPartner } from '../../src/partners/partners.ts';
import { apply, type ChangeOutcome } from '../../src/payments/apply.ts';
import { create, type NewPayment } from '../../src/payments/create.ts';
import type { Kind, PaymentEvent } from '../../src/payments/machine.ts';
import type { Payment } from '../../src/payments/record.ts';
import { findPayment } from '../../src/payments/store.ts';

export const noon = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** A new partner; with `events`, one that is subscribed to them (nothing is delivered unless a deliverer runs). */
export async function aPartner(tx: Tx, events: readonly string[] = []): Promise<bigint> {
  const { id } = await createPartner(tx, 'a test partner');
  if (events.length > 0) {
    await tx.query(
      `insert into webhook_endpoints (partner_id, url, events, secret_sealed) values ($1, 'http://127.0.0.1:1/', $2, '')`,
      [id, events],
    );
  }
  return id;
}

export const allEvents = ['payment.created', 'payment.completed', 'payment.failed'];

/** What `create` takes, for a payment of 125.50 with everything that its kind needs. */
export function aNewPayment(
  partnerId: bigint,
  kind: Kind = 'bill_interac',
  more: Partial<NewPayment> = {},
): NewPayment {
  const bill = kind === 'bill_interac' || kind === 'bill_eft';
  return {
    partnerId,
    tokenId: 1n,
    kind,
    amountCents: 12_550n,
    userName: 'Ada Payer',
    userEmail: 'ada@example.com',
    dueAt: Temporal.Instant.from('2026-12-01T00:00:00Z'),
    payeeName: bill ? 'Hydro Example' : null,
    billType: bill ? 'utilities' : null,
    accountNumber: bill ? '123456789' : null,
    bankAccountId: null,
    rentFields: bill ? null : '{"term":"December"}',
    createdAt: Temporal.Now.instant(),
    cause: 'token 1',
    ...more,
  };
}

/** A payment that exists. */
export async function aPayment(
  tx: Tx,
  partnerId: bigint,
  kind: Kind = 'bill_interac',
  more: Partial<NewPayment> = {},
): Promise<Payment> {
  const [creation] = await create(tx, [aNewPayment(partnerId, kind, more)]);
  if (creation?.outcome !== 'created') throw new Error(`not created: ${creation?.outcome}`);
  return (await findPayment(tx, partnerId, creation.paymentId)) as Payment;
}

/** Takes a payment through `events`, each in a transaction of its own; `funds_received` brings `receivedCents`. */
export async function take(
  database: Database,
  payment: Pick<Payment, 'partnerId' | 'id' | 'amountCents'>,
  ...events: PaymentEvent[]
): Promise<ChangeOutcome | undefined> {
  let outcome: ChangeOutcome | undefined;
  for (const event of events) {
    [outcome] = await database.transaction((tx) =>
      apply(
        tx,
        [
          {
            partnerId: payment.partnerId,
            paymentId: payment.id,
            event,
            cause: `test ${event}`,
            ...(event === 'funds_received' && { receivedCents: payment.amountCents }),
          },
        ],
        noon,
      ),
    );
    if (!outcome?.done) throw new Error(`${event} was refused: ${outcome?.refusal}`);
  }
  return outcome;
}

/** Waits until `condition` answers something; fails after `secondsMax` with what was waited for. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  secondsMax = 15,
): Promise<T> {
  const deadline = performance.now() + secondsMax * 1000;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`waited ${secondsMax} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
