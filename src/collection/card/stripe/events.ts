/**
 * What Stripe tells by itself, by webhook or when it is asked for what we missed. An event is never believed: it only says where to
 * look, so events may come in any order, any number of times, or never.
 *
 *   event ─▶ of our world, of a kind that matters, not known ─▶ look ─▶ recorded ─▶ kept as known
 *                                                                └─ fault ─▶ not kept: it comes again
 */
import type Stripe from 'stripe';
import type { Database } from '../../../base/database.ts';
import type { Log } from '../../../base/log.ts';
import type { CardPayments } from '../card-payments.ts';
import { isFault, type ProviderFault } from '../ports.ts';
import { type Reversal, recordReversal } from '../reversals.ts';
import { keepEvent, knowsEvent } from '../store-listings.ts';
import { isLive, isStripeFault, look, quick, type StripeSettings, stripeClient } from './client.ts';
import { type About, aboutOf, type StripeEvent } from './event-types.ts';
import { catchUpEvents } from './missed-events.ts';
import { disputeView, type ReversalView, refundView } from './views.ts';

/** `known`: dealt with before. `not ours`: nothing here changes by it. */
export type Taken = 'recorded' | 'known' | 'not ours';
type Told = Awaited<ReturnType<CardPayments['told']>>;

const refundsMax = 100;
/** Stripe does not wait for the answer to a webhook much longer. */
const takeMilliseconds = 20_000;

export interface StripeEventSettings extends StripeSettings {
  database: Database;
  log: Log;
  payments: CardPayments;
}

export class StripeEvents {
  readonly client: Stripe;
  /** For every look. */
  readonly options: Stripe.RequestOptions;
  readonly #settings: StripeEventSettings;

  constructor(settings: StripeEventSettings) {
    this.#settings = settings;
    this.client = stripeClient(settings);
    this.options = quick(settings);
  }

  /** Whether the events of real money are ours. */
  get isLive(): boolean {
    return isLive(this.#settings.secretKey);
  }

  /** Deals with an event that really is Stripe's. A fault leaves it unknown: it has to come again. */
  async take(event: StripeEvent): Promise<Taken | ProviderFault> {
    const { payments } = this.#settings;
    const taken = await payments.stopping.within(this.#take(event), takeMilliseconds);
    return taken ?? { fault: 'unavailable', why: 'not dealt with in time' };
  }

  async #take(event: StripeEvent): Promise<Taken | ProviderFault> {
    const { database, log } = this.#settings;
    if (event.livemode !== this.isLive) {
      log.warn(
        { event: event.id, type: event.type, livemode: event.livemode },
        'an event of the other world of Stripe',
      );
      return 'not ours';
    }
    const about = aboutOf(event.type);
    const { id } = event.data.object as { id?: unknown };
    if (!about || typeof id !== 'string') return 'not ours';
    if (await knowsEvent(database, 'stripe', event.id)) return 'known';
    const told = await this.#look(about, id);
    if (typeof told !== 'string') return told;
    await keepEvent(database, { provider: 'stripe', id: event.id, type: event.type, objectId: id });
    return told === 'unknown' ? 'not ours' : 'recorded';
  }

  /** Takes what no webhook brought, as far as it is due at business time `at`. Answers how many events that were. */
  async catchUp(at: Temporal.Instant): Promise<number> {
    return await catchUpEvents({ ...this.#settings, events: this, stopping: this.#settings.payments.stopping }, at);
  }

  async #look(about: About, id: string): Promise<Told> {
    const { payments } = this.#settings;
    switch (about) {
      case 'card':
      case 'identity':
        return await payments.told(about, id);
      case 'payment':
        return await this.#tellOfPayment(id);
      case 'refund': {
        const refund = await look(this.client.refunds.retrieve(id, {}, this.options));
        return isStripeFault(refund) ? goneIsUnknown(refund) : await this.#reversed(refundView(refund), id);
      }
      case 'charge':
        return await this.#refundsOf(id);
      case 'dispute': {
        const dispute = await look(this.client.disputes.retrieve(id, {}, this.options));
        return isStripeFault(dispute) ? goneIsUnknown(dispute) : await this.#reversed(disputeView(dispute), id);
      }
    }
  }

  async #refundsOf(charge: string): Promise<Told> {
    const refunds = await look(this.client.refunds.list({ charge, limit: refundsMax }, this.options));
    if (isStripeFault(refunds)) return goneIsUnknown(refunds);
    let all: Told = 'unknown';
    for (const refund of refunds.data) {
      const told = await this.#reversed(refundView(refund), refund.id);
      if (typeof told !== 'string') return told;
      if (told === 'recorded') all = told;
    }
    return all;
  }

  /** Records what went back. Where its payment's money is not recorded yet, that is looked at first. */
  async #reversed(view: ReversalView | ProviderFault, id: string): Promise<Told> {
    const { log } = this.#settings;
    if (view === 'none') return 'unknown';
    if (view === 'foreign') {
      log.error(
        { reversal: id },
        'a refund or dispute in another currency than CAD: it is not recorded, look at Stripe',
      );
      return 'unknown';
    }
    if (isFault(view)) return view;
    if (await this.#recorded(view)) return 'recorded';
    const told = await this.#tellOfPayment(view.providerPaymentId);
    if (told !== 'recorded') return told;
    if (await this.#recorded(view)) return 'recorded';
    return { fault: 'unavailable', why: `${id} is about money that Stripe does not say to have come` };
  }

  /** Answers whether its payment's money is known. */
  async #recorded(reversal: Reversal): Promise<boolean> {
    const { database, log } = this.#settings;
    const { outcome, surplusCents } = await database.transaction((tx) => recordReversal(tx, reversal));
    if (surplusCents > 0n) {
      log.error(
        { reversal: reversal.providerId, surplusCents: surplusCents.toString() },
        'more of a card payment went back than it brought: the surplus is recorded, but in no account',
      );
    }
    return outcome !== 'unknown payment';
  }

  /** Looks at the session that a payment of Stripe's came from. */
  async #tellOfPayment(paymentIntent: string): Promise<Told> {
    const ofPayment = { payment_intent: paymentIntent, limit: 1 };
    const sessions = await look(this.client.checkout.sessions.list(ofPayment, this.options));
    if (isStripeFault(sessions)) return goneIsUnknown(sessions);
    const session = sessions.data[0];
    return session ? await this.#settings.payments.told('card', session.id) : 'unknown';
  }
}

function goneIsUnknown(fault: { fault: ProviderFault['fault'] | 'gone'; why: string }): 'unknown' | ProviderFault {
  return fault.fault === 'gone' ? 'unknown' : { fault: fault.fault, why: fault.why };
}
