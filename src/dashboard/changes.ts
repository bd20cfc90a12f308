/**
 * What changed since the page last asked: two cheap statements, every few seconds, for each page that is open.
 */
import { instantFromIso } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { completeUpTo } from '../payments/history.ts';
import { changedSince } from '../payments/search.ts';
import { refuse, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import { paymentView } from './payment-view.ts';
import type { Changes } from './views.ts';

const paymentsMax = 100;

export async function changes({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const since = sinceOf(exchange);
  // Before the payments are read: what changes meanwhile is told again the next time, and never missed.
  const asOf = await completeUpTo(database);
  const changed = since ? await changedSince(database, exchange.partnerId, since, paymentsMax + 1) : [];
  return shown<Changes>({
    asOf: asOf.toString(),
    payments: changed.slice(0, paymentsMax).map(paymentView),
    more: changed.length > paymentsMax,
  });
}

function sinceOf({ query: { since } }: PersonExchange): Temporal.Instant | undefined {
  if (!since) return undefined;
  return instantFromIso(since) ?? refuse(400, 'The parameter since must be an asOf that was answered here');
}
