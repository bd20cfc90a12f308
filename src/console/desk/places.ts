/**
 * Where every cent is: what payments, transfers and card sessions say of it, place by place, against the ledger's accounts.
 *
 *   in   collected_*       what came in and has not gone back at its source        receivable   what went back late and is owed to us
 *   out  held · to be sent · with the biller · paid · given back                   (each an account, or a part of one)
 */
import type { Tx } from '../../base/database.ts';
import { type Account, accounts } from '../../ledger/accounts.ts';

export interface Place {
  /** A fixed name, for the pages' words. */
  place: string;
  account: Account;
  count: number;
  cents: bigint;
}

export interface Places {
  places: Place[];
  proofs: { account: Account; ledgerCents: bigint; countedCents: bigint }[];
}

/** Of all partners and the operator together. */
export async function placesOf(tx: Tx): Promise<Places> {
  return counted(tx, null);
}

/** Of one partner (0: the operator); undefined where there is none. */
export async function placesOfOne(tx: Tx, partnerId: bigint): Promise<Places | undefined> {
  const { rowCount } = await tx.query('select from public.partners where id = $1', [partnerId]);
  return rowCount === 0 ? undefined : counted(tx, partnerId);
}

/** What each state of a bill or rent that has its money means, in the order of its way. */
const statePlaces: readonly (readonly [place: string, kind: 'bill' | 'rent', state: string, account: Account])[] = [
  ['waits for the next settlement', 'bill', 'collected', 'owed_to_billers'],
  ['with the biller’s bank', 'bill', 'settling', 'in_settlement'],
  ['re-queued', 'bill', 'resettling', 'in_settlement'],
  ['rejected, waits for correction', 'bill', 'rejected', 'owed_to_billers'],
  ['given back to the payer', 'bill', 'given back', 'given_back'],
  ['paid to the biller', 'bill', 'settled', 'paid_out'],
  ['rent, for the landlord', 'rent', 'collected', 'owed_to_landlords'],
];

async function counted(tx: Tx, partnerId: bigint | null): Promise<Places> {
  const { rows: states } = await tx.query<{ kind: string; state: string; count: number; cents: bigint }>(statesQuery, [
    partnerId,
  ]);
  const { rows: aside } = await tx.query<{ place: string; account: Account; count: number; cents: bigint }>(
    asideQuery,
    [partnerId],
  );
  const { rows: sources } = await tx.query<{ account: Account; cents: bigint }>(sourcesQuery, [partnerId]);
  const { rows: ledger } = await tx.query<{ code: Account; cents: bigint }>(
    `select code, sum(debits_cents - credits_cents)::bigint as cents from ledger_accounts
     where $1::bigint is null or partner_id = $1 group by code`,
    [partnerId],
  );
  const places: Place[] = [
    ...aside.map(({ place, account, count, cents }) => ({ place, account, count, cents })),
    ...statePlaces.map(([place, kind, state, account]) => {
      const found = states.find((row) => row.kind === kind && row.state === state);
      return { place, account, count: found?.count ?? 0, cents: found?.cents ?? 0n };
    }),
  ];
  const proofs = (Object.keys(accounts) as Account[]).map((account) => {
    const balance = ledger.find(({ code }) => code === account)?.cents ?? 0n;
    const here = [...places, ...sources].filter((place) => place.account === account);
    return {
      account,
      ledgerCents: accounts[account] === 'debit' ? balance : -balance,
      countedCents: here.reduce((sum, { cents }) => sum + cents, 0n),
    };
  });
  return { places, proofs };
}

const statesQuery = `select k.kind, k.state, count(*)::integer as count, sum(k.received_cents)::bigint as cents from (
    select case when p.payee_name is null then 'rent' else 'bill' end as kind,
      case when r.payment_id is null then p.state else 'given back' end as state, p.received_cents
    from payments p left join payment_refunds r on r.partner_id = p.partner_id and r.payment_id = p.id
    where p.received_cents is not null and ($1::bigint is null or p.partner_id = $1)
  ) k group by k.kind, k.state`;

/** Reversals with the state of their card session; only what stands. */
const reversed = `select r.partner_id, r.amount_cents, s.state from card_reversals r
  join card_sessions s using (partner_id, payment_id, attempt) where r.state = 'posted'`;
const late = `select r.partner_id, d.amount_cents from eft_returns r join eft_debits d using (partner_id, payment_id, attempt)
  where r.action = 'late'`;

/** Money that is no payment's, and money that is owed to us. */
const asideQuery = `select 'transfers on hold' as place, 'held_funds' as account, count(*)::integer as count,
    coalesce(sum(amount_cents), 0)::bigint as cents
  from interac_transfers where state = 'held' and ($1::bigint is null or $1 = 0)
  union all
  select 'card payments on hold', 'held_funds', (select count(*)::integer from card_sessions
      where state = 'held' and received_cents is not null and ($1::bigint is null or partner_id = $1)),
    (coalesce((select sum(received_cents) from card_sessions where state = 'held' and ($1::bigint is null or partner_id = $1)), 0)
      - coalesce((select sum(amount_cents) from (${reversed}) r where state = 'held' and ($1::bigint is null or partner_id = $1)), 0))::bigint
  union all
  select 'debits that came back late', 'receivable', count(*)::integer, coalesce(sum(amount_cents), 0)::bigint
  from (${late}) l where $1::bigint is null or partner_id = $1
  union all
  select 'card payments that went back', 'receivable', count(*)::integer, coalesce(sum(amount_cents), 0)::bigint
  from (${reversed}) r where state = 'paid' and ($1::bigint is null or partner_id = $1)`;

/** What came in by each way, less what went back at its source. */
const sourcesQuery = `select account, coalesce(sum(cents), 0)::bigint as cents from (
    select partner_id, case kind when 'bill_eft' then 'collected_eft' when 'rent_card' then 'collected_card'
      else 'collected_interac' end as account, received_cents as cents from payments where received_cents is not null
    union all select 0, 'collected_interac', amount_cents from interac_transfers where state = 'held'
    union all select partner_id, 'collected_card', received_cents from card_sessions where state = 'held'
    union all select partner_id, 'collected_card', -amount_cents from (${reversed}) r
    union all select partner_id, 'collected_eft', -amount_cents from (${late}) l
  ) s where $1::bigint is null or partner_id = $1 group by account`;
