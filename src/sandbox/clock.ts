/**
 * Moving the sandbox's clock: one clock for the whole sandbox, forward only. It stops at every cut-off on the way and what is
 * due there is done, exactly as time would have brought it about.
 */
import type { ApiContext } from '../api/context.ts';
import { lastYear } from '../base/bank-holidays.ts';
import { addBusinessDays, CalendarTableEnds, nextCutOff, timeZone, torontoDate } from '../base/calendar.ts';
import { isoFromInstant } from '../base/time.ts';
import type { PlayClock } from './bodies.ts';
import { tellFinished } from './card-payments.ts';
import type { SandboxWorld } from './world.ts';

/** So far ahead of the clock is counted: settings allow 60 days of grace, and a debit may be due a day after it is made. */
const businessDaysAheadMax = 62;

export async function moveClock(
  context: ApiContext,
  world: SandboxWorld,
  body: PlayClock,
): Promise<{ now: string } | { refused: string }> {
  const before = await context.clock.now();
  const target = targetOf(before, body);
  if (!target) {
    return { refused: `The bank holidays are known up to ${lastYear} only: the clock cannot be moved so far` };
  }
  // What is due already is done first: a cut-off that has just passed must not be taken for one on the way.
  await world.runDue(before);
  for (let now = before; ; ) {
    const next = world.dueTimes
      .map((time) => nextCutOff(now, time))
      .reduce((first, each) => (Temporal.Instant.compare(each, first) < 0 ? each : first), target);
    now = await context.clock.now();
    const seconds = Math.ceil(next.since(now).total('seconds'));
    if (seconds > 0) await context.clock.advance(seconds);
    now = await context.clock.now();
    await world.runDue(now);
    await tellFinished(context, before, now);
    if (Temporal.Instant.compare(next, target) >= 0) break;
  }
  context.wakeDeliverer();
  return { now: isoFromInstant(await context.clock.now()) };
}

/** Where the clock is moved to; undefined where what is due by then could not be told any more. */
function targetOf(now: Temporal.Instant, body: PlayClock): Temporal.Instant | undefined {
  try {
    const target = now.add({ seconds: body.advanceSeconds ?? secondsTo(now, body.advanceBusinessDays ?? 0) });
    addBusinessDays(torontoDate(target), businessDaysAheadMax);
    return target;
  } catch (error) {
    if (error instanceof CalendarTableEnds) return undefined;
    throw error;
  }
}

/** From now to the same time of day, so many business days later. */
function secondsTo(now: Temporal.Instant, businessDays: number): number {
  const local = now.toZonedDateTimeISO(timeZone);
  const day = addBusinessDays(local.toPlainDate(), businessDays);
  const later = day.toZonedDateTime({ timeZone, plainTime: local.toPlainTime() });
  return Math.ceil(later.toInstant().since(now).total('seconds'));
}
