/**
 * A re-queued payment of which no rejection came within the configured business days counts as accepted by the biller (open
 * point `requeue`): `resettling` → `settling`, which tells the partner `payment.completed`. A later rejection fails it again.
 */
import { businessDaysBefore, timeZone, torontoDate } from '../base/calendar.ts';
import type { Database } from '../base/database.ts';
import { apply } from '../payments/apply.ts';
import { presumable } from './report-store.ts';

const pageItems = 1000;

/** Applies what is due at business time `at`. Answers how many payments were presumed accepted. */
export async function presumeAccepted(
  database: Database,
  afterBusinessDays: number,
  at: Temporal.Instant,
): Promise<number> {
  const before = submittedBefore(at, afterBusinessDays);
  let total = 0;
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const due = await presumable(tx, before, pageItems);
      const changes = due.map((key) => ({
        ...key,
        event: 'presumed' as const,
        cause: `no rejection within ${afterBusinessDays} business days`,
      }));
      return (await apply(tx, changes, at)).filter((outcome) => outcome.done).length;
    });
    total += count;
    if (count === 0) return total;
  }
}

/** A submission is old enough when so many business days have passed since its day, at its time of day. */
function submittedBefore(at: Temporal.Instant, afterBusinessDays: number): Temporal.Instant {
  const day = businessDaysBefore(torontoDate(at), afterBusinessDays);
  const sameTime = at.toZonedDateTimeISO(timeZone).toPlainTime();
  return day.toZonedDateTime({ timeZone, plainTime: sameTime }).toInstant();
}
