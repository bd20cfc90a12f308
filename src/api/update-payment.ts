/**
 * `PATCH /update-payment` (interface §4.3): corrects the address that a payment's transfer is matched by, and matches held
 * transfers again before answering.
 */
import type { UpdatePayment } from '../../contract/payment-requests.ts';
import { UpdatePayment as UpdatePaymentSchema } from '../../contract/payment-requests.ts';
import { lockForMatching, matchAgain } from '../collection/interac/resolve.ts';
import { type Answer, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { recordText } from '../payments/record.ts';
import { changeEmail } from '../payments/update.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(UpdatePaymentSchema);

/** One message for an unknown, a foreign and a finished payment: an id tells nothing about other partners. */
const refusal = {
  path: ['id'],
  message: 'is not a payment of yours that is pending and waits for an Interac transfer',
};

export async function updatePayment(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { id, userEmail } = exchange.body as unknown as UpdatePayment;
  const { partnerId, tokenId } = exchange.caller;
  const at = await context.clock.now();
  const payment = await context.database.transaction(async (tx) => {
    const cause = `token ${tokenId}, request ${exchange.requestId}`;
    const held = await lockForMatching(tx, partnerId, BigInt(id));
    const change = await changeEmail(tx, partnerId, BigInt(id), userEmail, cause);
    if (change.outcome !== 'changed') return undefined;
    return (await matchAgain(tx, held, at)) ?? change.payment;
  });
  if (!payment) return invalid([refusal]);
  context.wakeDeliverer();
  return okText(recordText(payment));
}
