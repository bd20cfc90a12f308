/**
 * `POST /payees/search` (interface §4.5): payees by name, forgiving accents, case, punctuation and typing slips.
 */
import { payeeSearchDefault } from '../../contract/limits.ts';
import { PayeeSearch } from '../../contract/requests.ts';
import type { JsonValue } from '../base/json.ts';
import { type Answer, invalid, ok } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { payeeAnswer } from '../payees/answers.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(PayeeSearch);

export async function searchPayees(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { search, limit } = exchange.body as unknown as PayeeSearch;
  const found = (await context.payees.current()).search(search, limit ?? payeeSearchDefault);
  return ok({ payees: found.map(payeeAnswer) as unknown as JsonValue[] });
}
