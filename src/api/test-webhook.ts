/**
 * `POST /webhook-test` (interface §4.9): sends a mock payment to the configured endpoint, signed and logged as any other
 * event, subscribed or not. The mock record is in no history. While others of the partner are under way it waits for its turn: no status
 * of the interface's says that there are too many.
 */
import { TestWebhook } from '../../contract/requests.ts';
import { type Answer, failure, invalid, ok } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { mockRecord } from '../payments/mock-record.ts';
import { beginTest } from '../webhooks/by-hand.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(TestWebhook);

export async function testWebhook(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { event = 'payment.created' } = exchange.body as unknown as TestWebhook;
  const { partnerId } = exchange.caller;
  const { database, hands, clock } = context;
  const result = await hands.inTurn(partnerId, async () => {
    const record = mockRecord(partnerId, event, clock.lately());
    const claim = await beginTest(database, { partnerId, event, record });
    return claim ? hands.send(claim) : 'no endpoint';
  });
  if (!result) return ok({ delivered: false, error: 'Nothing was sent: the service is shutting down' });
  if (result === 'no endpoint')
    return failure(400, 'No webhook URL is configured: set one in the webhook settings first');
  return ok({
    delivered: result.outcome === 'delivered',
    ...(result.statusCode !== null && { statusCode: result.statusCode }),
    ...(result.outcome !== 'delivered' && { error: result.reason ?? result.outcome }),
  });
}
