/**
 * Data sets of the EFT benches: partners with bank accounts and agreements, made through the service's own doors, and as many payments
 * that wait for their debit as are asked for, made by SQL. Each run begins with the tables emptied: what others left changes nothing.
 */
import { type BankAccount, registerAccount } from '../src/bank-accounts/store.ts';
import type { World } from './world.ts';

const partners = 4;
const accountsEach = 5;

/** Partners that hear of failures, each with several accounts to debit. */
export async function makeAccounts(world: World): Promise<BankAccount[]> {
  const box = world.foundation.box('bank-account');
  const accounts: BankAccount[] = [];
  for (let partner = 1; partner <= partners; partner += 1) {
    const created = await world.command('partner', 'create', '--name', `Partner ${partner}`);
    const id = String(created.answer.partnerId);
    const url = 'http://127.0.0.1:9/';
    await world.command('webhook', 'set', '--partner', id, '--url', url, '--events', 'payment.failed');
    for (let account = 1; account <= accountsEach; account += 1) {
      accounts.push(
        await registerAccount(world.database, box, BigInt(id), {
          institutionNumber: account % 2 === 0 ? '003' : '815',
          transitNumber: String(10_000 + partner),
          accountNumber: String(1_000_000 + account),
          accountHolderName: `Société numéro ${partner}, compte ${account}`,
          padAgreement: { category: 'business', signedAt: '2026-11-02T14:30:00Z', signatoryName: 'Amélie Roy' },
        }),
      );
    }
  }
  return accounts;
}

/** Empties what payments and files fill. */
export async function emptyTables({ database }: World): Promise<void> {
  const tables = 'payments, bank_files, eft_files, ledger_transfers, ledger_accounts, webhook_events';
  await database.query(`truncate ${tables} restart identity cascade`);
  await database.query('update bank_accounts set attention = null');
}

/** Makes `count` payments that wait for a debit, over all accounts in turns. */
export async function makePayments(
  { database }: World,
  accounts: readonly BankAccount[],
  count: number,
): Promise<void> {
  await database.query(
    `insert into payments (partner_id, kind, state, version, identification_number, amount_cents, user_id, user_name, user_email,
       due_at, created_at, changed_at, payee_name, bill_type, account_number, bank_account_id)
     select a.partner_id, 'bill_eft', 'awaiting_funds', 1, (100000000000 + n * 611953 % 900000000000)::text, 1000 + n % 50000,
       md5(n::text), 'Payer ' || n, 'payer' || n || '@example.com', '2027-01-01', now(), now(), 'Hydro-Québec', 'utilities',
       '299001234567', a.id
     from (select n + (select count(*) from payments) as n from generate_series(1, $1::bigint) n) n join unnest($2::bigint[], $3::bigint[]) with ordinality a (partner_id, id, position)
       on a.position = 1 + n % $4 order by n`,
    [count, accounts.map((each) => each.partnerId), accounts.map((each) => each.id), accounts.length],
  );
  await database.query(
    `insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
     select partner_id, id, 1, kind, 'none', 'created', state, 'bench', created_at from payments p
     where not exists (select from payment_history h where h.partner_id = p.partner_id and h.payment_id = p.id) order by id`,
  );
}

/** Before anything is made: tables that nobody else gathers statistics of, where the planner shall be without. */
export async function withoutStatistics({ database }: World): Promise<void> {
  if (!process.env.BENCH_NO_STATISTICS) return;
  for (const table of ['payments', 'payment_history', 'eft_debits', 'eft_files', 'eft_returns', 'bank_accounts']) {
    await database.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
}

/** Counts rows and compares: throws where they are not as many as expected. */
export async function expectCounts(
  { database }: World,
  counts: readonly (readonly [what: string, from: string, expected: number | bigint, sum?: string])[],
): Promise<void> {
  for (const [what, from, expected, sum = 'count(*)'] of counts) {
    const { rows } = await database.query<{ found: bigint | null }>(`select (${sum})::bigint as found from ${from}`);
    const found = rows[0]?.found ?? 0n;
    if (found !== BigInt(expected)) throw new Error(`${expected} ${what} were expected, ${found} are there`);
  }
}
