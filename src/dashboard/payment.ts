/**
 * One payment with everything that happened to it.
 */
import type { Answer } from '../http/answer.ts';
import { findChangedPayment } from '../payments/search.ts';
import { idInPath, missing, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import { timelineView } from '../timeline/entry-view.ts';
import { timeline } from '../timeline/timeline.ts';
import type { DashboardContext } from './context.ts';
import { paymentView } from './payment-view.ts';
import type { PaymentDetail } from './views.ts';

export async function payment({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const id = idInPath(exchange, 'paymentId', 'payment');
  const { partnerId } = exchange;
  const found = await database.snapshot(async (tx) => {
    const payment = await findChangedPayment(tx, partnerId, id);
    return payment && { payment, told: await timeline(tx, partnerId, id) };
  });
  if (!found?.told) return missing('payment');
  const { rentFields, bankAccountId } = found.payment;
  return shown<PaymentDetail>({
    payment: paymentView(found.payment),
    ...(rentFields !== null && { rentFields: JSON.parse(rentFields) as Record<string, unknown> }),
    ...(bankAccountId !== null && { bankAccountId: Number(bankAccountId) }),
    timeline: found.told.entries.map(timelineView),
  });
}
