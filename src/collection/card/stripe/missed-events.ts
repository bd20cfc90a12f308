/**
 * Events that no webhook brought: Stripe is asked for them every few minutes. Sessions are looked at by the clock anyway; refunds,
 * disputes and failed checks are found by this alone.
 *
 *   listed so far ──an hour back, for what became visible late──▶ [ list ─▶ take what is not known ] ─▶ listed further
 *                                                                               └─ fault ─▶ kept apart, tried again for three days
 *
 * Times of events are Stripe's own; when to ask is business time. Two workers that do it at once do it twice, and nothing more.
 */
import type { Database } from '../../../base/database.ts';
import type { Log } from '../../../base/log.ts';
import type { ProviderFault } from '../ports.ts';
import type { Stopping } from '../stopping.ts';
import {
  claimListing,
  type FaultedEvent,
  faultedAmong,
  faultedEvents,
  forgetFaulted,
  keepFaulted,
  listedUntil,
} from '../store-listings.ts';
import { isStripeFault, look } from './client.ts';
import { eventTypes, type StripeEvent } from './event-types.ts';
import type { StripeEvents, Taken } from './events.ts';

const pauseMinutes = 5;
const overlapHours = 1;
/** What is listed at a time, so that a long absence is made up for bit by bit. */
const sliceHours = 6;
const pagesPerSlice = 100;
const pageSize = 100;
/** Stripe forgets events after 30 days. */
const keptDays = 30;
/** One turn takes no longer, so that it holds up nothing else. */
const turnMillisecondsMax = 60_000;
const listMilliseconds = 10_000;
/** So long is an event tried that cannot be dealt with, as Stripe itself does, and so many of them in one turn. */
const triedDays = 3;
const triedPerTurn = 50;
/** So many faults in a row: Stripe is left alone until the next turn. */
const faultsInARowMax = 10;

export interface MissedEventSettings {
  database: Database;
  log: Log;
  events: StripeEvents;
  stopping: Stopping;
}

/** A turn that goes on until its time is over, Stripe fails again and again, or the process ends. */
class Turn {
  missed = 0;
  #faultsInARow = 0;
  readonly #end = performance.now() + turnMillisecondsMax;
  readonly #stopping: Stopping;

  constructor({ stopping }: MissedEventSettings) {
    this.#stopping = stopping;
  }

  get isOver(): boolean {
    return performance.now() > this.#end || this.#faultsInARow >= faultsInARowMax || this.#stopping.hasBegun;
  }

  count(taken: Taken | ProviderFault): void {
    this.#faultsInARow = typeof taken === 'object' ? this.#faultsInARow + 1 : 0;
    if (taken === 'recorded') this.missed += 1;
  }
}

/** Takes what was missed, as far as it is due at business time `at`. Answers how many events were. */
export async function catchUpEvents(settings: MissedEventSettings, at: Temporal.Instant): Promise<number> {
  const { database, log } = settings;
  if (settings.stopping.hasBegun) return 0;
  let until = await claimListing(database, 'stripe', at, at.add({ minutes: pauseMinutes }));
  if (!until) return 0;
  const turn = new Turn(settings);
  const faulted = await faultedEvents(database, 'stripe', triedPerTurn);
  while (!turn.isOver) {
    const now = Temporal.Now.instant();
    const from: Temporal.Instant = latest(
      until.subtract({ hours: overlapHours }),
      now.subtract({ hours: keptDays * 24 }),
    );
    const to = earliest(from.add({ hours: overlapHours + sliceHours }), now);
    const isLast = Temporal.Instant.compare(to, now) >= 0;
    if (!(await takeSlice(settings, turn, from, isLast ? undefined : to))) break;
    await listedUntil(database, 'stripe', to);
    if (isLast) break;
    until = to;
  }
  await tryAgain(settings, turn, faulted);
  if (turn.missed > 0) log.info({ missed: turn.missed }, "events of Stripe's that no webhook had brought");
  return turn.missed;
}

/** Answers whether all that happened then has been dealt with, or is kept for the next turns. */
async function takeSlice(
  settings: MissedEventSettings,
  turn: Turn,
  from: Temporal.Instant,
  to: Temporal.Instant | undefined,
): Promise<boolean> {
  const { log } = settings;
  let after: string | undefined;
  for (let page = 0; page < pagesPerSlice; page += 1) {
    const listed = await listPage(settings, from, to, after);
    if (isStripeFault(listed)) {
      log.warn({ fault: listed }, 'Stripe could not be asked for missed events');
      return false;
    }
    const found = listed.data as StripeEvent[];
    const kept = await faultedAmong(
      settings.database,
      'stripe',
      found.map(({ id }) => id),
    );
    for (const event of found) {
      if (turn.isOver) return false;
      if (!kept.has(event.id)) await take(settings, turn, event);
    }
    after = found.at(-1)?.id;
    if (!listed.has_more || after === undefined) return true;
  }
  log.error(
    { from, to },
    `more than ${pagesPerSlice * pageSize} events of Stripe's: older ones of this time were not read`,
  );
  return true;
}

async function listPage(
  { events, stopping }: MissedEventSettings,
  from: Temporal.Instant,
  to: Temporal.Instant | undefined,
  after: string | undefined,
) {
  const asked = {
    created: { gte: seconds(from), ...(to && { lte: seconds(to) }) },
    types: Object.keys(eventTypes),
    limit: pageSize,
    ...(after !== undefined && { starting_after: after }),
  };
  // It is asked again in a few minutes anyway.
  const options = { ...events.options, maxNetworkRetries: 0 };
  const listed = await stopping.within(look(events.client.events.list(asked, options)), listMilliseconds);
  return listed ?? ({ fault: 'unavailable', why: 'no answer in time' } as const);
}

/** Takes one event. What fails, also by a mistake of ours, is its own fault: it is kept apart and holds up no other. */
async function take(settings: MissedEventSettings, turn: Turn, event: StripeEvent): Promise<Taken | ProviderFault> {
  const { database, log, events } = settings;
  const taken = await events.take(event).catch((error: unknown): ProviderFault => {
    log.error({ err: error, event: event.id }, 'an event of Stripe could not be recorded');
    return { fault: 'unavailable', why: `not recorded: ${(error as Error).name}` };
  });
  turn.count(taken);
  if (typeof taken !== 'object') return taken;
  const { id: objectId } = event.data.object as { id: string };
  await keepFaulted(database, 'stripe', { id: event.id, type: event.type, objectId });
  log.warn({ event: event.id, type: event.type, fault: taken }, 'an event of Stripe could not be dealt with');
  return taken;
}

/** Those that could not be dealt with before this turn. */
async function tryAgain(settings: MissedEventSettings, turn: Turn, faulted: readonly FaultedEvent[]): Promise<void> {
  const { database, log, events } = settings;
  for (const { id, type, objectId, firstAt } of faulted) {
    if (turn.isOver) return;
    const event = { id, type, livemode: events.isLive, data: { object: { id: objectId } } };
    const taken = await take(settings, turn, event);
    const isOld = Temporal.Now.instant().since(firstAt).total('hours') > triedDays * 24;
    if (typeof taken === 'object' && !isOld) continue;
    if (typeof taken === 'object') {
      log.error(
        { event: id, type, fault: taken },
        'an event of Stripe could not be dealt with for days and is given up',
      );
    }
    await forgetFaulted(database, 'stripe', id);
  }
}

const seconds = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / 1000);
const latest = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) > 0 ? a : b);
const earliest = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b);
