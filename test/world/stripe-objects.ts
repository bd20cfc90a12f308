/**
 * What a Stripe of the test world keeps, and what happens to it when payers, banks and operators do something there. Each of these
 * answers the events that it brought about, in their order; sending them is up to the test.
 */
import { randomBytes } from 'node:crypto';

export const apiVersion = '2026-10-28.endive';

export interface StripeObject {
  id: string;
  object: string;
  created: number;
  [member: string]: unknown;
}
export interface PlayedEvent extends StripeObject {
  type: string;
  livemode: boolean;
  data: { object: StripeObject };
}
export interface Decline {
  code: string;
  decline_code?: string;
}

const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export class StripeBook {
  readonly objects = new Map<string, StripeObject>();
  /** All that happened, the oldest first. */
  readonly events: PlayedEvent[] = [];

  get(id: string): StripeObject {
    const found = this.objects.get(id);
    if (!found) throw new Error(`this Stripe knows no ${id}`);
    return found;
  }

  all(object: string): StripeObject[] {
    return [...this.objects.values()].filter((each) => each.object === object);
  }

  add(prefix: string, object: string, members: Record<string, unknown>): StripeObject {
    const made = { id: newId(prefix), object, created: now(), livemode: false, ...members };
    this.objects.set(made.id, made);
    return made;
  }

  emit(type: string, object: StripeObject): PlayedEvent {
    const event: PlayedEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      type,
      // as it stood then, which may be long ago once it is told
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    return event;
  }

  /** The payer's check comes to an end; with a code, it failed. */
  check(id: string, status: 'verified' | 'processing' | 'requires_input' | 'canceled', code?: string): PlayedEvent[] {
    const session = this.get(id);
    session.status = status;
    session.last_error = code === undefined ? null : { code, reason: 'a sentence for the payer' };
    if (status !== 'requires_input') session.url = null;
    return [this.emit(`identity.verification_session.${status}`, session)];
  }

  /** The payer pays, in full unless said otherwise. */
  pay(id: string, more: { received?: number; currency?: string } = {}): PlayedEvent[] {
    const session = this.get(id);
    const intent = this.#intentOf(session);
    intent.currency = more.currency ?? intent.currency;
    this.#succeed(session, intent, more.received);
    Object.assign(session, { status: 'complete', url: null });
    return [this.emit('payment_intent.succeeded', intent), this.emit('checkout.session.completed', session)];
  }

  /** The card is declined; the payer may try another one on the same page. */
  decline(id: string, decline: Decline = { code: 'card_declined', decline_code: 'generic_decline' }): PlayedEvent[] {
    const intent = this.#intentOf(this.get(id));
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { type: 'card_error', message: 'Your card was declined.', ...decline };
    return [this.emit('payment_intent.payment_failed', intent)];
  }

  /** The payer is done, the money not there yet. */
  process(id: string): PlayedEvent[] {
    const session = this.get(id);
    this.#intentOf(session).status = 'processing';
    Object.assign(session, { status: 'complete', url: null });
    return [this.emit('checkout.session.completed', session)];
  }

  /** What was being processed comes to its end. */
  finish(id: string, decline?: Decline): PlayedEvent[] {
    const session = this.get(id);
    const intent = this.#intentOf(session);
    if (decline) {
      const failed = this.decline(id, decline);
      return [...failed, this.emit('checkout.session.async_payment_failed', session)];
    }
    this.#succeed(session, intent);
    return [this.emit('checkout.session.async_payment_succeeded', session)];
  }

  expire(id: string): PlayedEvent[] {
    const session = this.get(id);
    Object.assign(session, { status: 'expired', url: null });
    return [this.emit('checkout.session.expired', session)];
  }

  refund(id: string, more: { amount?: number; status?: string; currency?: string } = {}): PlayedEvent[] {
    const intent = this.#intentOf(this.get(id));
    const charge = this.get(intent.latest_charge as string);
    const refund = this.add('re', 'refund', {
      amount: more.amount ?? intent.amount_received,
      currency: more.currency ?? intent.currency,
      status: more.status ?? 'succeeded',
      reason: 'requested_by_customer',
      payment_intent: intent.id,
      charge: charge.id,
    });
    return [this.emit('refund.created', refund), this.emit('charge.refunded', charge)];
  }

  /** The refund fails, or changes otherwise. */
  changeRefund(id: string, status: string): PlayedEvent[] {
    const refund = this.get(id);
    refund.status = status;
    const updated = this.emit('refund.updated', refund);
    return status === 'failed' ? [updated, this.emit('refund.failed', refund)] : [updated];
  }

  /** The payer's bank asks (`inquiry`), or takes the money. */
  dispute(id: string, { amount, inquiry = false }: { amount?: number; inquiry?: boolean } = {}): PlayedEvent[] {
    const intent = this.#intentOf(this.get(id));
    const dispute = this.add('du', 'dispute', {
      amount: amount ?? intent.amount_received,
      currency: intent.currency,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
      reason: 'fraudulent',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      balance_transactions: [],
    });
    if (inquiry) return [this.emit('charge.dispute.created', dispute)];
    this.#move(dispute, -(dispute.amount as number));
    return [this.emit('charge.dispute.created', dispute), this.emit('charge.dispute.funds_withdrawn', dispute)];
  }

  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): PlayedEvent[] {
    const dispute = this.get(id);
    dispute.status = status;
    const closed = this.emit('charge.dispute.closed', dispute);
    if (status !== 'won') return [closed];
    this.#move(dispute, dispute.amount as number);
    return [closed, this.emit('charge.dispute.funds_reinstated', dispute)];
  }

  /** Money of a dispute comes back (above zero), or goes once more. */
  moveDispute(id: string, amount: number): PlayedEvent[] {
    const dispute = this.get(id);
    this.#move(dispute, amount);
    return [this.emit(`charge.dispute.funds_${amount > 0 ? 'reinstated' : 'withdrawn'}`, dispute)];
  }

  #move(dispute: StripeObject, amount: number): void {
    const transactions = dispute.balance_transactions as object[];
    const { currency } = dispute;
    transactions.push({ id: newId('txn'), object: 'balance_transaction', amount, currency });
  }

  #intentOf(session: StripeObject): StripeObject {
    if (typeof session.payment_intent === 'string') return this.get(session.payment_intent);
    const { amount_total: amount, currency } = session;
    const intent = this.add('pi', 'payment_intent', {
      amount,
      amount_received: 0,
      currency,
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
    });
    session.payment_intent = intent.id;
    return intent;
  }

  #succeed(session: StripeObject, intent: StripeObject, received = intent.amount as number): void {
    const charge = this.add('ch', 'charge', { payment_intent: intent.id, amount: received, currency: intent.currency });
    const paid = { status: 'succeeded', amount_received: received, last_payment_error: null, latest_charge: charge.id };
    Object.assign(intent, paid);
    session.payment_status = 'paid';
  }
}
