/**
 * `POST /create-credit-card-payment` (interface §4.2): a rent payment by card, and the link under which the user pays it. Payment
 * and link are written together. No `payment.created` is sent (open point `card-created-event`), and no idempotency key counts
 * here (`idempotency-elsewhere`).
 */
import { CreateCardPayment } from '../../contract/payment-requests.ts';
import { insertLink, newLink, payPath } from '../collection/card/links.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { create } from '../payments/create.ts';
import type { ApiContext } from './context.ts';
import { newPayment } from './new-payment.ts';

const check = compileBody(CreateCardPayment);

export async function createCardPayment(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const { cards, database } = context;
  if (!cards) return failure(400, 'Card payments are switched off in this service: no payment was created');
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const link = newLink();
  const payment = newPayment(context, exchange, 'rent_card');
  const record = await database.transaction(async (tx) => {
    const [creation] = await create(tx, [payment]);
    if (creation?.outcome !== 'created') throw new Error(`a creation without a key came out as ${creation?.outcome}`);
    await insertLink(tx, { partnerId: payment.partnerId, paymentId: creation.paymentId }, link);
    return creation.answer;
  });
  return okText(`${record.slice(0, -1)},"paymentUrl":${JSON.stringify(`${cards.publicUrl()}${payPath}/${link}`)}}`);
}
