/**
 * The payments list: filters and search of the query, newest first, page by page.
 */
import { timeZone } from '../base/calendar.ts';
import { isoFromInstant } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { kinds } from '../payments/machine.ts';
import { type PaymentSearch, searchPayments } from '../payments/search.ts';
import { choice, cursorOf, day, limitOf, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import { methodOf, paymentView, typeOf } from './payment-view.ts';
import type { Method, PaymentsPage, PaymentType, Status } from './views.ts';

/** Nobody types more, and no name is longer. */
const textCharactersMax = 254;
/** So many payees a text may mean at once: what it finds beyond is hardly what was meant. */
const payeesMeantMax = 5;

export async function payments(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const search = await searchOf(context, exchange);
  const found = await searchPayments(context.database, exchange.partnerId, search);
  return shown<PaymentsPage>({
    items: found.payments.map(paymentView),
    ...(found.nextBefore !== undefined && { nextCursor: String(found.nextBefore) }),
    ...(found.readBackTo && { searchedBackTo: isoFromInstant(found.readBackTo) }),
  });
}

/** What the query asks for. The list and the export read it alike. */
export async function searchOf({ payees }: DashboardContext, exchange: PersonExchange): Promise<PaymentSearch> {
  const status = choice<Status>(exchange, 'status', ['pending', 'completed', 'failed']);
  const type = choice<PaymentType>(exchange, 'type', ['bill', 'rent']);
  const method = choice<Method>(exchange, 'method', ['interac', 'eft', 'card']);
  const from = day(exchange, 'from');
  const to = day(exchange, 'to');
  const before = cursorOf(exchange);
  const limit = limitOf(exchange);
  const text = (exchange.query.search ?? '').trim().slice(0, textCharactersMax).toWellFormed();
  const wanted = kinds.filter((kind) => (!type || typeOf(kind) === type) && (!method || methodOf[kind] === method));
  return {
    limit,
    ...(status && { status }),
    ...((type || method) && { kinds: wanted }),
    ...(from && { createdFrom: beginningOf(from) }),
    ...(to && { createdTo: beginningOf(to.add({ days: 1 })) }),
    ...(before !== undefined && { before }),
    ...(text !== '' && {
      text,
      payeeNames: (await payees.current()).search(text, payeesMeantMax).map((payee) => payee.name),
    }),
  };
}

/** When a day begins in Toronto. */
function beginningOf(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(timeZone).toInstant();
}
