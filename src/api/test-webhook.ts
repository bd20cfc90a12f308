/**
 * `POST /webhook-test` (interface §4.9): sends a mock payment to the configured endpoint, signed and logged as any other
 * event, subscribed or not. The mock record is in no history.
 */
import { TestWebhook } from '../../contract/requests.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Answer, failure, invalid, ok } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { newIdentificationNumber } from '../payments/identification-number.ts';
import { recordText } from '../payments/record.ts';
import { userIdOf } from '../payments/user-id.ts';
import { beginTest, recordResults } from '../webhooks/attempts.ts';
import { sendEvent } from '../webhooks/deliver.ts';
import { findSealedEndpoint } from '../webhooks/endpoints.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(TestWebhook);

const stateShown = {
  'payment.created': 'awaiting_funds',
  'payment.completed': 'collected',
  'payment.failed': 'rejected',
} as const;

export async function testWebhook(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { event = 'payment.created' } = exchange.body as unknown as TestWebhook;
  const { partnerId } = exchange.caller;
  const endpoint = await findSealedEndpoint(context.database, partnerId);
  if (!endpoint) return failure(400, 'No webhook URL is configured: set one in the webhook settings first');
  const record = mockRecord(partnerId, event, context.clock.lately());
  const eventId = await beginTest(context.database, partnerId, event, record, endpoint.url);
  const result = await sendEvent(context.sender, context.webhookBox, {
    partnerId,
    eventId,
    event,
    record,
    ...endpoint,
  });
  await recordResults(context.database, [result]);
  return ok({
    delivered: result.outcome === 'delivered',
    ...(result.statusCode !== null && { statusCode: result.statusCode }),
    ...(result.outcome !== 'delivered' && { error: result.reason ?? result.outcome }),
  });
}

/** A payment that never was: recognisable by its id 0. */
function mockRecord(partnerId: bigint, event: keyof typeof stateShown, now: Temporal.Instant): string {
  const completed = event !== 'payment.created';
  return recordText({
    partnerId,
    id: 0n,
    kind: 'bill_interac',
    state: stateShown[event],
    version: 1,
    identificationNumber: newIdentificationNumber(),
    amountCents: 12_345n,
    receivedCents: completed ? 12_345n : null,
    userId: userIdOf(partnerId, 'test.user@example.com'),
    userName: 'Test User',
    userEmail: 'test.user@example.com',
    dueAt: Temporal.Instant.from(`${isoFromInstant(now).slice(0, 10)}T00:00:00Z`),
    createdAt: now,
    completedAt: completed ? now : null,
    payeeName: 'Test Payee',
    billType: 'test',
    accountNumber: '000000000',
    bankAccountId: null,
    rentFields: null,
  });
}
