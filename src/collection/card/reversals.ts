/**
 * Refunds and disputes: money of a card payment that went back. Recorded, posted as a receivable and shown to operators; the
 * payment's status does not change (open point `eft-late-return`). Of money that was only held, a refund is the way it goes back.
 */
import type { Tx } from '../../base/database.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { lockPayments } from '../../payments/store.ts';
import type { Provider } from './ports.ts';

export interface Reversal {
  provider: Provider;
  /** The provider's names: of the refund or dispute, and of the payment that it is about. */
  providerId: string;
  providerPaymentId: string;
  kind: 'refund' | 'dispute';
  /** In cents of CAD. */
  amountCents: bigint;
  reason?: string;
  /** `withdrawn`: the refund failed, or the dispute was won. */
  state: 'posted' | 'withdrawn';
}

export type ReversalOutcome = 'posted' | 'withdrawn' | 'known' | 'unknown payment';

/** Records what the provider says of a refund or dispute now; telling it again changes nothing. */
export async function recordReversal(tx: Tx, reversal: Reversal): Promise<ReversalOutcome> {
  const { rows: named } = await tx.query<{ partner_id: bigint; payment_id: bigint; attempt: number }>(
    'select partner_id, payment_id, attempt from card_sessions where provider_payment_id = $1 and provider = $2',
    [reversal.providerPaymentId, reversal.provider],
  );
  const session = named[0];
  if (!session) return 'unknown payment';
  const { partner_id: partnerId, payment_id: paymentId, attempt } = session;
  await lockPayments(tx, [{ partnerId, paymentId }]);
  const { rows: sessions } = await tx.query<{ state: string }>(
    `select state from card_sessions
     where partner_id = $1 and payment_id = $2 and attempt = $3 and received_cents is not null`,
    [partnerId, paymentId, attempt],
  );
  // Money that is not recorded as received cannot go back: the provider's word on the session comes first.
  const state = sessions[0]?.state;
  if (state !== 'paid' && state !== 'held') return 'unknown payment';
  const { rows: known } = await tx.query<{ state: string }>(
    'select state from card_reversals where partner_id = $1 and provider = $2 and provider_id = $3',
    [partnerId, reversal.provider, reversal.providerId],
  );
  const before = known[0]?.state;
  if (before === reversal.state || before === 'withdrawn') return 'known';
  if (!before && reversal.state === 'withdrawn') return 'known';
  const posting: Posting = {
    partnerId,
    debit: state === 'held' ? 'held_funds' : 'receivable',
    credit: 'collected_card',
    amountCents: reversal.amountCents,
    cause: `card ${reversal.kind} ${reversal.providerId}`,
  };
  if (!before) {
    await tx.query(
      `insert into card_reversals (partner_id, payment_id, attempt, provider, provider_id, kind, amount_cents, reason, state, at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'posted', (select business_now()), (select business_now()))`,
      [
        partnerId,
        paymentId,
        attempt,
        reversal.provider,
        reversal.providerId,
        reversal.kind,
        reversal.amountCents,
        reversal.reason ?? null,
      ],
    );
    await post(tx, [posting]);
    return 'posted';
  }
  await tx.query(
    `update card_reversals set state = 'withdrawn', changed_at = (select business_now())
     where partner_id = $1 and provider = $2 and provider_id = $3`,
    [partnerId, reversal.provider, reversal.providerId],
  );
  const { debit, credit } = posting;
  await post(tx, [{ ...posting, debit: credit, credit: debit, cause: `${posting.cause} withdrawn` }]);
  return 'withdrawn';
}
