/**
 * What changed since the page last asked: two cheap statements, every few seconds, for each page that is open.
 */
import { instantFromIso } from '../base/time.ts';
import { type Answer, failure } from '../http/answer.ts';
import { completeUpTo } from '../payments/history.ts';
import { changedSince } from '../payments/search.ts';
import type { PersonExchange } from '../people/door.ts';
import { shown } from './asked.ts';
import type { DashboardContext } from './context.ts';
import { paymentView } from './payment-view.ts';
import type { Changes } from './views.ts';

const paymentsMax = 100;

export async function changes({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const text = exchange.query.since;
  const since = text === undefined || text === '' ? undefined : instantFromIso(text);
  if (text && !since) return failure(400, 'The parameter since must be an asOf that was answered here');
  // Before the payments are read: what changes meanwhile is told again the next time, and never missed.
  const asOf = await completeUpTo(database);
  const changed = since ? await changedSince(database, exchange.partnerId, since, paymentsMax + 1) : [];
  return shown<Changes>({
    asOf: asOf.toString(),
    payments: changed.slice(0, paymentsMax).map(paymentView),
    more: changed.length > paymentsMax,
  });
}
