/**
 * Past rent reports: kept as sent, answered with what the usual rules say of them. Nothing is sent to a bureau (open point
 * `rent-report-shape`).
 */
import type { Tx } from '../base/database.ts';

export interface KeptReport {
  id: bigint;
  createdAt: Temporal.Instant;
}

/** Keeps a report (its JSON text) of a partner. */
export async function keepReport(
  tx: Tx,
  partnerId: bigint,
  report: string,
  warnings: readonly string[],
): Promise<KeptReport> {
  const { rows } = await tx.query<{ id: bigint; created_at: Temporal.Instant }>(
    `insert into past_rent_reports (partner_id, report, warnings, created_at)
     values ($1, $2, $3, business_now()) returning id, created_at`,
    [partnerId, report, warnings],
  );
  const row = rows[0] as { id: bigint; created_at: Temporal.Instant };
  return { id: row.id, createdAt: row.created_at };
}
