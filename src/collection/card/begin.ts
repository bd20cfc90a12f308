/**
 * A payer's click: where it leads. The attempt is written down before the provider is asked, and nobody is sent to a session that is
 * not written down.
 *
 *   earlier sessions ended ─▶ attempt noted (asked) ─commit─▶ provider asked under the attempt's key ─▶ answer recorded ─▶ payer sent there
 *        └─ not for certain: nowhere                               └─ too slow: nowhere; what it answers later is recorded all the same
 */
import type { Database, Tx } from '../../base/database.ts';
import type { Log } from '../../base/log.ts';
import type { Payment } from '../../payments/record.ts';
import { lockPayments, type PaymentKey } from '../../payments/store.ts';
import { payerState } from './decide.ts';
import {
  type CardPorts,
  type CardView,
  type IdentityView,
  isFault,
  type Language,
  type ProviderFault,
} from './ports.ts';
import { recordRefused } from './record.ts';
import { readStanding } from './standing.ts';
import type { Stopping } from './stopping.ts';
import * as store from './store.ts';

export type Kind = 'identity' | 'card';

export interface Visit {
  language: Language;
  /** The payer's page, which is the same for a payment at all times, and a query. */
  returnUrl: string;
  /** One line: what is paid for. */
  description: string;
}

/** Where a click leads: to the provider's page, or nowhere, because the payer's own page has something else to say now. */
export type Step = { outcome: 'go'; url: string } | { outcome: 'stay' } | { outcome: 'fault'; fault: ProviderFault };

export interface BeginSettings {
  database: Database;
  log: Log;
  ports: CardPorts;
  stopping: Stopping;
  /** So long a payer waits for the provider in all. */
  beginMilliseconds: number;
  /** Writes down what the provider says; answers whether there is such a session of ours. */
  record: (kind: Kind, key: PaymentKey, seen: store.Seen, view: IdentityView | CardView) => Promise<boolean>;
}

type Attempt = store.IdentityCheck | store.CardSession;
type Begun = { providerId: string; view: IdentityView | CardView };

const tooSlow: ProviderFault = { fault: 'unavailable', why: 'no answer in time' };

export class Beginnings {
  readonly #settings: BeginSettings;

  constructor(settings: BeginSettings) {
    this.#settings = settings;
  }

  /** The payer presses a button: goes on with what is under way for them, or begins it. */
  async begin(kind: Kind, payment: Payment, visit: Visit): Promise<Step> {
    const { database, log, ports } = this.#settings;
    const port = ports[kind];
    const until = performance.now() + this.#settings.beginMilliseconds;
    const fault = (what: ProviderFault): Step => {
      log.warn({ kind, payment: payment.id.toString(), fault: what }, 'a card provider gave no session');
      return { outcome: 'fault', fault: what };
    };
    /** What the provider itself said to be over, moments ago. */
    const ended = new Set<string>();
    // Twice at most: a session found to be over gives way to the next one.
    for (let round = 0; round < 2; round += 1) {
      const open = kind === 'card' && (await this.#endEarlier(payment, ended, until));
      if (open) return open === 'open' ? { outcome: 'stay' } : fault(open);
      const attempt = await database.transaction((tx) =>
        noteAttempt(tx, kind, payment, port.provider, askedFor(visit)),
      );
      if (!attempt) return { outcome: 'stay' };
      const answer = await this.#inTime(kind, payment, attempt, visit, until);
      if (isFault(answer)) {
        if (answer.fault === 'refused' && attempt.providerId === undefined) {
          await database.transaction((tx) => recordRefused(tx, attempt));
        }
        return fault(answer);
      }
      const { providerId, view } = answer;
      const seen = { attempt: attempt.attempt, providerId };
      const recorded = await this.#settings.record(kind, keyOf(payment), seen, view);
      // Nobody is ever sent to a session that is not written down: its money would find nobody. Another tab has gone on meanwhile.
      if (!recorded) return { outcome: 'stay' };
      if (view.url !== undefined && (view.state === 'open' || view.state === 'failed')) {
        return { outcome: 'go', url: view.url };
      }
      if (view.state !== 'expired' && view.state !== 'canceled') return { outcome: 'stay' };
      if (!view.gone) ended.add(providerId);
    }
    return { outcome: 'stay' };
  }

  /** Asks, for as long as the payer can wait. An answer that comes later is recorded: the next click goes on with it. */
  async #inTime(
    kind: Kind,
    payment: Payment,
    attempt: Attempt,
    visit: Visit,
    until: number,
  ): Promise<Begun | ProviderFault> {
    const { stopping, record, log } = this.#settings;
    const asked = this.#ask(kind, payment, attempt, visit).catch(unforeseen);
    const answer = await stopping.within(asked, until - performance.now());
    if (answer) return answer;
    const late = asked.then(async (came) => {
      if (isFault(came) || stopping.hasBegun) return;
      await record(kind, keyOf(payment), { attempt: attempt.attempt, providerId: came.providerId }, came.view);
    });
    late.catch((error: unknown) => log.warn({ err: error, kind }, 'a late answer of a card provider was not recorded'));
    return tooSlow;
  }

