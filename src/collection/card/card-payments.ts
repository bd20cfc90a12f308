/**
 * Card payments as the page, the provider's webhook and the clock drive them. The database is never locked while a provider is
 * asked, and what a provider says is read from it, never believed from the browser:
 *
 *   payer's click ─▶ attempt noted (asked) ─commit─▶ provider asked under the attempt's key ─▶ answer recorded ─▶ payer sent there
 *   payer is back, webhook, clock ─▶ provider asked what it says now ─▶ recorded                    (src/collection/card/record.ts)
 */
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database.ts';
import type { Log } from '../../base/log.ts';
import type { Payment } from '../../payments/record.ts';
import { findPayment, type PaymentKey } from '../../payments/store.ts';
import { Beginnings, type Kind, type Step, type Visit } from './begin.ts';
import { type CardPorts, type CardView, type IdentityView, isFault, type ProviderFault } from './ports.ts';
import { recordCard, recordIdentity } from './record.ts';
import { readStanding, type Standing } from './standing.ts';
import { Stopping } from './stopping.ts';
import * as store from './store.ts';
import type { StripeEvents } from './stripe/events.ts';

export interface CardSettings {
  database: Database;
  clock: Clock;
  log: Log;
  ports: CardPorts;
  /** Something may be owed to a partner. */
  onChange: () => void;
  /** For tests. */
  patience?: Partial<typeof usualPatience>;
}

/** The rail as the service carries it. */
export interface CardRail {
  payments: CardPayments;
  /** What the provider tells by itself, where it does. */
  events?: StripeEvents;
  /** The origin under which browsers reach this service. */
  publicUrl(): string;
}

/** A page that is reloaded does not ask the provider each time. */
const lookPauseMilliseconds = 2_000;
const lookedMax = 10_000;
/** Looks of one turn of the clock, and how many are under way at a time: a slow provider must not hold up what else is due. */
const looksPerTurn = 100;
const looksAtOnce = { card: 3, identity: 2 } as const;
/** So many of one kind in a row. */
const failedLooksMax = 10;
/** So long is waited: by a page that can be shown without the answer, by a turn of the clock in all, by a payer who has pressed. */
const usualPatience = { pageMilliseconds: 4_000, turnMilliseconds: 8_000, beginMilliseconds: 12_000 };
/** A claimed look that was not made comes up again so much later. */
const claimMinutes = 5;

export class CardPayments {
  readonly ports: CardPorts;
  readonly #settings: CardSettings;
  readonly #patience: typeof usualPatience;
  /** When this process last asked about a session: by its id at the provider. */
  readonly #looked = new Map<string, number>();
  readonly #beginnings: Beginnings;
  readonly stopping = new Stopping();

  constructor(settings: CardSettings) {
    this.#settings = settings;
    this.#patience = { ...usualPatience, ...settings.patience };
    this.ports = settings.ports;
    const { beginMilliseconds } = this.#patience;
    const record = this.#record.bind(this);
    this.#beginnings = new Beginnings({ ...settings, beginMilliseconds, stopping: this.stopping, record });
  }

