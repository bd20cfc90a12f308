/**
 * Completion of debits: a debit of which no return came within the configured business days after its due date counts as paid
 * (open point `eft-success`). The payment gets its funds; a return that comes later is recorded, and changes no payment.
 */
import { businessDaysBefore, torontoDate } from '../../base/calendar.ts';
import type { Database } from '../../base/database.ts';
import { apply } from '../../payments/apply.ts';
import { endDebits, presumable } from './store.ts';

const pageItems = 2000;

/** Completes what is due at business time `at`; `only` names one payment, whose debit completes at once. Answers how many. */
export async function completeDebits(
  database: Database,
  afterBusinessDays: number,
  at: Temporal.Instant,
  only?: bigint,
): Promise<number> {
  const dueBy = businessDaysBefore(torontoDate(at), afterBusinessDays);
  let total = 0;
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const due = await presumable(tx, dueBy, pageItems, only);
      const outcomes = await apply(
        tx,
        due.map((debit) => ({
          ...debit,
          event: 'funds_received' as const,
          cause: `debit ${debit.attempt}: no return within ${afterBusinessDays} business days`,
          receivedCents: debit.amountCents,
        })),
        at,
      );
      if (outcomes.some((outcome) => !outcome.done)) throw new Error('a payment with an open debit refused its funds');
      await endDebits(tx, due, 'presumed');
      return due.length;
    });
    total += count;
    if (count < pageItems) return total;
  }
}
