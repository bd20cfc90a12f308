/**
 * The delivery log: what was sent and what was answered, and sending a past event once more by hand (open point
 * `resend-by-hand`).
 */
import { type EventName, eventNames } from '../../contract/events.ts';
import { isoFromInstant } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { choice, cursorOf, idAsked, idInPath, limitOf, missing, refuse, shown } from '../people/asked.ts';
import { type PersonExchange, trail } from '../people/door.ts';
import { beginAgain } from '../webhooks/attempts.ts';
import {
  type Attempt,
  type AttemptInFull,
  type Delivery,
  findDeliveries,
  findDelivery,
} from '../webhooks/deliveries.ts';
import type { DashboardContext } from './context.ts';
import type {
  AttemptDetail,
  AttemptView,
  DeliveriesPage,
  DeliveryDetail,
  DeliveryOutcome,
  DeliveryState,
  Resent,
} from './views.ts';
import { byHand, refuseWithoutEndpoint } from './webhook.ts';

const states = ['pending', 'claimed', 'delivered', 'failed', 'unknown'] as const satisfies readonly DeliveryState[];

export async function deliveries({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const state = choice(exchange, 'state', [...states, 'missed']);
  const event = choice(exchange, 'event', eventNames);
  const paymentId = idAsked(exchange, 'paymentId');
  const before = cursorOf(exchange);
  const limit = limitOf(exchange);
  const found = await findDeliveries(database, exchange.partnerId, {
    limit,
    ...(state && { states: state === 'missed' ? ['failed', 'unknown'] : [state] }),
    ...(event && { event }),
    ...(paymentId !== undefined && { paymentId }),
    ...(before !== undefined && { before }),
  });
  return shown<DeliveriesPage>({
    items: found.items.map(({ latest, ...each }) => ({
      ...headOf(each),
      attempts: latest?.number ?? 0,
      ...(latest && { latest: attemptView(latest) }),
    })),
    ...(found.nextBefore !== undefined && { nextCursor: String(found.nextBefore) }),
    ...(found.readBackTo && { searchedBackTo: isoFromInstant(found.readBackTo) }),
  });
}

export async function delivery({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const found = await findDelivery(database, exchange.partnerId, deliveryIdOf(exchange));
  return found ? shown(detailOf(found)) : missing('delivery');
}

/** One more attempt, to the URL of now, with the secret of now and a new `t`; the answer waits for what comes of it. */
export function resend(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  return byHand(context.hands, exchange.partnerId, () => sendAgain(context, exchange));
}

async function sendAgain({ database, hands }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const { partnerId, visitor } = exchange;
  const id = deliveryIdOf(exchange);
  const again = await database.transaction(async (tx) => {
    const begun = await beginAgain(tx, partnerId, id);
    if (begun.outcome === 'begun') {
      const { number, event, url } = begun.claim;
      const after = { event, attempt: number, url };
      await trail(tx, { partnerId, visitor, act: 'webhook resent', subject: `delivery ${id}`, after });
    }
    return begun;
  });
  switch (again.outcome) {
    case 'unknown_event':
      return missing('delivery');
    case 'under_way':
      return refuse(409, 'It is being sent at this moment, or waits for its turn: look again when that has ended');
    case 'no_endpoint':
      return refuseWithoutEndpoint();
    case 'begun':
      await hands.send(again.claim);
  }
  const sent = await findDelivery(database, partnerId, id);
  const attempt = sent?.attempts.find((each) => each.number === again.claim.number);
  if (!sent || !attempt) throw new Error(`attempt ${again.claim.number} of event ${id} is not in the log`);
  return shown<Resent>({ delivery: detailOf(sent), attempt: attemptDetail(attempt) });
}

const deliveryIdOf = (exchange: PersonExchange) => idInPath(exchange, 'deliveryId', 'delivery');

function headOf({ id, event, paymentId, state, createdAt }: Delivery) {
  return {
    id: Number(id),
    event: event as EventName,
    ...(paymentId !== null && { paymentId: Number(paymentId) }),
    state,
    createdAt: isoFromInstant(createdAt),
  };
}

function detailOf({ attempts, ...head }: Delivery & { attempts: AttemptInFull[] }): DeliveryDetail {
  return { ...headOf(head), attempts: attempts.map(attemptDetail) };
}

function attemptView({ number, startedAt, byHand, outcome, statusCode, reason, durationMs }: Attempt): AttemptView {
  return {
    number,
    startedAt: isoFromInstant(startedAt),
    byHand,
    ...(outcome !== null && { outcome: outcome as DeliveryOutcome }),
    ...(statusCode !== null && { statusCode }),
    ...(reason !== null && { reason }),
    ...(durationMs !== null && { durationMs }),
  };
}

function attemptDetail({ url, signature, body, answer, ...attempt }: AttemptInFull): AttemptDetail {
  return {
    ...attemptView(attempt),
    url,
    ...(signature !== null && { signature }),
    ...(body !== null && { body }),
    ...(answer !== null && { answer }),
  };
}
