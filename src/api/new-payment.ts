/**
 * What a creation's body says, as the payments room takes it: for every kind of payment.
 */
import type { BillByEft, BillByInterac, CreateCardPayment, CreatePayment } from '../../contract/payment-requests.ts';
import { type JsonValue, type NumberTexts, rawText } from '../base/json.ts';
import { centsFromText } from '../base/money.ts';
import { instantFromIso } from '../base/time.ts';
import type { Exchange } from '../http/server.ts';
import type { Caller } from '../partners/tokens.ts';
import type { NewPayment } from '../payments/create.ts';
import type { Kind } from '../payments/machine.ts';
import { isBill } from '../payments/record.ts';
import type { ApiContext } from './context.ts';

/** The payment that a body asks for. The body has passed its validation; throws where it has not. */
export function newPayment(context: ApiContext, exchange: Exchange<Caller>, kind: Kind): NewPayment {
  const body = exchange.body as unknown as CreatePayment | CreateCardPayment;
  const bill = isBill(kind) ? (body as BillByInterac | BillByEft) : undefined;
  const { caller, numberTexts } = exchange;
  const amountCents = centsFromText(numberTexts.get(body)?.get('amount') ?? String(body.amount));
  const dueAt = instantFromIso(body.dueDate);
  if (typeof amountCents !== 'bigint' || !dueAt)
    throw new Error('a body passed validation without an amount or due date');
  return {
    partnerId: caller.partnerId,
    tokenId: caller.tokenId,
    kind,
    amountCents,
    userName: body.userName,
    userEmail: body.userEmail,
    dueAt,
    payeeName: bill?.payeeName ?? null,
    billType: bill?.billType ?? null,
    accountNumber: bill?.accountNumber ?? null,
    bankAccountId: kind === 'bill_eft' ? BigInt((body as BillByEft).bankAccountId) : null,
    rentFields: bill ? null : rentFields(exchange.body as { [name: string]: JsonValue }, numberTexts),
    createdAt: context.clock.lately(),
    cause: `token ${caller.tokenId}, request ${exchange.requestId}`,
  };
}

/** `term`, `rent` and `landlordMemo` exactly as sent, numbers by their own digits (open point `rent-fields`). */
function rentFields(body: { [name: string]: JsonValue }, numberTexts: NumberTexts): string | null {
  const sent = ['term', 'rent', 'landlordMemo'].filter((name) => Object.hasOwn(body, name));
  if (sent.length === 0) return null;
  return `{${sent.map((name) => `${JSON.stringify(name)}:${rawText(body, name, numberTexts)}`).join(',')}}`;
}
