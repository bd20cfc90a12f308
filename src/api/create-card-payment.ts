/**
 * `POST /create-credit-card-payment` (interface §4.2): a rent payment by card, and the link under which the user pays it. Payment
 * and link are written together. No `payment.created` is sent (open point `card-created-event`), and no idempotency key counts
 * here (`idempotency-elsewhere`).
 */
import { CreateCardPayment } from '../../contract/payment-requests.ts';
import type { JsonValue } from '../base/json.ts';
import { centsFromText, decimalFromCents } from '../base/money.ts';
import { insertLink, newLink, payPath } from '../collection/card/links.ts';
import type { CardPort } from '../collection/card/ports.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody, type Fault } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { create } from '../payments/create.ts';
import type { ApiContext } from './context.ts';
import { newPayment } from './new-payment.ts';

const check = compileBody(CreateCardPayment);

export async function createCardPayment(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const { cards, database } = context;
  if (!cards) return failure(400, 'Card payments are switched off in this service: no payment was created');
  const faults = [...check(exchange.body, exchange.numberTexts), ...outsideOf(cards.payments.ports.card, exchange)];
  if (faults.length > 0) return invalid(faults);
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

/** An amount that is right by itself, and that the provider would refuse once the payer wants to pay it. */
function outsideOf({ amountCents: taken }: CardPort, { body, numberTexts }: Exchange<Caller>): Fault[] {
  const amount = taken && isObject(body) && typeof body.amount === 'number' && body.amount;
  if (!taken || typeof amount !== 'number') return [];
  const cents = centsFromText(numberTexts.get(body as object)?.get('amount') ?? String(amount));
  if (typeof cents !== 'bigint' || (cents >= taken.min && cents <= taken.max)) return [];
  const [min, max] = [taken.min, taken.max].map(decimalFromCents);
  return [{ path: ['amount'], message: `must be from ${min} to ${max}: that is what can be paid by card` }];
}

const isObject = (body: JsonValue): body is { [name: string]: JsonValue } =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
