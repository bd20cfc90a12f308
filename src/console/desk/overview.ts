/**
 * The first page of the console: what waits for a person, in numbers.
 */
import type { Row } from '../../base/database.ts';
import { shown } from '../../people/asked.ts';
import { dollars, type Handler } from './context.ts';
import { failingEndpoints } from './endpoints.ts';
import type { OverviewView } from './views.ts';

const query = `select
    (select count(*)::integer from interac_transfers where state = 'held') as held,
    (select coalesce(sum(amount_cents), 0)::bigint from interac_transfers where state = 'held') as held_cents,
    f.count as failed, f.cents as failed_cents,
    (select count(*)::integer from quarantined_lines where state = 'open') as lines,
    (select count(*)::integer from eft_returns where action in ('hold', 'late') and resolved_at is null) as returns,
    (select count(*)::integer from settlement_answers where action in ('hold', 'unknown') and resolved_at is null) as answers,
    (select count(*)::integer from approvals where state = 'open') as approvals,
    (select count(*)::integer from card_sessions where state = 'held') as cards
  from (select count(*)::integer as count, coalesce(sum(coalesce(p.received_cents, p.amount_cents)), 0)::bigint as cents
    from payments p where p.state in ('rejected', 'uncollected') and not exists (
      select from payment_refunds r where r.partner_id = p.partner_id and r.payment_id = p.id)) f`;

export const overview: Handler = async ({ database, config }) => {
  const { rows } = await database.query(query);
  const row = rows[0] as Row;
  return shown({
    environment: config.environment,
    heldTransfers: { count: row.held as number, amount: dollars(row.held_cents as bigint) },
    failedPayments: { count: row.failed as number, amount: dollars(row.failed_cents as bigint) },
    quarantinedLines: row.lines as number,
    openReturns: row.returns as number,
    heldAnswers: row.answers as number,
    openApprovals: row.approvals as number,
    failingEndpoints: (await failingEndpoints(database)).length,
    heldCards: row.cards as number,
  } satisfies OverviewView);
};