  async #ask(kind: Kind, payment: Payment, attempt: Attempt, visit: Visit): Promise<Begun | ProviderFault> {
    const { ports } = this.#settings;
    if (attempt.providerId !== undefined) {
      const view = await ports[kind].look(attempt.providerId);
      return isFault(view) ? view : { providerId: attempt.providerId, view };
    }
    const { returnQuery, ...asked } = attempt.asked;
    const request = {
      ...asked,
      returnUrl: `${pageOf(visit)}${returnQuery}`,
      key: attempt.beginKey,
      partnerId: payment.partnerId,
      paymentId: payment.id,
      userEmail: payment.userEmail,
    };
    return kind === 'identity'
      ? await ports.identity.begin(request)
      : await ports.card.begin({ ...request, amountCents: payment.amountCents });
  }

  /**
   * Before another session is begun, makes sure that nothing can be paid any more on those before it, where the provider can do so.
   * Answers nothing where that is so; `open` where one of them is not over after all.
   */
  async #endEarlier(payment: Payment, ended: Set<string>, until: number): Promise<ProviderFault | 'open' | undefined> {
    const { database, ports, record, stopping } = this.#settings;
    const { card } = ports;
    if (!card.end) return undefined;
    const { state, sessions } = await readStanding(database, payment);
    const [latest] = sessions;
    if (state !== 'to_pay' || !latest || (latest.provider === card.provider && underWay(latest.state)))
      return undefined;
    for (const { providerId, provider, state: is } of sessions) {
      if (providerId === undefined || provider !== card.provider || is === 'held' || ended.has(providerId)) continue;
      const view = await stopping.within(card.end(providerId).catch(unforeseen), until - performance.now());
      if (!view || isFault(view)) return view ?? tooSlow;
      await record('card', keyOf(payment), { providerId }, view);
      if (view.state !== 'expired') return 'open';
      ended.add(providerId);
    }
    return undefined;
  }
}

const keyOf = (payment: Payment): PaymentKey => ({ partnerId: payment.partnerId, paymentId: payment.id });

const pageOf = ({ returnUrl }: Visit) => returnUrl.split('?', 1)[0] ?? '';

/** What is kept of a visit: the payer's link is not. */
function askedFor(visit: Visit): store.Asked {
  const { language, returnUrl, description } = visit;
  return { language, returnQuery: returnUrl.slice(pageOf(visit).length), description };
}

/** The attempt to go on with, or a new one, behind the lock on the payment; none where there is nothing to begin. */
async function noteAttempt(
  tx: Tx,
  kind: Kind,
  { partnerId, id }: Payment,
  provider: CardPorts['card']['provider'],
  asked: store.Asked,
): Promise<Attempt | undefined> {
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
    return await store.insertCheck(tx, key, provider, (check?.attempt ?? 0) + 1, asked);
  }
  if (state !== 'to_pay') return undefined;
  const [latest] = sessions;
  if (latest && latest.provider === provider && underWay(latest.state)) return latest;
  if (latest && underWay(latest.state)) await store.saveSession(tx, { ...latest, state: 'refused' }, undefined);
  return await store.insertSession(tx, key, provider, (latest?.attempt ?? 0) + 1, asked, payment.amountCents);
}

/** A port answers faults; what it throws is nobody's plan, and may have happened at the provider all the same. */
const unforeseen = (error: unknown): ProviderFault => ({
  fault: 'unavailable',
  why: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

const underWay = (state: string) => state === 'asked' || state === 'open' || state === 'failed';
