/**
 * A re-queued payment of which no rejection came within the configured business days counts as accepted by the biller (open
 * point `requeue`): `resettling` → `settling`, which tells the partner `payment.completed`. A later rejection fails it again.
 */
import { addBusinessDays, timeZone, torontoDate } from '../base/calendar.ts';
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

/** The latest submission that is old enough at `at`: one made on day D is due when D plus the business days has begun to pass. */
function submittedBefore(at: Temporal.Instant, afterBusinessDays: number): Temporal.Instant {
  const today = torontoDate(at);
  // The newest day from which so many business days lead to today or before; looked for backwards from today.
  let day = today;
  while (Temporal.PlainDate.compare(addBusinessDays(day, afterBusinessDays), today) > 0)
    day = day.subtract({ days: 1 });
  const sameTime = at.toZonedDateTimeISO(timeZone).toPlainTime();
  return day.toZonedDateTime({ timeZone, plainTime: sameTime }).toInstant();
}
