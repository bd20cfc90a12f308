/**
 * Single payments for an operator: as they are named on every page of the console, found by number or id, and the whole story of one.
 */
import type { Row, Tx } from '../../base/database.ts';
import { statusOf } from '../../payments/machine.ts';
import type { Payment } from '../../payments/record.ts';
import { findRefund, type Refund } from '../../payments/refund.ts';
import { findByNumbers, findPaymentsOfAnyPartner, paymentColumns, paymentFromRow } from '../../payments/store.ts';
import { idAsked, idInPath, refuse, shown } from '../../people/asked.ts';
import { operatorsView } from '../../timeline/entry-view.ts';
import { timeline } from '../../timeline/timeline.ts';
import { dollars, type Handler, iso } from './context.ts';
import type { PaymentBrief, PaymentSearch, PaymentView, RefundView } from './views.ts';

const numberLength = 12;
const foundMax = 50;

/** By the number that payers write, or by id. Two partners' payments may carry one number. */
export const search: Handler = async ({ database }, exchange) => {
  const id = idAsked(exchange, 'paymentId');
  const number = (exchange.query.number ?? '').replace(/[^0-9]/g, '');
  if (id === undefined && number.length !== numberLength) {
    return refuse(400, `Give paymentId, or number with ${numberLength} digits`);
  }
  const found =
    id === undefined ? await findByNumbers(database, [number]) : await findPaymentsOfAnyPartner(database, [id]);
  const names = await partnerNames(database, found);
  const items = found.slice(0, foundMax).map((payment) => briefOf(payment, names.get(payment.partnerId)));
  return shown({ items } satisfies PaymentSearch);
};

export const show: Handler = async ({ database }, exchange) => {
  const id = idInPath(exchange, 'paymentId', 'payment');
  const view = await database.snapshot(async (tx): Promise<PaymentView | undefined> => {
    const [payment] = await findPaymentsOfAnyPartner(tx, [id]);
    const told = await timeline(tx, undefined, id);
    if (!payment || !told) return undefined;
    const names = await partnerNames(tx, [payment]);
    const refund = await findRefund(tx, { partnerId: payment.partnerId, paymentId: id });
    return {
      payment: briefOf(payment, names.get(payment.partnerId)),
      record: told.payment,
      entries: told.entries.map(operatorsView),
      refund: refund ? refundView(refund) : null,
    };
  });
  return view ? shown(view) : refuse(404, `There is no payment ${id}`);
};

/** Payments by their keys, with their partners' names, by `partnerId paymentId`. */
export async function briefsByKey(
  tx: Tx,
  keys: readonly { partnerId: bigint; paymentId: bigint }[],
): Promise<Map<string, PaymentBrief>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.query(
    `select ${paymentColumns}, n.name as partner_name
     from (select distinct * from unnest($1::bigint[], $2::bigint[]) k (partner_id, id)) k
     join payments p on p.partner_id = k.partner_id and p.id = k.id join public.partners n on n.id = p.partner_id`,
    [keys.map(({ partnerId }) => partnerId), keys.map(({ paymentId }) => paymentId)],
  );
  return new Map(rows.map((row) => [`${row.partner_id} ${row.id}`, briefFromRow(row)]));
}

/** Payments by id, of whichever partners, in the order of their ids. */
export async function briefsOf(tx: Tx, ids: readonly bigint[]): Promise<PaymentBrief[]> {
  if (ids.length === 0) return [];
  const found = await findPaymentsOfAnyPartner(tx, ids);
  const names = await partnerNames(tx, found);
  return found.map((payment) => briefOf(payment, names.get(payment.partnerId)));
}

async function partnerNames(tx: Tx, payments: readonly Payment[]): Promise<Map<bigint, string>> {
  const { rows } = await tx.query<{ id: bigint; name: string }>(
    'select id, name from public.partners where id = any ($1::bigint[])',
    [[...new Set(payments.map(({ partnerId }) => partnerId))]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of a row with `paymentColumns` and `partner_name`. */
export function briefFromRow(row: Row): PaymentBrief {
  return briefOf(paymentFromRow(row), row.partner_name as string);
}

function briefOf(payment: Payment, partnerName = ''): PaymentBrief {
  return {
    partnerId: Number(payment.partnerId),
    partnerName,
    paymentId: Number(payment.id),
    identificationNumber: payment.identificationNumber,
    kind: payment.kind,
    state: payment.state,
    status: statusOf[payment.state],
    amount: dollars(payment.amountCents),
    received: dollars(payment.receivedCents),
    userName: payment.userName,
    userEmail: payment.userEmail,
    payeeName: payment.payeeName,
    accountNumber: payment.accountNumber,
    createdAt: iso(payment.createdAt),
  };
}

export function refundView({ amountCents, means, reference, reason, by, at }: Refund): RefundView {
  return { amount: dollars(amountCents), means, reference, reason, by, at: iso(at) };
}
