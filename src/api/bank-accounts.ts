/**
 * `POST /bank-accounts`, `GET /bank-accounts`, `POST /bank-accounts/deactivate` (interface §4.7, open points
 * `bank-account-shape`, `pad-agreement`). Full account numbers are never answered.
 */
import { DeactivateBankAccount, RegisterBankAccount } from '../../contract/requests.ts';
import { institutionName, institutionWarning } from '../bank-accounts/institutions.ts';
import { type BankAccount, deactivateAccount, listAccounts, registerAccount } from '../bank-accounts/store.ts';
import type { JsonValue } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
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
  const { institutionNumber, transitNumber, accountNumber, accountHolderName, padAgreement } =
    exchange.body as unknown as RegisterBankAccount;
  const agreement = padAgreement && {
    category: padAgreement.category,
    signedAt: padAgreement.signedAt,
    signatoryName: padAgreement.signatoryName,
    ...(padAgreement.reference !== undefined && { reference: padAgreement.reference }),
  };
  const account = await registerAccount(context.database, context.accountBox, exchange.caller.partnerId, {
    institutionNumber,
    transitNumber,
    accountNumber,
    accountHolderName,
    ...(agreement && { padAgreement: agreement }),
  });
  return ok(recordOf(account));
}

export async function listBankAccounts(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const accounts = await listAccounts(context.database, exchange.caller.partnerId);
  return ok({ bankAccounts: accounts.map(recordOf) });
}

export async function deactivateBankAccount(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = checkDeactivation(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { id } = exchange.body as unknown as DeactivateBankAccount;
  const account = await deactivateAccount(context.database, exchange.caller.partnerId, BigInt(id));
  if (!account) return invalid([{ path: ['id'], message: 'is not a bank account of yours' }]);
  return ok(recordOf(account));
}

function recordOf(account: BankAccount): JsonValue {
  const institution = institutionName(account.institutionNumber);
  const warning = institutionWarning(account.institutionNumber);
  return {
    id: Number(account.id),
    institutionNumber: account.institutionNumber,
    ...(institution !== undefined && { institutionName: institution }),
    transitNumber: account.transitNumber,
    accountNumber: account.accountMasked,
    accountHolderName: account.accountHolderName,
    ...(account.padAgreement && { padAgreement: { ...account.padAgreement } }),
    status: account.status,
    ...(account.attention !== null && { attention: account.attention }),
    ...(warning !== undefined && { warnings: [warning] }),
    createdAt: isoFromInstant(account.createdAt),
  };
}
