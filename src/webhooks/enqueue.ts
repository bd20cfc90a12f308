/**
 * The door through which webhooks become owed: rows of `webhook_events`, written in the transaction of the change they
 * tell about. Only partners subscribed to the event at that moment get a row (open point `event-snapshot`).
 */
import { int8Array, textArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';

export interface OwedWebhook {
  partnerId: bigint;
  paymentId: bigint;
  event: string;
  /** The payment record as it stands after the change, as JSON text. */
  record: string;
}

/** Writes the events that partners are subscribed to, in the order given. Answers how many. */
export async function enqueue(tx: Tx, owed: readonly OwedWebhook[]): Promise<number> {
  if (owed.length === 0) return 0;
  const { rowCount } = await tx.query({
    name: 'webhooks-enqueue',
    text: `insert into webhook_events (partner_id, payment_id, event, record, created_at)
           select o.partner_id, o.payment_id, o.event, o.record, now()
           from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) with ordinality
                as o (partner_id, payment_id, event, record, position)
           join webhook_endpoints e on e.partner_id = o.partner_id and o.event = any (e.events)
           order by o.position`,
    values: [
      int8Array(owed.map((each) => each.partnerId)),
      int8Array(owed.map((each) => each.paymentId)),
      textArray(owed.map((each) => each.event)),
      textArray(owed.map((each) => each.record)),
    ],
  });
  return rowCount ?? 0;
}
