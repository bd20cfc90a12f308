/**
 * Bank accounts: the same records and rules as of the API (interface §4.7). Full numbers are never answered.
 */
import { RegisterBankAccount } from '../../contract/requests.ts';
import { bankAccountRecord, registrationOf } from '../bank-accounts/answers.ts';
import {
  deactivateAccount,
  findAccount,
  listAccounts,
  lockSameAccount,
  registerAccount,
} from '../bank-accounts/store.ts';
import type { Answer } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { bodyOf, cursorOf, idInPath, limitOf, missing, paged, shown } from '../people/asked.ts';
import { type PersonExchange, trail } from '../people/door.ts';
import type { DashboardContext } from './context.ts';

const check = compileBody(RegisterBankAccount);

export async function list({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const limit = limitOf(exchange);
  const found = await listAccounts(database, exchange.partnerId, { before: cursorOf(exchange), limit: limit + 1 });
  return shown(paged(found, limit, ({ id }) => id, bankAccountRecord));
}

export async function register(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const body = bodyOf<RegisterBankAccount>(check, exchange);
  const { partnerId, visitor } = exchange;
  const account = await context.database.transaction(async (tx) => {
    const known = await lockSameAccount(tx, context.accountBox, partnerId, registrationOf(body));
    const made = await registerAccount(tx, context.accountBox, partnerId, registrationOf(body));
    const act = { act: 'bank account registered', subject: `bank account ${made.id}` };
    const before = known && { before: bankAccountRecord(known) };
    await trail(tx, { partnerId, visitor, ...act, ...before, after: bankAccountRecord(made) });
    return made;
  });
  return shown(bankAccountRecord(account));
}

export async function deactivate({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const { partnerId, visitor } = exchange;
  const id = idInPath(exchange, 'bankAccountId', 'bank account');
  const account = await database.transaction(async (tx) => {
    const before = (await findAccount(tx, partnerId, id, { lock: true })) ?? missing('bank account');
    if (before.status === 'inactive') return before;
    const after = (await deactivateAccount(tx, partnerId, before.id)) ?? missing('bank account');
    const subject = `bank account ${before.id}`;
    const change = { before: { status: before.status }, after: { status: 'inactive' } };
    await trail(tx, { partnerId, visitor, act: 'bank account deactivated', subject, ...change });
    return after;
  });
  return shown(bankAccountRecord(account));
}
