/**
 * Moving the sandbox's clock: one clock for the whole sandbox, forward only. It stops at every cut-off on the way and what is
 * due there is done, exactly as time would have brought it about.
 */
import type { ApiContext } from '../api/context.ts';
import { addBusinessDays, nextCutOff, timeZone } from '../base/calendar.ts';
import { isoFromInstant } from '../base/time.ts';
import type { PlayClock } from './bodies.ts';
import type { SandboxWorld } from './world.ts';

export async function moveClock(context: ApiContext, world: SandboxWorld, body: PlayClock): Promise<{ now: string }> {
  const before = await context.clock.now();
  const target = before.add({ seconds: body.advanceSeconds ?? secondsTo(before, body.advanceBusinessDays ?? 0) });
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
    if (Temporal.Instant.compare(next, target) >= 0) break;
  }
  context.wakeDeliverer();
  return { now: isoFromInstant(await context.clock.now()) };
}

/** From now to the same time of day, so many business days later. */
function secondsTo(now: Temporal.Instant, businessDays: number): number {
  const local = now.toZonedDateTimeISO(timeZone);
  const day = addBusinessDays(local.toPlainDate(), businessDays);
  const later = day.toZonedDateTime({ timeZone, plainTime: local.toPlainTime() });
  return Math.ceil(later.toInstant().since(now).total('seconds'));
}
