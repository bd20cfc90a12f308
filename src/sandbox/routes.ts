/**
 * The sandbox plays every outside actor, with the partner's own token or from its pages (panel.ts): payer, biller, operator, clock. Each goes through the
 * same doors as the real one and obeys the same page: an impossible step is 400. None of this exists in production.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authorize } from '../api/authorize.ts';
import type { ApiContext, Handler } from '../api/context.ts';
import { centsFromText } from '../base/money.ts';
import { receive } from '../collection/interac/receive.ts';
import { doubts } from '../console/doubt.ts';
import { requeuePayment } from '../console/requeue.ts';
import { type Answer, failure, invalid, ok, okText } from '../http/answer.ts';
import { addRoute } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import { recordText } from '../payments/record.ts';
import type { People } from '../people/door.ts';
import { PlayClock, PlayRequeue, PlayTransfer } from './bodies.ts';
import { playCard } from './card-payments.ts';
import { moveClock } from './clock.ts';
import { playDebit } from './debits.ts';
import { addPanelRoute } from './panel.ts';
import { playSettlement } from './settlements.ts';
import type { SandboxWorld } from './world.ts';

const checkTransfer = compileBody(PlayTransfer);
const checkRequeue = compileBody(PlayRequeue);
const checkClock = compileBody(PlayClock);

export function installSandbox(app: FastifyInstance, context: ApiContext, world: SandboxWorld, people: People): void {
  const plays: Record<string, Handler> = {
    '/sandbox/interac-transfers': playTransfer,
    '/sandbox/settlements': (api, exchange) => playSettlement(api, world, exchange),
    '/sandbox/eft-debits': (api, exchange) => playDebit(api, world, exchange),
    '/sandbox/card-payments': playCard,
    '/sandbox/requeues': playRequeue,
    '/sandbox/clock': (api, exchange) => playClock(api, world, exchange),
  };
  for (const [path, handle] of Object.entries(plays)) {
    addRoute(app, {
      method: 'POST',
      path,
      authorize: (headers) => authorize(context.findCaller, headers, null),
      handle: (exchange) => handle(context, exchange),
    });
    addPanelRoute(app, people, path, (exchange) => handle(context, exchange));
  }
}

/** A payer sends an e-transfer: `{ senderEmail, senderName?, amount, description }`. */
const playTransfer: Handler = async (context, exchange): Promise<Answer> => {
  const faults = checkTransfer(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const body = exchange.body as unknown as PlayTransfer;
  const amountCents = centsFromText(exchange.numberTexts.get(body)?.get('amount') ?? String(body.amount));
  if (typeof amountCents !== 'bigint') throw new Error('an amount passed validation, but is none');
  const at = await context.clock.now();
  const transfer = {
    reference: `network:SANDBOX${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`,
    amountCents,
    senderEmail: body.senderEmail,
    senderName: body.senderName,
    description: body.description,
  };
  const { partnerId } = exchange.caller;
  const [receipt] = await context.database.transaction((tx) => receive(tx, [transfer], at, { partnerId }));
  context.wakeDeliverer();
  if (receipt?.outcome === 'matched') {
    return ok({ outcome: 'matched', transferId: Number(receipt.transferId), paymentId: Number(receipt.paymentId) });
  }
  if (receipt?.outcome !== 'held') throw new Error(`a transfer with a new reference came out as ${receipt?.outcome}`);
  return ok({ outcome: 'held', reason: receipt.reason, transferId: Number(receipt.transferId) });
};

/** The operator re-queues a failed payment: `{ paymentId, accountNumber?, bankAccountId? }`. */
const playRequeue: Handler = async (context, exchange): Promise<Answer> => {
  const faults = checkRequeue(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { paymentId, accountNumber, bankAccountId } = exchange.body as unknown as PlayRequeue;
  const at = await context.clock.now();
  const request = {
    paymentId: BigInt(paymentId),
    partnerId: exchange.caller.partnerId,
    cause: 'operator, played by the sandbox',
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bankAccountId !== undefined && { bankAccountId: BigInt(bankAccountId) }),
  };
  const result = await requeuePayment(context.database, request, at);
  context.wakeDeliverer();
  switch (result.outcome) {
    case 'requeued':
      return okText(recordText(result.payment));
    case 'unknown':
      return invalid([{ path: ['paymentId'], message: 'is not a payment of yours' }]);
    case 'blank_account_number':
      return invalid([{ path: ['accountNumber'], message: 'must be text that is not blank' }]);
    case 'not_debitable':
      return result.given
        ? invalid([{ path: ['bankAccountId'], message: result.fault }])
        : failure(400, `The bank account of the payment ${result.fault}; or choose another one (bankAccountId)`);
    case 'no_debit':
      return invalid([
        { path: ['bankAccountId'], message: 'cannot be chosen: no account is debited for this payment now' },
      ]);
    case 'in_doubt':
      return failure(400, `The payment ${doubts[result.doubt]}`);
    case 'refunded':
      return failure(400, 'The money of this payment was given back: there is nothing to send again');
    case 'not_failed':
      return failure(400, `Only a failed payment can be re-queued: this one is ${result.state}`);
  }
};

/** Time passes: `{ advanceBusinessDays }` or `{ advanceSeconds }`. */
async function playClock(context: ApiContext, world: SandboxWorld, exchange: Parameters<Handler>[1]): Promise<Answer> {
  const faults = checkClock(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const body = exchange.body as unknown as PlayClock;
  if ((body.advanceBusinessDays === undefined) === (body.advanceSeconds === undefined)) {
    return failure(400, 'Send either advanceBusinessDays or advanceSeconds');
  }
  const moved = await moveClock(context, world, body);
  return 'refused' in moved ? failure(400, moved.refused) : ok(moved);
}
