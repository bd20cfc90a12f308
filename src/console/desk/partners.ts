/**
 * Partners: who they are, what they have, and making a new one. Its people are invited by the people's own routes.
 */
import type { Row } from '../../base/database.ts';
import { compileBody } from '../../http/validation.ts';
import { type Account, accounts } from '../../ledger/accounts.ts';
import { addPartner } from '../../partners/partners.ts';
import { statesOf } from '../../payments/machine.ts';
import { idsBetween } from '../../payments/search.ts';
import { bodyOf, cursorOf, idInPath, limitOf, paged, refuse, shown } from '../../people/asked.ts';
import { operatorId, trail } from '../../people/door.ts';
import { CreatePartner } from './bodies.ts';
import { dollars, type Handler, iso } from './context.ts';
import type { CreatePartnerRequest, PartnerDetail, PartnerList, PartnerView, PaymentStatus } from './views.ts';

const checkCreate = compileBody(CreatePartner);
const numbersDays = 30;

const partnersQuery = `select n.id, n.name, n.created_at, e.url, e.events, e.changed_at,
    (select count(*)::integer from api_tokens t where t.partner_id = n.id and t.active) as tokens,
    (select count(*)::integer from memberships m where m.partner_id = n.id) as people
  from public.partners n left join webhook_endpoints e on e.partner_id = n.id`;

/** By id: the oldest first. */
export const list: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const { rows } = await database.query(`${partnersQuery} where n.id > 0 and n.id > $2 order by n.id limit $1`, [
    limit + 1,
    after ?? 0n,
  ]);
  return shown(paged(rows, limit, (row) => row.id as bigint, partnerView) satisfies PartnerList);
};

export const create: Handler = async ({ database }, exchange) => {
  const { visitor } = exchange;
  const { name: given, reason } = bodyOf<CreatePartnerRequest>(checkCreate, exchange);
  const view = await database.transaction(async (tx) => {
    const { outcome, partner } = await addPartner(tx, given);
    const { id, name } = partner;
    if (outcome === 'known') return refuse(409, `There is a partner ${JSON.stringify(name)} already: partner ${id}`);
    const subject = `partner ${id}`;
    await trail(tx, { partnerId: operatorId, visitor, act: 'partner created', subject, after: { name, reason } });
    const { rows } = await tx.query(`${partnersQuery} where n.id = $1`, [id]);
    return partnerView(rows[0] as Row);
  });
  return shown(view);
};

export const show: Handler = async ({ database, clock }, exchange) => {
  const id = idInPath(exchange, 'partner', 'partner');
  const { rows } = await database.query(`${partnersQuery} where n.id = $1 and n.id > 0`, [id]);
  const row = rows[0];
  if (!row) return refuse(404, `There is no partner ${id}`);
  const since = (await clock.now()).subtract({ hours: 24 * numbersDays });
  // No index leads to times of creation; ids rise with them.
  const { from } = await idsBetween(database, id, { createdFrom: since });
  const { rows: states } = await database.query<{ state: string; count: number; cents: bigint }>(
    `select state, count(*)::integer as count, sum(amount_cents)::bigint as cents from payments
     where partner_id = $1 and id >= $3 and created_at >= $2 group by state`,
    [id, since.toString(), from],
  );
  const { rows: balances } = await database.query<{ code: Account; cents: bigint }>(
    'select code, debits_cents - credits_cents as cents from ledger_accounts where partner_id = $1 order by code',
    [id],
  );
  const statuses = (['pending', 'completed', 'failed'] as const).map((status: PaymentStatus) => {
    const own = states.filter(({ state }) => (statesOf(status) as string[]).includes(state));
    return {
      status,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amount: dollars(own.reduce((sum, { cents }) => sum + cents, 0n)),
    };
  });
  return shown({
    partner: partnerView(row),
    numbers: { days: numbersDays, statuses },
    balances: Object.fromEntries(
      balances.map(({ code, cents }) => [code, dollars(accounts[code] === 'debit' ? cents : -cents)]),
    ),
  } satisfies PartnerDetail);
};

function partnerView(row: Row): PartnerView {
  return {
    partnerId: Number(row.id),
    name: row.name as string,
    createdAt: iso(row.created_at as Temporal.Instant),
    activeTokens: row.tokens as number,
    endpoint:
      row.url === null
        ? null
        : {
            url: row.url as string,
            events: row.events as string[],
            changedAt: iso(row.changed_at as Temporal.Instant),
          },
    people: row.people as number,
  };
}
