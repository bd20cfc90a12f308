/**
 * The one door to the ledger. Transfers are only ever added; the running totals on the account rows move with them, in the
 * same statement's transaction. Accounts are locked in one order (partner, code), so that two posters cannot deadlock.
 */
import { int8Array, textArray } from '../base/binary-arrays.ts';
import type { Tx } from '../base/database.ts';
import type { Account } from './accounts.ts';

export interface Posting {
  partnerId: bigint;
  debit: Account;
  credit: Account;
  amountCents: bigint;
  /** What made it, unique per partner and pair of accounts: a cause posts once. */
  cause: string;
}

/**
 * Posts transfers and moves the totals. Throws when an account would fall below nothing or a cause posts twice: both are
 * impossible in a program that keeps to its doors, so the transaction is rolled back.
 */
export async function post(tx: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  await moveTotals(tx, totalsOf(postings));
  await tx.query({
    name: 'ledger-transfers',
    text: `insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
           select p, d, c, a, cause, (select business_now())
           from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[]) t (p, d, c, a, cause)`,
    values: [
      int8Array(postings.map((posting) => posting.partnerId)),
      textArray(postings.map((posting) => posting.debit)),
      textArray(postings.map((posting) => posting.credit)),
      int8Array(postings.map((posting) => posting.amountCents)),
      textArray(postings.map((posting) => posting.cause)),
    ],
  });
}

/**
 * Two statements, because an upsert would hold the CHECK against the row it proposes, a lone debit or credit, rather than
 * against the total: first every account exists, then all are locked in order and moved.
 */
async function moveTotals(tx: Tx, totals: readonly Total[]): Promise<void> {
  const partnerIds = int8Array(totals.map((total) => total.partnerId));
  const codes = textArray(totals.map((total) => total.code));
  await tx.query({
    name: 'ledger-accounts',
    text: `insert into ledger_accounts (partner_id, code)
           select * from unnest($1::bigint[], $2::text[]) t (p, c) order by p, c on conflict (partner_id, code) do nothing`,
    values: [partnerIds, codes],
  });
  await tx.query({
    name: 'ledger-totals',
    text: `with total as (
             select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) t (p, c, debits, credits)
           ), locked as materialized (
             select a.partner_id, a.code from ledger_accounts a
             where (a.partner_id, a.code) in (select p, c from total)
             order by a.partner_id, a.code for no key update
           )
           update ledger_accounts a
           set debits_cents = a.debits_cents + t.debits, credits_cents = a.credits_cents + t.credits
           from total t where a.partner_id = t.p and a.code = t.c and (select count(*) from locked) > 0`,
    values: [
      partnerIds,
      codes,
      int8Array(totals.map((total) => total.debits)),
      int8Array(totals.map((total) => total.credits)),
    ],
  });
}

interface Total {
  partnerId: bigint;
  code: Account;
  debits: bigint;
  credits: bigint;
}

function totalsOf(postings: readonly Posting[]): Total[] {
  const totals = new Map<string, Total>();
  const add = (partnerId: bigint, code: Account, debits: bigint, credits: bigint) => {
    const key = `${partnerId} ${code}`;
    const total = totals.get(key) ?? { partnerId, code, debits: 0n, credits: 0n };
    total.debits += debits;
    total.credits += credits;
    totals.set(key, total);
  };
  for (const posting of postings) {
    add(posting.partnerId, posting.debit, posting.amountCents, 0n);
    add(posting.partnerId, posting.credit, 0n, posting.amountCents);
  }
  return [...totals.values()];
}
