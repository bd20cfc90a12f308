/**
 * Completion of debits: a debit of which no return came within the configured business days counts as paid (open point
 * `eft-success`). The payment gets its funds; a return that comes later is recorded, and changes no payment.
 *
 *   due date, or the day on which the file was written where that is later ─ N business days ─▶ the time of day of the writing
 *
 * A debit that a held return names, or a line in quarantine, waits until an operator has dealt with that.
 */
import { addBusinessDays, cutOff, timeZone } from '../../base/calendar.ts';
import type { Database } from '../../base/database.ts';
import { apply } from '../../payments/apply.ts';
import { lockPayments } from '../../payments/store.ts';
import { filesWithOpenDebits, type OpenDebit, type OpenFile, presumable } from './complete-store.ts';
import { beforeAll, endDebits, type PaymentKey } from './store.ts';

const pageItems = 2000;

/** Completes what is due at business time `at`; `only` names one payment, whose debit completes at once. Answers how many. */
export async function completeDebits(
  database: Database,
  afterBusinessDays: number,
  at: Temporal.Instant,
  only?: bigint,
): Promise<number> {
  let total = 0;
  for (const file of await filesWithOpenDebits(database, only)) {
    const isDue = Temporal.Instant.compare(completesAt(file, afterBusinessDays), at) <= 0;
    if (only === undefined && !isDue) continue;
    let after: PaymentKey | undefined = beforeAll;
    while (after) {
      const page = await completePage(database, file.id, after, { afterBusinessDays, at, only });
      total += page.completed;
      after = page.more;
    }
  }
  return total;
}

/** When debits of a file count as paid. */
export function completesAt({ dueDate, writtenAt }: Omit<OpenFile, 'id'>, afterBusinessDays: number): Temporal.Instant {
  const written = writtenAt.toZonedDateTimeISO(timeZone);
  const writtenOn = written.toPlainDate();
  const from = Temporal.PlainDate.compare(writtenOn, dueDate) > 0 ? writtenOn : dueDate;
  return cutOff(addBusinessDays(from, afterBusinessDays), written.toPlainTime());
}

/** Completes a page of a file's open debits. `more`: the last one that was looked at, where others may stand behind it. */
function completePage(
  database: Database,
  fileId: bigint,
  after: PaymentKey,
  { afterBusinessDays, at, only }: { afterBusinessDays: number; at: Temporal.Instant; only: bigint | undefined },
): Promise<{ completed: number; more: PaymentKey | undefined }> {
  return database.transaction(async (tx) => {
    const found = await presumable(tx, fileId, after, pageItems, only);
    const locked = await lockPayments(tx, found);
    // Behind the lock once more: a return that was being taken in may have ended, or come into doubt, meanwhile.
    const still = new Set((await presumable(tx, fileId, after, pageItems, only)).map(keyOf));
    const due = found.filter((debit) => still.has(keyOf(debit)));
    const outcomes = await apply(
      tx,
      due.map((debit) => ({
        ...debit,
        event: 'funds_received' as const,
        cause: `debit ${debit.attempt}: no return within ${afterBusinessDays} business days`,
        receivedCents: debit.amountCents,
      })),
      at,
      locked,
    );
    if (outcomes.some((outcome) => !outcome.done)) throw new Error('a payment with an open debit refused its funds');
    await endDebits(tx, due, 'presumed');
    return { completed: due.length, more: found.length < pageItems ? undefined : found.at(-1) };
  });
}

const keyOf = (debit: OpenDebit) => `${debit.partnerId} ${debit.paymentId} ${debit.attempt}`;
