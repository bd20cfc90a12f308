/**
 * The payer's link: 256 random bits, of which only the hash is kept. Whoever has it may see what is to be paid, and pay it.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../../base/database.ts';
import type { Payment } from '../../payments/record.ts';
import { type PaymentKey, paymentColumns, paymentFromRow } from '../../payments/store.ts';

const linkBytes = 32;
const linkForm = /^[\w-]{43}$/;
export const payPath = '/pay';

/** A new link's text: 43 characters of the URL alphabet. */
export function newLink(): string {
  return randomBytes(linkBytes).toString('base64url');
}

export async function insertLink(tx: Tx, { partnerId, paymentId }: PaymentKey, link: string): Promise<void> {
  await tx.query(
    'insert into payment_links (partner_id, payment_id, link_hash, created_at) values ($1, $2, $3, (select business_now()))',
    [partnerId, paymentId, hashOf(link)],
  );
}

/** More than this of term and memo is no page's to show: it is not even read, whatever a partner sent (open point `text-limits`). */
const rentFieldsBytesMax = 64 * 1024;
const shownColumns = paymentColumns.replace(
  'p.rent_fields',
  `case when octet_length(p.rent_fields) <= ${rentFieldsBytesMax} then p.rent_fields end as rent_fields`,
);

export interface LinkedPayment {
  payment: Payment;
  partnerName: string;
}

/** The payment behind a link, as it stands, with `rentFields` null where they are too long; undefined where there is none. */
export async function findByLink(tx: Tx, link: string): Promise<LinkedPayment | undefined> {
  if (!linkForm.test(link)) return undefined;
  const { rows } = await tx.query({
    name: 'payment-by-link',
    text: `select ${shownColumns}, o.name as partner_name from payment_links l
           join payments p on p.partner_id = l.partner_id and p.id = l.payment_id
           join public.partners o on o.id = l.partner_id where l.link_hash = $1`,
    values: [hashOf(link)],
  });
  const row = rows[0];
  return row && { payment: paymentFromRow(row), partnerName: row.partner_name as string };
}

function hashOf(link: string): Buffer {
  return hash('sha256', link, 'buffer');
}
