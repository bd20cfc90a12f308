/**
 * The part of Stripe's API that the service speaks, over a book: what it takes, what it answers, what it refuses. Written from
 * Stripe's documentation, and stricter: a parameter that is not known here is refused.
 */
import { randomBytes } from 'node:crypto';
import { type Form, readForm, textAt, textsAt } from './stripe-form.ts';
import type { StripeBook, StripeObject } from './stripe-objects.ts';

export interface Reply {
  status: number;
  body: object;
}

const refusal = (status: number, error: object): Reply => ({ status, body: { error } });
const invalid = (param: string, code: string, message: string) =>
  refusal(400, { type: 'invalid_request_error', code, param, message });
const list = (url: string, data: object[], hasMore = false): Reply => ({
  status: 200,
  body: { object: 'list', url, data, has_more: hasMore },
});

type Handler = (book: StripeBook, form: Form, id: string, origin: string) => Reply;

const routes: readonly [method: string, path: RegExp, handle: Handler][] = [
  ['POST', /^\/v1\/identity\/verification_sessions$/, createVerification],
  ['GET', /^\/v1\/identity\/verification_sessions\/(\w+)$/, retrieveVerification],
  ['POST', /^\/v1\/checkout\/sessions$/, createCheckout],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, retrieve('checkout.session')],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expireCheckout],
  ['GET', /^\/v1\/checkout\/sessions$/, listBy('checkout.session', 'payment_intent')],
  ['GET', /^\/v1\/refunds\/(\w+)$/, retrieve('refund')],
  ['GET', /^\/v1\/refunds$/, listBy('refund', 'charge')],
  ['GET', /^\/v1\/disputes\/(\w+)$/, retrieve('dispute')],
  ['GET', /^\/v1\/events$/, listEvents],
];

/** Answers a request that is let in. `target` is path and query. */
export function answerApi(book: StripeBook, method: string, target: string, body: string, origin: string): Reply {
  const [path = '', query = ''] = target.split('?', 2);
  for (const [each, pattern, handle] of routes) {
    const match = each === method ? pattern.exec(path) : null;
    if (match) return handle(book, readForm(method === 'POST' ? body : query), match[1] ?? '', origin);
  }
  return refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
}

const verificationParams = ['client_reference_id', 'metadata', 'type', 'options', 'return_url'];

function createVerification(book: StripeBook, form: Form, _id: string, origin: string): Reply {
  const unknown = unknownParam(form, verificationParams);
  if (unknown) return unknown;
  if (textAt(form, 'type') !== 'document') return invalid('type', 'parameter_missing', 'type');
  const session = book.add('vs', 'identity.verification_session', {
    ...form,
    status: 'requires_input',
    last_error: null,
    redaction: null,
    url: freshUrl(origin),
  });
  return { status: 200, body: session };
}

/** The address for the payer is for one use: whoever looks gets another one. */
function retrieveVerification(book: StripeBook, form: Form, id: string, origin: string): Reply {
  const session = book.objects.get(id);
  if (session?.url) session.url = freshUrl(origin);
  return retrieve('identity.verification_session')(book, form, id, origin);
}

const freshUrl = (origin: string) => `${origin}/verify/start/${randomBytes(8).toString('hex')}`;

const checkoutParams = [
  ...['client_reference_id', 'metadata', 'mode', 'allowed_payment_method_types', 'adaptive_pricing', 'line_items'],
  ...['payment_intent_data', 'locale', 'success_url', 'cancel_url', 'customer_email', 'expand'],
];
const amountMin = 50;
const amountMax = 99_999_999;

function createCheckout(book: StripeBook, form: Form, _id: string, origin: string): Reply {
  const unknown = unknownParam(form, checkoutParams);
  if (unknown) return unknown;
  const email = textAt(form, 'customer_email');
  if (email !== undefined && !/^[^@\s]+@[\w-]+(\.[\w-]+)+$/.test(email)) {
    return invalid('customer_email', 'email_invalid', `Invalid email address: ${email}`);
  }
  const amountText = textAt(form, 'line_items.0.price_data.unit_amount') ?? '';
  const amount = /^\d+$/.test(amountText) ? Number(amountText) : Number.NaN;
  const place = 'line_items[0][price_data][unit_amount]';
  if (!(amount >= amountMin)) return invalid(place, 'amount_too_small', `Invalid integer: ${amountText}`);
  if (amount > amountMax) return invalid(place, 'amount_too_large', 'Amount must be no more than $999,999.99 cad');
  for (const needed of ['mode', 'success_url', 'line_items.0.quantity', 'line_items.0.price_data.product_data.name']) {
    if (!textAt(form, needed)) return invalid(needed, 'parameter_missing', `Missing required param: ${needed}.`);
  }
  const session = book.add('cs_test', 'checkout.session', {
    ...form,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount * Number(textAt(form, 'line_items.0.quantity')),
    currency: textAt(form, 'line_items.0.price_data.currency'),
    payment_intent: null,
    expires_at: Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) + 86_400,
  });
  session.url = `${origin}/c/pay/${session.id}`;
  return { status: 200, body: expanded(book, session, form) };
}

function expireCheckout(book: StripeBook, form: Form, id: string, origin: string): Reply {
  const session = book.objects.get(id);
  if (session && session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This has a status of ${session.status}.`;
    return refusal(400, { type: 'invalid_request_error', message });
  }
  if (session) book.expire(id);
  return retrieve('checkout.session')(book, form, id, origin);
}

function unknownParam(form: Form, known: readonly string[]): Reply | undefined {
  const name = Object.keys(form).find((each) => !known.includes(each));
  return name === undefined ? undefined : invalid(name, 'parameter_unknown', `Received unknown parameter: ${name}`);
}

function retrieve(object: string): Handler {
  return (book, form, id) => {
    const found = book.objects.get(id);
    if (found?.object === object) return { status: 200, body: expanded(book, found, form) };
    const message = `No such ${object}: '${id}'`;
    return refusal(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id', message });
  };
}

function listBy(object: string, member: string): Handler {
  return (book, form) => {
    const found = book.all(object).filter((each) => each[member] === textAt(form, member));
    return list(`/v1/${object}`, found);
  };
}

function listEvents(book: StripeBook, form: Form): Reply {
  const types = textsAt(form, 'types');
  if (types.length > 20) return invalid('types', 'invalid_array_length', 'at most 20 types');
  const from = Number(textAt(form, 'created.gte') ?? 0);
  const to = Number(textAt(form, 'created.lte') ?? Number.MAX_SAFE_INTEGER);
  const limit = Number(textAt(form, 'limit') ?? 10);
  if (limit > 100) return invalid('limit', 'parameter_invalid_integer', 'at most 100');
  const newestFirst = book.events
    .filter(({ type, created }) => (types.length === 0 || types.includes(type)) && created >= from && created <= to)
    .reverse();
  const after = textAt(form, 'starting_after');
  const rest =
    after === undefined ? newestFirst : newestFirst.slice(newestFirst.findIndex(({ id }) => id === after) + 1);
  return list('/v1/events', rest.slice(0, limit), rest.length > limit);
}

/** Members that are asked for whole instead of by their id. */
function expanded(book: StripeBook, object: StripeObject, form: Form): object {
  const members = textsAt(form, 'expand').map((name) => {
    const id = object[name];
    return [name, typeof id === 'string' ? book.get(id) : id];
  });
  return { ...object, ...Object.fromEntries(members) };
}
