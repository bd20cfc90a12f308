/**
 * The ledger as an operator reads it: balances, the statement of where every cent is, the audit on demand.
 */
import { type Account, accounts } from '../../ledger/accounts.ts';
import { idAsked, refuse, shown } from '../../people/asked.ts';
import { audit } from '../audit.ts';
import { dollars, type Handler, iso } from './context.ts';
import { placesOf, placesOfOne } from './places.ts';
import type { AuditView, LedgerView, StatementView } from './views.ts';

const partnersMax = 1000;

/** Balances of one partner (0: the operator's own), or of all with each partner's beside. */
export const balances: Handler = async ({ database }, exchange) => {
  const partnerId = idAsked(exchange, 'partnerId');
  const { rows } = await database.query<{
    partner_id: bigint;
    name: string;
    code: Account;
    debits: bigint;
    credits: bigint;
  }>(
    `select a.partner_id, n.name, a.code, a.debits_cents as debits, a.credits_cents as credits
     from ledger_accounts a join public.partners n on n.id = a.partner_id
     where $1::bigint is null or a.partner_id = $1 order by a.partner_id, a.code`,
    [partnerId ?? null],
  );
  const codes = Object.keys(accounts) as Account[];
  const view = codes.map((code) => {
    const own = rows.filter((row) => row.code === code);
    const debits = own.reduce((sum, row) => sum + row.debits, 0n);
    const credits = own.reduce((sum, row) => sum + row.credits, 0n);
    return {
      account: code,
      side: accounts[code],
      debits: dollars(debits),
      credits: dollars(credits),
      balance: dollars(accounts[code] === 'debit' ? debits - credits : credits - debits),
    };
  });
  const sum = rows.reduce((total, row) => total + row.debits - row.credits, 0n);
  const byPartner = [...Map.groupBy(rows, (row) => row.partner_id)];
  const partners = byPartner.slice(0, partnersMax).map(([id, own]) => ({
    partnerId: Number(id),
    partnerName: own[0]?.name ?? '',
    accounts: Object.fromEntries(
      own.map((row) => [
        row.code,
        dollars(accounts[row.code] === 'debit' ? row.debits - row.credits : row.credits - row.debits),
      ]),
    ),
  }));
  const shownId = partnerId === undefined ? null : Number(partnerId);
  const partnersLeftOut = byPartner.length - partners.length;
  return shown({
    partnerId: shownId,
    accounts: view,
    sum: dollars(sum),
    partners,
    partnersLeftOut,
  } satisfies LedgerView);
};

/** Where every cent is, counted from payments, transfers and sessions, and held against the ledger's own totals. */
export const statement: Handler = async ({ database }, exchange) => {
  const partnerId = idAsked(exchange, 'partnerId');
  const found = await database.snapshot(async (tx) =>
    partnerId === undefined ? placesOf(tx) : placesOfOne(tx, partnerId),
  );
  if (!found) return refuse(404, `There is no partner ${partnerId}`);
  return shown({
    partnerId: partnerId === undefined ? null : Number(partnerId),
    at: iso(Temporal.Now.instant()),
    lines: found.places.map(({ cents, ...place }) => ({ ...place, amount: dollars(cents) })),
    proofs: found.proofs.map(({ account, ledgerCents, countedCents }) => ({
      account,
      ledger: dollars(ledgerCents),
      counted: dollars(countedCents),
      holds: ledgerCents === countedCents,
    })),
    proven: found.proofs.every(({ ledgerCents, countedCents }) => ledgerCents === countedCents),
  } satisfies StatementView);
};

/** Every check of every room, now. Reads only, so it leaves no trace in the trail. */
export const auditNow: Handler = async ({ database }) => {
  const { balanced, checks } = await audit(database);
  return shown({ balanced, checks, at: iso(Temporal.Now.instant()) } satisfies AuditView);
};
