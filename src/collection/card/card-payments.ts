/**
 * Card payments as the page, the provider's webhook and the clock drive them. The database is never locked while a provider is
 * asked, and what a provider says is read from it, never believed from the browser:
 *
 *   payer's click ─▶ attempt noted (asked) ─commit─▶ provider asked under the attempt's key ─▶ answer recorded ─▶ payer sent there
 *   payer is back, webhook, clock ─▶ provider asked what it says now ─▶ recorded                    (src/collection/card/record.ts)
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Database, Tx } from '../../base/database.ts';
import type { Log } from '../../base/log.ts';
import type { Payment } from '../../payments/record.ts';
import { findPayment, lockPayments, type PaymentKey } from '../../payments/store.ts';
import { type PayerState, payerState } from './decide.ts';
import {
  type CardPorts,
  type CardView,
  type IdentityView,
  isFault,
  type Language,
  type ProviderFault,
} from './ports.ts';
import { recordCard, recordIdentity, recordRefused } from './record.ts';
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
  patience?: typeof usualPatience;
}

/** The rail as the service carries it. */
export interface CardRail {
  payments: CardPayments;
  /** What the provider tells by itself, where it does. */
  events?: StripeEvents;
  /** The origin under which browsers reach this service. */
  publicUrl(): string;
}

export interface Visit {
  language: Language;
  returnUrl: string;
  /** One line: what is paid for. */
  description: string;
}

/** Where a click leads: to the provider's page, or nowhere, because the payer's own page has something else to say now. */
export type Step = { outcome: 'go'; url: string } | { outcome: 'stay' } | { outcome: 'fault'; fault: ProviderFault };

export interface Standing {
  state: PayerState;
  check: store.IdentityCheck | undefined;
  /** The latest first. */
  sessions: store.CardSession[];
}

/** A page that is reloaded does not ask the provider each time. */
const lookPauseMilliseconds = 2_000;
const lookedMax = 10_000;
/** Looks of one turn of the clock, and how many are under way at a time: a slow provider must not hold up what else is due. */
const looksPerTurn = 100;
const looksAtOnce = 5;
/** So many in a row. */
const failedLooksMax = 10;
/** So long an answer is waited for: by a page that can be shown without it, and by a turn of the clock in all. */
const usualPatience = { pageMilliseconds: 4_000, turnMilliseconds: 20_000 };
/** A claimed look that was not made comes up again so much later. */
const claimMinutes = 5;

type Kind = 'identity' | 'card';

export class CardPayments {
  readonly ports: CardPorts;
  readonly #settings: CardSettings;
  readonly #patience: typeof usualPatience;
  /** When this process last asked about a session: by its id at the provider. */
  readonly #looked = new Map<string, number>();

  constructor(settings: CardSettings) {
    this.#settings = settings;
    this.#patience = settings.patience ?? usualPatience;
    this.ports = settings.ports;
  }

