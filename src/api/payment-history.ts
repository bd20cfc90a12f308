/**
 * `POST /payment-history` (interface §4.4, open point `history-request`): a partner's payments, newest first, page by page.
 */
import { historyPageDefault, historyPageMax } from '../../contract/limits.ts';
import { PaymentHistoryQuery } from '../../contract/payment-requests.ts';
import { instantFromIso } from '../base/time.ts';
import { type Answer, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { type HistoryCursor, type HistoryQuery, paymentHistory as page } from '../payments/history.ts';
import { recordText } from '../payments/record.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(PaymentHistoryQuery);

export async function paymentHistory(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const query = queryOf(exchange.body as unknown as PaymentHistoryQuery);
  if (!query) return invalid([{ path: ['cursor'], message: 'is not a nextCursor that was answered here' }]);
  const found = await page(context.database, exchange.caller.partnerId, query);
  const next = found.nextCursor ? `"nextCursor":${JSON.stringify(cursorText(found.nextCursor))},` : '';
  return okText(`{"payments":[${found.payments.map(recordText).join(',')}],${next}"asOf":"${found.asOf.toString()}"}`);
}

function queryOf(body: PaymentHistoryQuery): HistoryQuery | undefined {
  const cursor = body.cursor === undefined ? undefined : cursorFrom(body.cursor);
  if (body.cursor !== undefined && !cursor) return undefined;
  const instant = (text: string | undefined) => (text === undefined ? undefined : instantFromIso(text));
  const createdFrom = instant(body.createdFrom);
  const createdTo = instant(body.createdTo);
  const updatedFrom = instant(body.updatedFrom);
  return {
    limit: Math.min(body.limit ?? historyPageDefault, historyPageMax),
    ...(body.ids && { ids: body.ids.map(BigInt) }),
    ...(body.identificationNumbers && { identificationNumbers: body.identificationNumbers }),
    ...(body.status && { status: body.status }),
    ...(body.type && { type: body.type }),
    ...(body.userId !== undefined && { userId: body.userId }),
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
    ...(updatedFrom && { updatedFrom }),
    ...(cursor && { cursor }),
  };
}

/** Opaque to the partner: where the next page begins, and the `asOf` of the first page, which every page repeats. */
function cursorText(cursor: HistoryCursor): string {
  return Buffer.from(`${cursor.beforeId} ${cursor.asOf.toString()}`).toString('base64url');
}

function cursorFrom(text: string): HistoryCursor | undefined {
  const parts = /^(\d{1,18}) (\S{1,40})$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
  const asOf = parts?.[2] === undefined ? undefined : instantFromIso(parts[2]);
  return parts?.[1] !== undefined && asOf ? { beforeId: BigInt(parts[1]), asOf } : undefined;
}
