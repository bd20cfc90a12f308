/**
 * Totals of a range of days, ready for charts: every sum is made here, in cents.
 */
import { torontoDate } from '../base/calendar.ts';
import { dollarsFromCents } from '../base/money.ts';
import type { Answer } from '../http/answer.ts';
import { type CompletionTime, type Figure, paymentTotals } from '../payments/totals.ts';
import { day, refuse, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import { methodOf, typeOf } from './payment-view.ts';
import type { CountAndAmount, Method, Status, Totals } from './views.ts';

const daysUsual = 30;
const daysMax = 366;
const statuses: readonly Status[] = ['pending', 'completed', 'failed'];

export async function totals({ database, clock }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const asked = { from: day(exchange, 'from'), to: day(exchange, 'to') };
  const to = asked.to ?? torontoDate(await clock.now());
  const from = asked.from ?? to.subtract({ days: daysUsual - 1 });
  const days = from.until(to, { largestUnit: 'days' }).days + 1;
  if (days < 1 || days > daysMax) {
    return refuse(400, `The range must begin before it ends and have at most ${daysMax} days`);
  }
  const { figures, completion } = await database.snapshot((tx) => paymentTotals(tx, exchange.partnerId, from, days));
  const all = completion.find((each) => each.kind === undefined);
  return shown<Totals>({
    from: from.toString(),
    to: to.toString(),
    all: sum(figures),
    byDay: daysOf(from, days, figures),
    byStatus: statuses.map((status) => ({ status, ...sum(figures.filter((each) => each.status === status)) })),
    byMethod: [...Map.groupBy(figures, (each) => each.kind)].map(([kind, ofKind]) => ({
      method: methodOf[kind],
      type: typeOf(kind),
      ...sum(ofKind),
    })),
    ...(all && { secondsToCompletion: secondsOf(all) }),
    secondsToCompletionByMethod: completion.flatMap((each) =>
      each.kind ? [{ method: methodOf[each.kind] as Method, type: typeOf(each.kind), ...secondsOf(each) }] : [],
    ),
  });
}

function sum(figures: readonly Figure[]): CountAndAmount {
  return {
    count: figures.reduce((count, each) => count + each.count, 0),
    amount: dollarsFromCents(figures.reduce((cents, each) => cents + each.amountCents, 0n)),
  };
}

/** Every day of the range, in order. */
function daysOf(from: Temporal.PlainDate, days: number, figures: readonly Figure[]): Totals['byDay'] {
  const byDay = Map.groupBy(figures, (each) => each.day.toString());
  return Array.from({ length: days }, (_, index) => {
    const date = from.add({ days: index }).toString();
    const ofDay = byDay.get(date) ?? [];
    const count = (status: Status) => sum(ofDay.filter((each) => each.status === status)).count;
    return {
      day: date,
      ...sum(ofDay),
      pending: count('pending'),
      completed: count('completed'),
      failed: count('failed'),
    };
  });
}

function secondsOf({ count, medianSeconds, p95Seconds }: CompletionTime) {
  return { count, median: Math.round(medianSeconds), p95: Math.round(p95Seconds) };
}
