/**
 * The payee search and the try-this-number box: the answers of the API (interface §4.5, §4.6), by the same functions.
 */
import { payeeSearchDefault } from '../../contract/limits.ts';
import { ValidateAccount } from '../../contract/requests.ts';
import type { Answer } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { checkAccountNumber as checked } from '../payees/account-rules.ts';
import { payeeAnswer, validationAnswer } from '../payees/answers.ts';
import { bodyOf, limitOf, refuseField, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import type { CheckAccountNumber, CheckedAccountNumber, PayeeList } from './views.ts';

const check = compileBody(ValidateAccount);
const payeesMax = 50;

export async function searchPayees({ payees }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const limit = limitOf(exchange, payeeSearchDefault, payeesMax);
  const found = (await payees.current()).search(exchange.query.search, limit);
  return shown<PayeeList>({ items: found.map(payeeAnswer) });
}

export async function checkAccountNumber({ payees }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const body = bodyOf<CheckAccountNumber>(check, exchange);
  const payee = (await payees.current()).byName.get(body.payeeName);
  if (!payee) return refuseField('payeeName', 'is not the exact name of a payee');
  return shown<CheckedAccountNumber>(validationAnswer(checked(payee, body.accountNumber)));
}
