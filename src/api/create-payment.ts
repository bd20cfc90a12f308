/**
 * `POST /create-payment` (interface §4.1): a bill by Interac or EFT, or rent by Interac, created once per idempotency key.
 */
import { idempotencyKeyCharactersMax } from '../../contract/limits.ts';
import type { CreatePayment } from '../../contract/payment-requests.ts';
import { debitFault, findAccount } from '../bank-accounts/store.ts';
import type { JsonValue } from '../base/json.ts';
import { type Answer, type Fault, failure, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { checkCreatePayment } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import type { Creation, NewPayment } from '../payments/create.ts';
import { bodyHashOf, findAnswers } from '../payments/idempotency.ts';
import type { Kind } from '../payments/machine.ts';
import type { ApiContext } from './context.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { newPayment } from './new-payment.ts';

/** Keys whose first request is still under way in this process: known at once, without asking the database. */
const inProgress = new Set<string>();

export async function createPayment(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const text = idempotencyKeyOf(exchange.headers);
  if (text !== undefined && [...text].length > idempotencyKeyCharactersMax) {
    return failure(400, `Idempotency-Key is too long: at most ${idempotencyKeyCharactersMax} characters are accepted`);
  }
  const key = text === undefined ? undefined : { text, bodyHash: bodyHashOf(exchange.body) };
  const faults = [...checkCreatePayment(exchange.body, exchange.numberTexts)];
  for (const fault of await directoryFaults(context, exchange)) {
    if (!faults.some((known) => known.path[0] === fault.path[0])) faults.push(fault);
  }
  const name = `${exchange.caller.tokenId} ${text}`;
  if (key && (faults.length > 0 || inProgress.has(name))) {
    // A key that was used is answered for what it was used for, whatever this body and today's catalogue are like.
    const used = await usedBefore(context, exchange, key);
    if (used) return answerTo(used);
    if (inProgress.has(name)) return answerTo({ outcome: 'in_progress' });
  }
  if (faults.length > 0) return invalid(faults);
  const payment = {
    ...newPayment(context, exchange, kindOf(exchange.body as unknown as CreatePayment)),
    ...(key && { key }),
  };
  if (!key) return answerTo(await add(context, payment));
  inProgress.add(name);
  try {
    const creation = await add(context, payment);
    // Another process holds the key: for the first request, or for a replay of a finished one.
    if (creation.outcome !== 'in_progress') return answerTo(creation);
    return answerTo((await usedBefore(context, exchange, key)) ?? creation);
  } finally {
    inProgress.delete(name);
  }
}

type Key = NonNullable<NewPayment['key']>;

async function usedBefore(context: ApiContext, exchange: Exchange<Caller>, key: Key): Promise<Creation | undefined> {
  const { partnerId, tokenId } = exchange.caller;
  const [found] = await findAnswers(context.database, [{ partnerId, tokenId, key }]);
  return found;
}

async function add(context: ApiContext, payment: NewPayment): Promise<Creation> {
  const creation = await context.creations.add(payment);
  if (creation.outcome === 'created') context.wakeDeliverer();
  return creation;
}

/** What only our own data can tell: whether the payee is in the catalogue, and the bank account registered. */
async function directoryFaults(context: ApiContext, { body, caller }: Exchange<Caller>): Promise<Fault[]> {
  if (body === null || typeof body !== 'object' || Array.isArray(body) || body.paymentType !== 'bill') return [];
  const faults: Fault[] = [];
  const { payeeName } = body;
  if (typeof payeeName === 'string' && payeeName !== '' && !(await context.payees.current()).byName.has(payeeName)) {
    faults.push({ path: ['payeeName'], message: 'is not the exact name of a payee: POST /payees/search finds it' });
  }
  if (body.paymentMethod === 'eft' && isIdentifier(body.bankAccountId)) {
    const account = await findAccount(context.database, caller.partnerId, BigInt(body.bankAccountId));
    const message = debitFault(account);
    if (message !== undefined) faults.push({ path: ['bankAccountId'], message });
  }
  return faults;
}

const isIdentifier = (value: JsonValue | undefined): value is number | string =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && /^0*[1-9]\d{0,14}$/.test(value));

function kindOf(body: CreatePayment): Kind {
  if (body.paymentType === 'rent') return 'rent_interac';
  return body.paymentMethod === 'eft' ? 'bill_eft' : 'bill_interac';
}

function answerTo(creation: Creation): Answer {
  switch (creation.outcome) {
    case 'created':
      return okText(creation.answer);
    case 'replayed':
      return okText(creation.answer, { 'idempotency-replayed': 'true' });
    case 'key_reused':
      return failure(
        400,
        'This Idempotency-Key was already used for a different request: use a new key for a new payment',
      );
    case 'in_progress':
      return failure(
        409,
        'A request with this Idempotency-Key is still in progress: wait, then send it again with the same key',
      );
  }
}
