/**
 * Completion of debits: a debit of which no return came within the configured business days after its due date counts as paid
 * (open point `eft-success`). The payment gets its funds; a return that comes later is recorded, and changes no payment.
 */
import { businessDaysBefore, torontoDate } from '../../base/calendar.ts';
import type { Database } from '../../base/database.ts';
import { apply } from '../../payments/apply.ts';
import { lockPayments } from '../../payments/store.ts';
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
    const page = await database.transaction(async (tx) => {
      const found = await presumable(tx, dueBy, pageItems, only);
      const locked = await lockPayments(tx, found);
      // Behind the lock once more: a return that was being taken in may have ended some of them meanwhile.
      const still = new Set((await presumable(tx, dueBy, pageItems, only)).map(keyOf));
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
      return { found: found.length, completed: due.length };
    });
    total += page.completed;
    if (page.found < pageItems) return total;
  }
}

const keyOf = (debit: { partnerId: bigint; paymentId: bigint; attempt: number }) =>
  `${debit.partnerId} ${debit.paymentId} ${debit.attempt}`;
