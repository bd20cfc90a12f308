/**
 * The webhook settings (interface §5, §6): URL and events, the signing secret shown once, and the test button.
 */
import { Type } from 'typebox';
import { type EventName, eventNames, events } from '../../contract/events.ts';
import { TestWebhook } from '../../contract/requests.ts';
import * as word from '../../contract/schema.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Answer, failure } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { mockRecord } from '../payments/mock-record.ts';
import { bodyOf, Refusal, refuse, refuseField, shown } from '../people/asked.ts';
import { type PersonExchange, trail } from '../people/door.ts';
import { beginTest, type Hands } from '../webhooks/by-hand.ts';
import { type Endpoint, findEndpoint, setEndpoint } from '../webhooks/endpoints.ts';
import type { DashboardContext } from './context.ts';
import type {
  DeliveryOutcome,
  SetWebhook,
  TestWebhookBody,
  WebhookChanged,
  WebhookSettings,
  WebhookTested,
} from './views.ts';

const checkSettings = compileBody(
  Type.Object({
    url: word.filledText(),
    events: Type.Array(Type.Unsafe<EventName>({ type: 'string', enum: eventNames }), {
      uniqueItems: true,
      'x-accepted': 'must be a list of events, each once',
    }),
  }),
);
const checkTest = compileBody(TestWebhook);

/** As long as an exchange takes at most. */
const retryAfterSeconds = 10;

export function refuseWithoutEndpoint(): never {
  return refuse(400, 'No webhook URL is configured: set one first');
}

/** Does `work`, which sends by hand, or says that there is too much of it. */
export async function byHand<T>(hands: Hands, partnerId: bigint, work: () => Promise<T>): Promise<T> {
  const why = 'Too many deliveries by hand are under way: wait until one of them has ended';
  const done = hands.atOnce(partnerId, work);
  if (!done) throw new Refusal({ ...failure(429, why), retryAfterSeconds });
  return done;
}

export async function webhook(context: DashboardContext, { partnerId }: PersonExchange): Promise<Answer> {
  return shown(settingsOf(context, await findEndpoint(context.database, partnerId)));
}

export async function setWebhook(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const body = bodyOf<SetWebhook>(checkSettings, exchange);
  const { url, events: subscribed } = body;
  // Before the transaction: names are resolved, and nothing may be held across the network.
  const checked = await context.sender.check(url);
  if (!checked.ok) return refuseField('url', `cannot be called: ${checked.why}`);
  return change(context, exchange, 'webhook set', () => ({ url, events: subscribed, roll: false }));
}

export function rollSecret(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  return change(context, exchange, 'webhook secret rolled', (before) => before && { ...before, roll: true });
}

/** One change of the settings with its place in the trail. `next` answers what they become; undefined where there are none yet. */
async function change(
  { database, webhookBox, ...context }: DashboardContext,
  { partnerId, visitor }: PersonExchange,
  act: string,
  next: (before: Endpoint | undefined) => { url: string; events: string[]; roll: boolean } | undefined,
): Promise<Answer> {
  const { endpoint, signingSecret } = await database.transaction(async (tx) => {
    const before = await findEndpoint(tx, partnerId, { lock: true });
    const wanted = next(before) ?? refuseWithoutEndpoint();
    const { signingSecret } = await setEndpoint(tx, webhookBox, { partnerId, ...wanted });
    const shownOf = ({ url, events: subscribed }: { url: string; events: string[] }) => ({ url, events: subscribed });
    await trail(tx, {
      partnerId,
      visitor,
      act,
      subject: 'webhook',
      ...(before && { before: shownOf(before) }),
      after: { ...shownOf(wanted), ...(signingSecret !== undefined && { signingSecret: 'new' }) },
    });
    return { endpoint: await findEndpoint(tx, partnerId), signingSecret };
  });
  return shown<WebhookChanged>({
    settings: settingsOf(context, endpoint),
    ...(signingSecret !== undefined && { signingSecret }),
  });
}

export async function testWebhook(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const body = bodyOf<TestWebhookBody>(checkTest, exchange);
  const { event = 'payment.created' } = body;
  const { partnerId, visitor } = exchange;
  const { database, hands } = context;
  const record = mockRecord(partnerId, event, await context.clock.now());
  const result = await byHand(hands, partnerId, async () => {
    const claim = await database.transaction(async (tx) => {
      const begun = (await beginTest(tx, { partnerId, event, record })) ?? refuseWithoutEndpoint();
      const act = { act: 'webhook tested', subject: `delivery ${begun.eventId}`, after: { event } };
      await trail(tx, { partnerId, visitor, ...act });
      return begun;
    });
    return hands.send(claim);
  });
  return shown<WebhookTested>({
    delivered: result.outcome === 'delivered',
    deliveryId: Number(result.eventId),
    ...(result.statusCode !== null && { statusCode: result.statusCode }),
    outcome: result.outcome as DeliveryOutcome,
    ...(result.outcome !== 'delivered' && result.reason !== null && { error: result.reason }),
  });
}

function settingsOf(
  { environment }: Pick<DashboardContext, 'environment'>,
  endpoint: Endpoint | undefined,
): WebhookSettings {
  return {
    ...(endpoint && { url: endpoint.url, changedAt: isoFromInstant(endpoint.changedAt) }),
    events: (endpoint?.events ?? []) as EventName[],
    known: eventNames.map((event) => ({ event, when: events[event] })),
    publicOnly: environment === 'production',
  };
}
