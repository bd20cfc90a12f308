/**
 * The debits of a file as they are written into it: a stream of pages, so that a million takes no more memory than a few thousand.
 *
 *   page, in use ─▶ debits, one by one        next page ─▶ on its way meanwhile
 */
import type { Row, Tx } from '../../base/database.ts';
import { beforeAll, type Debit, debitFromRow, type PaymentKey } from './store.ts';

/**
 * A file's debits in the order (partner, payment), page by page; the next page is on its way while one is used. Nothing else may be
 * asked of the connection until the end.
 */
export async function* debitsOf(tx: Tx, fileId: bigint, pageItems: number): AsyncGenerator<Debit> {
  let next = debitsPage(tx, fileId, beforeAll, pageItems);
  try {
    for (;;) {
      const rows = await next;
      const last = rows.length < pageItems ? undefined : rows.at(-1);
      if (last) {
        const after = { partnerId: last.partner_id as bigint, paymentId: last.payment_id as bigint };
        next = debitsPage(tx, fileId, after, pageItems);
        // Awaited when its turn comes; until then a fault must not count as unhandled.
        next.catch(() => undefined);
      }
      for (const row of rows) yield debitFromRow(row);
      if (!last) return;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

async function debitsPage(tx: Tx, fileId: bigint, after: PaymentKey, pageItems: number): Promise<Row[]> {
  const { rows } = await tx.query({
    name: 'eft-debits-of-file',
    text: `select partner_id, payment_id, attempt, bank_account_id, institution_number, transit_number, account_sealed,
             account_holder_name, amount_cents, cross_reference from eft_debits
           where file_id = $1 and (partner_id, payment_id) > ($2::bigint, $3::bigint)
           order by partner_id, payment_id limit $4`,
    values: [fileId, after.partnerId, after.paymentId, pageItems],
  });
  return rows;
}
