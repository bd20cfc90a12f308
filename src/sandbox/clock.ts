/**
 * Moving the sandbox's clock: one clock for the whole sandbox, forward only. What is due by then is done before the answer.
 */
import type { ApiContext } from '../api/context.ts';
import { addBusinessDays, timeZone } from '../base/calendar.ts';
import { isoFromInstant } from '../base/time.ts';
import type { PlayClock } from './bodies.ts';
import type { SandboxWorld } from './world.ts';

export async function moveClock(context: ApiContext, world: SandboxWorld, body: PlayClock): Promise<{ now: string }> {
  const before = await context.clock.now();
  await context.clock.advance(body.advanceSeconds ?? secondsTo(before, body.advanceBusinessDays ?? 0));
  const now = await context.clock.now();
  await world.runDue(now);
  context.wakeDeliverer();
  return { now: isoFromInstant(now) };
}

/** From now to the same time of day, so many business days later. */
function secondsTo(now: Temporal.Instant, businessDays: number): number {
  const local = now.toZonedDateTimeISO(timeZone);
  const day = addBusinessDays(local.toPlainDate(), businessDays);
  const later = day.toZonedDateTime({ timeZone, plainTime: local.toPlainTime() });
  return Math.ceil(later.toInstant().since(now).total('seconds'));
}
