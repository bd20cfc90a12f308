/**
 * The identity checks and card sessions of one payment, and what went back of its money. Names of sessions at the provider stay
 * out: whoever has one may be able to open its page.
 */
import type { Tx } from '../../base/database.ts';
import type { PaymentKey } from '../../payments/store.ts';
import type { CardDecline, IdentityFailure, Provider } from './ports.ts';
import type { CheckState, HeldReason, SessionState } from './store.ts';

interface Attempt {
  attempt: number;
  provider: Provider;
  startedAt: Temporal.Instant;
  /** When it became what it is. */
  changedAt: Temporal.Instant;
}
export interface PaymentCheck extends Attempt {
  state: CheckState;
  /** Null also where it is withheld from whoever asks: it is about the payer's document. */
  failure: IdentityFailure | null;
}
export interface PaymentSession extends Attempt {
  state: SessionState;
  amountCents: bigint;
  /** Why the latest try was declined. */
  decline: CardDecline | null;
  receivedCents: bigint | null;
  heldReason: HeldReason | null;
  /** The provider's name for the payment: by it the operator finds it there. */
  providerPaymentId: string | null;
}
export interface PaymentReversal {
  /** Of the card session whose money it is. */
  attempt: number;
  kind: 'refund' | 'dispute';
  providerId: string;
  /** The most that was gone by it, and what is gone now. */
  amountCents: bigint;
  goneCents: bigint;
  /** What of it is in no account: it is more than was left of the session's money. */
  surplusCents: bigint;
  reason: string | null;
  /** `pending`: a refund that is on its way. */
  state: 'pending' | 'posted' | 'withdrawn';
  at: Temporal.Instant;
  changedAt: Temporal.Instant;
}

export async function checksOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<PaymentCheck[]> {
  const { rows } = await tx.query(
    `select attempt, provider, started_at as "startedAt", changed_at as "changedAt", state, failure
     from identity_checks where partner_id = $1 and payment_id = $2 order by attempt`,
    [partnerId, paymentId],
  );
  return rows as unknown as PaymentCheck[];
}

export async function cardSessionsOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<PaymentSession[]> {
  const { rows } = await tx.query(
    `select attempt, provider, started_at as "startedAt", changed_at as "changedAt", state, amount_cents as "amountCents",
       decline, received_cents as "receivedCents", held_reason as "heldReason", provider_payment_id as "providerPaymentId"
     from card_sessions where partner_id = $1 and payment_id = $2 order by attempt`,
    [partnerId, paymentId],
  );
  return rows as unknown as PaymentSession[];
}

export async function reversalsOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<PaymentReversal[]> {
  const { rows } = await tx.query(
    `select attempt, kind, provider_id as "providerId", amount_cents as "amountCents", gone_cents as "goneCents",
       surplus_cents as "surplusCents", reason, state, at, changed_at as "changedAt"
     from card_reversals where partner_id = $1 and payment_id = $2 order by at, provider_id`,
    [partnerId, paymentId],
  );
  return rows as unknown as PaymentReversal[];
}
