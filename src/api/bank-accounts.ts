/**
 * `POST /bank-accounts`, `GET /bank-accounts`, `POST /bank-accounts/deactivate` (interface §4.7, open points
 * `bank-account-shape`, `pad-agreement`). Full account numbers are never answered.
 */
import { DeactivateBankAccount, RegisterBankAccount } from '../../contract/requests.ts';
import { bankAccountRecord, registrationOf } from '../bank-accounts/answers.ts';
import { deactivateAccount, listAccounts, registerAccount } from '../bank-accounts/store.ts';
import { type Answer, invalid, ok } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import type { ApiContext } from './context.ts';

const checkRegistration = compileBody(RegisterBankAccount);
const checkDeactivation = compileBody(DeactivateBankAccount);

export async function registerBankAccount(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = checkRegistration(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const registration = registrationOf(exchange.body as unknown as RegisterBankAccount);
  const { partnerId } = exchange.caller;
  const account = await registerAccount(context.database, context.accountBox, partnerId, registration);
  return ok(bankAccountRecord(account));
}

export async function listBankAccounts(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const accounts = await listAccounts(context.database, exchange.caller.partnerId);
  return ok({ bankAccounts: accounts.map(bankAccountRecord) });
}

export async function deactivateBankAccount(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = checkDeactivation(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { id } = exchange.body as unknown as DeactivateBankAccount;
  const account = await deactivateAccount(context.database, exchange.caller.partnerId, BigInt(id));
  if (!account) return invalid([{ path: ['id'], message: 'is not a bank account of yours' }]);
  return ok(bankAccountRecord(account));
}
