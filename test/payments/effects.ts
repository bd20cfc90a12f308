/** What a change of payments does to ledger and webhooks, in one line each: for tables in tests. */
import type { Tx } from '../../src/base/database.ts';
import type { PaymentChange } from '../../src/payments/apply.ts';
import type { PaymentEvent } from '../../src/payments/machine.ts';

export interface Key {
  partnerId: bigint;
  id: bigint;
}
/** A change as `apply` takes it. */
export const change = (payment: Key, event: PaymentEvent, receivedCents?: bigint): PaymentChange => ({
  partnerId: payment.partnerId,
  paymentId: payment.id,
  event,
  cause: `test ${event}`,
  ...(receivedCents !== undefined && { receivedCents }),
});

const short = {
  collected_interac: 'interac',
  collected_eft: 'eft',
  collected_card: 'card',
  owed_to_billers: 'billers',
  owed_to_landlords: 'landlords',
  in_settlement: 'settlement',
  paid_out: 'paid',
} as Record<string, string>;

/** What stands on a partner's accounts, those without money left out: `eft 100 billers 100`. */
export async function balances(tx: Tx, partnerId: bigint): Promise<string> {
  const { rows } = await tx.query<{ code: string; cents: bigint }>(
    `select code, abs(debits_cents - credits_cents) as cents from ledger_accounts
     where partner_id = $1 and debits_cents <> credits_cents
     order by array_position(array['collected_interac', 'collected_eft', 'collected_card', 'owed_to_billers',
       'owed_to_landlords', 'in_settlement', 'paid_out'], code)`,
    [partnerId],
  );
  return rows.map((row) => `${short[row.code]} ${row.cents}`).join(' ');
}

/** The webhooks a partner is owed, in order, each with the status its record shows. */
export async function webhooks(tx: Tx, partnerId: bigint): Promise<string[]> {
  const { rows } = await tx.query('select event, record from webhook_events where partner_id = $1 order by id', [
    partnerId,
  ]);
  return rows.map((row) => `${row.event} ${JSON.parse(row.record as string).status}`);
}
