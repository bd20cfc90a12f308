/**
 * Payments that failed and that nobody has dealt with: why, and the ways on. Another account number or another account to debit and
 * on its way again, or the money back to the payer.
 */
import { type BankAccount, findDebitable } from '../../bank-accounts/store.ts';
import type { Row } from '../../base/database.ts';
import { returnCodeFor } from '../../collection/eft/return-codes.ts';
import { compileBody } from '../../http/validation.ts';
import { refundFromRow } from '../../payments/refund.ts';
import { findPaymentOfAnyPartner, paymentColumns } from '../../payments/store.ts';
import { bodyOf, choice, cursorOf, idAsked, idInPath, limitOf, paged, refuse, shown } from '../../people/asked.ts';
import { ownCheckReason, reasonFor } from '../../settlement/reason-codes.ts';
import { type Doubt, doubtSql } from '../doubt.ts';
import { doOrPropose } from './acting.ts';
import { proposalsByThing } from './approval-store.ts';
import { Refund, Requeue } from './bodies.ts';
import { type Handler, iso } from './context.ts';
import { briefFromRow, refundView } from './payments.ts';
import type {
  BankAccountBrief,
  BankAccountList,
  FailedPaymentList,
  FailedPaymentView,
  RefundRequest,
  RequeueRequest,
} from './views.ts';

const checkRequeue = compileBody(Requeue);
const checkRefund = compileBody(Refund);
const accountsMax = 50;

export const requeuePayments: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'requeue', bodyOf<RequeueRequest>(checkRequeue, exchange));

export const refundPayment: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'refund', bodyOf<RefundRequest>(checkRefund, exchange));

/** Those that wait for somebody, oldest first; with `refunded=yes` those that were given back. */
export const list: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const state = choice(exchange, 'state', ['rejected', 'uncollected']);
  const refunded = choice(exchange, 'refunded', ['yes', 'no']) === 'yes';
  const partnerId = idAsked(exchange, 'partnerId');
  const { rows } = await database.query(`${failedQuery} and (r.payment_id is not null) = $5 order by p.id limit $1`, [
    limit + 1,
    after ?? 0n,
    partnerId ?? null,
    state ?? null,
    refunded,
  ]);
  const proposals = await proposalsByThing(
    database,
    rows.map((row) => `payment ${row.id}`),
  );
  const page = paged(
    rows,
    limit,
    (row) => row.id as bigint,
    (row) => viewOf(row, proposals.get(`payment ${row.id}`) ?? null),
  );
  return shown(page satisfies FailedPaymentList);
};

/** The newest accounts of a payment's partner that can be debited; `search` in the holder's name or the last digits. */
export const accounts: Handler = async ({ database }, exchange) => {
  const id = idInPath(exchange, 'paymentId', 'payment');
  const payment = await findPaymentOfAnyPartner(database, id);
  if (!payment) return refuse(404, `There is no payment ${id}`);
  const found = await findDebitable(database, payment.partnerId, exchange.query.search ?? '', accountsMax);
  return shown({ items: found.map(accountBrief) } satisfies BankAccountList);
};

/** Failed payments behind $2, with the move that failed them, the answer or return behind it, and what was given back. */
const failedQuery = `select ${paymentColumns}, n.name as partner_name, h.at as failed_at, h.cause,
    d.return_code, d.state as debit_state, ${doubtSql} as doubt, i.reason_code, i.reason_text,
    b.id as account_id, b.account_holder_name, b.account_masked, b.status as account_status, b.attention,
    b.pad_agreement is not null as has_agreement,
    r.payment_id as refunded, r.amount_cents as refund_cents, r.means, r.reference, r.reason, r.given_by, r.at as refunded_at
  from payments p
  join public.partners n on n.id = p.partner_id
  join payment_history h on h.partner_id = p.partner_id and h.payment_id = p.id and h.sequence = p.version
  left join payment_refunds r on r.partner_id = p.partner_id and r.payment_id = p.id
  left join bank_accounts b on b.partner_id = p.partner_id and b.id = p.bank_account_id
  left join lateral (select return_code, state from eft_debits where partner_id = p.partner_id and payment_id = p.id
    order by attempt desc limit 1) d on true
  left join lateral (select reason_code, reason_text from settlement_items where partner_id = p.partner_id
    and payment_id = p.id and outcome = 'rejected' order by attempt desc limit 1) i
    on p.state = 'rejected' and h.cause not like '${ownCheckReason}:%'
  where p.state in ('rejected', 'uncollected') and p.id > $2 and ($3::bigint is null or p.partner_id = $3)
    and ($4::text is null or p.state = $4)`;

function viewOf(row: Row, approvalId: number | null): FailedPaymentView {
  const brief = briefFromRow(row);
  const refund =
    row.refunded === null
      ? null
      : refundView(refundFromRow({ ...row, amount_cents: row.refund_cents, at: row.refunded_at }));
  return {
    ...brief,
    failedAt: iso(row.failed_at as Temporal.Instant),
    cause: (row.reason_text as string | null) ?? (row.cause as string),
    code: codeOf(row, brief.state),
    doubt: row.doubt as Doubt | null,
    remedies: refund || row.doubt !== null ? [] : remediesOf(brief.state, row.debit_state === 'returned'),
    bankAccount: row.account_id === null ? null : accountOf(row),
    refund,
    approvalId,
  };
}

function codeOf(row: Row, state: string): FailedPaymentView['code'] {
  const code = (state === 'uncollected' ? row.return_code : row.reason_code) as string | null;
  if (code === null) return null;
  const { meaning, acts, how } = state === 'uncollected' ? returnCodeFor(code) : reasonFor(code);
  return { code, meaning, acts, how };
}

/** Money that is here can go to the biller or back to the payer; where a debit failed, only another debit brings it. */
function remediesOf(state: string, moneyIsGone: boolean): FailedPaymentView['remedies'] {
  if (state === 'uncollected') return ['requeue', 'bank-account'];
  return ['requeue', 'account-number', ...(moneyIsGone ? [] : ['refund' as const])];
}

function accountOf(row: Row): BankAccountBrief {
  return {
    bankAccountId: Number(row.account_id),
    holderName: row.account_holder_name as string,
    accountMasked: row.account_masked as string,
    active: row.account_status === 'active',
    hasAgreement: row.has_agreement as boolean,
    attention: row.attention as string | null,
  };
}

/** As the pages name an account. */
export function accountBrief(account: BankAccount): BankAccountBrief {
  return {
    bankAccountId: Number(account.id),
    holderName: account.accountHolderName,
    accountMasked: account.accountMasked,
    active: account.status === 'active',
    hasAgreement: account.padAgreement !== null,
    attention: account.attention,
  };
}