  /** Where the payer stands. With `fresh`, sessions that may have moved are asked about first. */
  async standing(payment: Payment, { fresh = false } = {}): Promise<Standing> {
    const { database } = this.#settings;
    const standing = await readStanding(database, payment);
    if (!fresh || standing.state === 'paid') return standing;
    const looks = [...moving('identity', standing.check), ...standing.sessions.flatMap((each) => moving('card', each))];
    const looked = await Promise.all(looks.map((look) => this.#lookOnceInAWhile(look)));
    if (!looked.includes(true)) return standing;
    const now = await findPayment(database, payment.partnerId, payment.id);
    return await readStanding(database, now ?? payment);
  }

  /** The payer wants to be verified: begins a check or goes on with the one under way. */
  async beginIdentity(payment: Payment, visit: Visit): Promise<Step> {
    return await this.#beginnings.begin('identity', payment, visit);
  }

  /** The payer wants to pay: only once verified, and never on two sessions. */
  async beginCard(payment: Payment, visit: Visit): Promise<Step> {
    return await this.#beginnings.begin('card', payment, visit);
  }

  /** Somebody says that a session has changed: we look. `unknown` is a session that is none of ours. */
  async told(kind: Kind, providerId: string): Promise<'recorded' | 'unknown' | ProviderFault> {
    const { database } = this.#settings;
    const key = await store.findByProvider(database, tableOf[kind], this.ports[kind].provider, providerId);
    if (!key) return 'unknown';
    const view = await this.ports[kind].look(providerId);
    if (isFault(view)) return view;
    await this.#record(kind, key, { providerId }, view);
    return 'recorded';
  }

  /** Asks about what may have changed without anybody saying so, as far as it is due at business time `at`. Answers how many. */
  async catchUp(at: Temporal.Instant): Promise<number> {
    if (this.stopping.hasBegun) return 0;
    const { database } = this.#settings;
    const { provider } = this.ports.card;
    const again = at.add({ minutes: claimMinutes });
    const due = await database.transaction((tx) => store.claimDueLooks(tx, provider, at, again, looksPerTurn));
    const over = performance.now() + this.#patience.turnMilliseconds;
    const kinds = ['card', 'identity'] as const;
    await Promise.all(
      kinds.map((kind) =>
        this.#lookAll(
          due.filter((look) => look.kind === kind),
          looksAtOnce[kind],
          over,
        ),
      ),
    );
    return due.length;
  }

  /** Each kind by itself: checks that cannot be looked at must not keep anybody from looking for money. */
  async #lookAll(left: store.DueLook[], atOnce: number, over: number): Promise<void> {
    let failed = 0;
    const worker = async () => {
      // A provider that is down or slow is left alone until the next turn.
      for (let look = left.shift(); look && failed < failedLooksMax; look = left.shift()) {
        const millisecondsLeft = over - performance.now();
        if (millisecondsLeft <= 0 || this.stopping.hasBegun) return;
        failed = (await this.#toldWithin(look, millisecondsLeft)) === undefined ? failed + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Answers whether there is such a session of ours. */
  async #record(kind: Kind, key: PaymentKey, seen: store.Seen, view: IdentityView | CardView): Promise<boolean> {
    const { database, clock, log, onChange } = this.#settings;
    const at = await clock.now();
    if (view.gone) {
      log.error(
        { kind, session: seen.providerId },
        'the card provider knows nothing of a session: is it the same account?',
      );
    }
    if (kind === 'identity') {
      return (
        (await database.transaction((tx) => recordIdentity(tx, key, seen, view as IdentityView, at))) !== undefined
      );
    }
    const recorded = await database.transaction((tx) => recordCard(tx, key, seen, view as CardView, at));
    if (recorded?.effect === 'receive') onChange();
    if (recorded?.effect === 'hold') {
      const { paymentId, attempt, heldReason } = recorded.session;
      log.error(
        { payment: paymentId.toString(), attempt, heldReason },
        'a card payment does not fit: its money is held',
      );
    }
    return recorded !== undefined;
  }

  /** Answers whether it was asked about. A provider that does not answer leaves the page as it is known. */
  async #lookOnceInAWhile({ kind, providerId }: store.DueLook): Promise<boolean> {
    const now = performance.now();
    if (now - (this.#looked.get(providerId) ?? Number.NEGATIVE_INFINITY) < lookPauseMilliseconds) return false;
    if (this.#looked.size >= lookedMax) this.#looked.clear();
    this.#looked.set(providerId, now);
    return (await this.#toldWithin({ kind, providerId }, this.#patience.pageMilliseconds)) === 'recorded';
  }

  /** Looks, for somebody who can do without: undefined where no answer came in time. One that comes later is recorded all the same. */
  async #toldWithin({ kind, providerId }: store.DueLook, milliseconds: number) {
    const told = this.told(kind, providerId).catch((error: unknown) => ({ fault: 'unavailable' as const, why: error }));
    const tooSlow = { fault: 'unavailable', why: 'no answer in time' } as const;
    const outcome = (await this.stopping.within(told, milliseconds)) ?? tooSlow;
    if (typeof outcome === 'string') return outcome;
    const { fault, why } = outcome;
    this.#settings.log.warn(
      { kind, session: providerId, fault, ...(why instanceof Error ? { err: why } : { why }) },
      'a card provider could not be asked',
    );
    return undefined;
  }
}

const tableOf = { identity: 'identity_checks', card: 'card_sessions' } as const;

/** The session, if it may have moved since it was last seen. */
function moving(kind: Kind, attempt: store.IdentityCheck | store.CardSession | undefined): store.DueLook[] {
  if (attempt?.providerId === undefined) return [];
  const { state, providerId } = attempt;
  return state === 'open' || state === 'processing' || state === 'failed' ? [{ kind, providerId }] : [];
}
