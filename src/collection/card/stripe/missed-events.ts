/**
 * Events that no webhook brought: Stripe is asked for them every few minutes. Sessions are looked at by the clock anyway; refunds,
 * disputes and failed checks are found by this alone.
 *
 *   listed so far ──an hour back, for what became visible late──▶ [ list ─▶ take what is not known ] ─▶ listed further
 *
 * Times of events are Stripe's own; when to ask is business time. Two workers that do it at once do it twice, and nothing more.
 */
import type { Database } from '../../../base/database.ts';
import type { Log } from '../../../base/log.ts';
import { claimListing, listedUntil } from '../store-listings.ts';
import { isStripeFault, look } from './client.ts';
import { eventTypes, type StripeEvent } from './event-types.ts';
import type { StripeEvents } from './events.ts';

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
/** So long is an event tried that cannot be dealt with, as Stripe itself does. */
const triedDays = 3;

export interface MissedEventSettings {
  database: Database;
  log: Log;
  events: StripeEvents;
}

/** Takes what was missed, as far as it is due at business time `at`. Answers how many events were. */
export async function catchUpEvents(settings: MissedEventSettings, at: Temporal.Instant): Promise<number> {
  const { database, log } = settings;
  let until = await claimListing(database, 'stripe', at, at.add({ minutes: pauseMinutes }));
  if (!until) return 0;
  const end = performance.now() + turnMillisecondsMax;
  let missed = 0;
  while (performance.now() < end) {
    const now = Temporal.Now.instant();
    const from: Temporal.Instant = latest(
      until.subtract({ hours: overlapHours }),
      now.subtract({ hours: keptDays * 24 }),
    );
    const to = earliest(from.add({ hours: overlapHours + sliceHours }), now);
    const slice = await takeSlice(settings, from, Temporal.Instant.compare(to, now) < 0 ? to : undefined, end);
    missed += slice.missed;
    if (!slice.whole) break;
    await listedUntil(database, 'stripe', to);
    if (Temporal.Instant.compare(to, now) >= 0) break;
    until = to;
  }
  if (missed > 0) log.info({ missed }, "events of Stripe's that no webhook had brought");
  return missed;
}

/** `whole`: all that happened then has been dealt with. */
async function takeSlice(
  settings: MissedEventSettings,
  from: Temporal.Instant,
  to: Temporal.Instant | undefined,
  end: number,
): Promise<{ missed: number; whole: boolean }> {
  const { log, events } = settings;
  let missed = 0;
  let whole = true;
  let after: string | undefined;
  for (let page = 0; page < pagesPerSlice; page += 1) {
    const listed = await look(
      events.client.events.list(
        {
          created: { gte: seconds(from), ...(to && { lte: seconds(to) }) },
          types: Object.keys(eventTypes),
          limit: pageSize,
          ...(after !== undefined && { starting_after: after }),
        },
        events.options,
      ),
    );
    if (isStripeFault(listed)) {
      log.warn({ fault: listed }, 'Stripe could not be asked for missed events');
      return { missed, whole: false };
    }
    for (const event of listed.data as StripeEvent[]) {
      if (performance.now() > end) return { missed, whole: false };
      const taken = await events.take(event);
      if (taken === 'recorded') missed += 1;
      if (typeof taken === 'object' && !givenUp(settings, event, taken)) whole = false;
    }
    after = listed.data.at(-1)?.id;
    if (!listed.has_more || after === undefined) return { missed, whole };
  }
  log.error(
    { from, to },
    `more than ${pagesPerSlice * pageSize} events of Stripe's: older ones of this time were not read`,
  );
  return { missed, whole };
}

function givenUp({ log }: MissedEventSettings, event: StripeEvent, fault: object): boolean {
  const old = Temporal.Now.instant().epochMilliseconds / 1000 - event.created > triedDays * 86_400;
  const told = { event: event.id, type: event.type, fault };
  if (old) log.error(told, 'an event of Stripe could not be dealt with for days and is given up');
  else log.warn(told, 'an event of Stripe could not be dealt with');
  return old;
}

const seconds = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / 1000);
const latest = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) > 0 ? a : b);
const earliest = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b);
