/**
 * `POST /payees/validate-account` (interface §4.6): the number against the payee's format, by the very function that
 * processing uses.
 */
import { ValidateAccount } from '../../contract/requests.ts';
import type { JsonValue } from '../base/json.ts';
import { type Answer, invalid, ok } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { checkAccountNumber } from '../payees/account-rules.ts';
import { validationAnswer } from '../payees/answers.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(ValidateAccount);

export async function validateAccount(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { payeeName, accountNumber } = exchange.body as unknown as ValidateAccount;
  const payee = (await context.payees.current()).byName.get(payeeName);
  if (!payee) {
    return invalid([
      { path: ['payeeName'], message: 'is not the exact name of a payee: POST /payees/search finds it' },
    ]);
  }
  return ok(validationAnswer(checkAccountNumber(payee, accountNumber)) as unknown as JsonValue);
}