  /** Where the payer stands. With `fresh`, sessions that may have moved are asked about first. */
  async standing(payment: Payment, { fresh = false } = {}): Promise<Standing> {
    const key = { partnerId: payment.partnerId, paymentId: payment.id };
    const { database } = this.#settings;
    const read = async (state: Payment['state']): Promise<Standing> => {
      const check = await store.latestCheck(database, key);
      const sessions = check ? await store.sessionsOf(database, key) : [];
      return { state: payerState({ state }, check, sessions), check, sessions };
    };
    const standing = await read(payment.state);
    if (!fresh || standing.state === 'paid') return standing;
    const looks = [...moving('identity', standing.check), ...standing.sessions.flatMap((each) => moving('card', each))];
    const looked = await Promise.all(looks.map((look) => this.#lookOnceInAWhile(look)));
    if (!looked.includes(true)) return standing;
    const now = await findPayment(database, payment.partnerId, payment.id);
    return await read(now?.state ?? payment.state);
  }

  /** The payer wants to be verified: begins a check or goes on with the one under way. */
  async beginIdentity(payment: Payment, visit: Visit): Promise<Step> {
    return await this.#begin('identity', payment, visit);
  }

  /** The payer wants to pay: only once verified, and never on two sessions. */
  async beginCard(payment: Payment, visit: Visit): Promise<Step> {
    return await this.#begin('card', payment, visit);
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
    const { database } = this.#settings;
    const { provider } = this.ports.card;
    const again = at.add({ minutes: claimMinutes });
    const due = await database.transaction((tx) => store.claimDueLooks(tx, provider, at, again, looksPerTurn));
    const left = [...due];
    const over = performance.now() + this.#patience.turnMilliseconds;
    let failed = 0;
    const worker = async () => {
      // A provider that is down or slow is left alone until the next turn.
      for (let look = left.shift(); look && failed < failedLooksMax; look = left.shift()) {
        const millisecondsLeft = over - performance.now();
        if (millisecondsLeft <= 0) return;
        failed = (await this.#toldWithin(look, millisecondsLeft)) === undefined ? failed + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: looksAtOnce }, worker));
    return due.length;
  }

  async #begin(kind: Kind, payment: Payment, visit: Visit): Promise<Step> {
    const { database, log } = this.#settings;
    const port = this.ports[kind];
    // Twice at most: a session found to be over gives way to the next one.
    for (let round = 0; round < 2; round += 1) {
      const attempt = await database.transaction((tx) => noteAttempt(tx, kind, payment, port.provider));
      if (!attempt) return { outcome: 'stay' };
      const answer = await this.#ask(kind, payment, attempt, visit).catch(unforeseen);
      if (isFault(answer)) {
        log.warn({ kind, payment: payment.id.toString(), fault: answer }, 'a card provider gave no session');
        if (answer.fault === 'refused' && attempt.providerId === undefined) {
          await database.transaction((tx) => recordRefused(tx, attempt));
        }
        return { outcome: 'fault', fault: answer };
      }
      const { providerId, view } = answer;
      const recorded = await this.#record(kind, keyOf(payment), { attempt: attempt.attempt, providerId }, view);
      // Nobody is ever sent to a session that is not written down: its money would find nobody. Another tab has gone on meanwhile.
      if (!recorded) return { outcome: 'stay' };
      if (view.url !== undefined && (view.state === 'open' || view.state === 'failed')) {
        return { outcome: 'go', url: view.url };
      }
      if (view.state !== 'expired' && view.state !== 'canceled') return { outcome: 'stay' };
    }
    return { outcome: 'stay' };
  }

  async #ask(
    kind: Kind,
    payment: Payment,
    attempt: store.IdentityCheck | store.CardSession,
    visit: Visit,
  ): Promise<{ providerId: string; view: IdentityView | CardView } | ProviderFault> {
    if (attempt.providerId !== undefined) {
      const view = await this.ports[kind].look(attempt.providerId);
      return isFault(view) ? view : { providerId: attempt.providerId, view };
    }
    const request = {
      ...visit,
      key: attempt.beginKey,
      partnerId: payment.partnerId,
      paymentId: payment.id,
      userEmail: payment.userEmail,
    };
    return kind === 'identity'
      ? await this.ports.identity.begin(request)
      : await this.ports.card.begin({ ...request, amountCents: payment.amountCents });
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
    const late = new AbortController();
    const waited = delay(milliseconds, { fault: 'unavailable', why: 'no answer in time' } as const, {
      signal: late.signal,
    });
    const told = this.told(kind, providerId).catch((error: unknown) => ({ fault: 'unavailable' as const, why: error }));
    const outcome = await Promise.race([told, waited.catch(() => told)]);
    late.abort();
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
const keyOf = (payment: Payment): PaymentKey => ({ partnerId: payment.partnerId, paymentId: payment.id });

/** The attempt to go on with, or a new one, behind the lock on the payment; none where there is nothing to begin. */
async function noteAttempt(
  tx: Tx,
  kind: Kind,
  { partnerId, id }: Payment,
  provider: CardPorts['card']['provider'],
): Promise<store.IdentityCheck | store.CardSession | undefined> {
  const key = { partnerId, paymentId: id };
  const [payment] = await lockPayments(tx, [key]);
  if (!payment) return undefined;
  const check = await store.latestCheck(tx, key);
  const sessions = await store.sessionsOf(tx, key);
  const state = payerState(payment, check, sessions);
  if (kind === 'identity') {
    if (state !== 'to_verify' && state !== 'verification_failed') return undefined;
    if (check && check.provider === provider && underWay(check.state)) return check;
    if (check && underWay(check.state)) await store.saveCheck(tx, { ...check, state: 'refused' }, undefined);
    return await store.insertCheck(tx, key, provider, (check?.attempt ?? 0) + 1);
  }
  if (state !== 'to_pay') return undefined;
  const [latest] = sessions;
  if (latest && latest.provider === provider && underWay(latest.state)) return latest;
  if (latest && underWay(latest.state)) await store.saveSession(tx, { ...latest, state: 'refused' }, undefined);
  return await store.insertSession(tx, key, provider, (latest?.attempt ?? 0) + 1, payment.amountCents);
}

/** A port answers faults; what it throws is nobody's plan, and may have happened at the provider all the same. */
const unforeseen = (error: unknown): ProviderFault => ({
  fault: 'unavailable',
  why: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

const underWay = (state: string) => state === 'asked' || state === 'open' || state === 'failed';

/** The session, if it may have moved since it was last seen. */
function moving(kind: Kind, attempt: store.IdentityCheck | store.CardSession | undefined): store.DueLook[] {
  if (attempt?.providerId === undefined) return [];
  const { state, providerId } = attempt;
  return state === 'open' || state === 'processing' || state === 'failed' ? [{ kind, providerId }] : [];
}
