/**
 * Past rent reports: kept as sent, answered with what the usual rules say of them. Nothing is sent to a bureau (open point
 * `rent-report-shape`).
 */
import type { Row, Tx } from '../base/database.ts';

export interface KeptReport {
  id: bigint;
  createdAt: Temporal.Instant;
}

/** What a list says of a report, however long it is. */
export interface ReportSummary {
  userEmail: string;
  userName?: string;
  months: number;
  firstMonth?: string;
  lastMonth?: string;
  warningCount: number;
}

/** No name is longer; what is sent as one may be. */
const nameCharactersMax = 254;

/** Only `userEmail` and `payments` have a form; whatever else was sent is kept as it was. */
export function summaryOf(
  report: { userEmail: string; payments: readonly { month: string }[]; userName?: unknown },
  warnings: readonly string[],
): ReportSummary {
  const months = report.payments.map(({ month }) => month).sort();
  const [firstMonth, lastMonth] = [months[0], months.at(-1)];
  const { userEmail, userName } = report;
  return {
    userEmail,
    ...(typeof userName === 'string' && { userName: userName.slice(0, nameCharactersMax).toWellFormed() }),
    months: months.length,
    ...(firstMonth !== undefined && { firstMonth }),
    ...(lastMonth !== undefined && { lastMonth }),
    warningCount: warnings.length,
  };
}

/** Keeps a report (its JSON text) of a partner. */
export async function keepReport(
  tx: Tx,
  partnerId: bigint,
  report: string,
  summary: ReportSummary,
  warnings: readonly string[],
): Promise<KeptReport> {
  const { rows } = await tx.query<{ id: bigint; created_at: Temporal.Instant }>(
    `insert into past_rent_reports (partner_id, report, summary, warnings, created_at)
     values ($1, $2, $3, $4, business_now()) returning id, created_at`,
    [partnerId, report, JSON.stringify(summary), warnings],
  );
  const row = rows[0] as { id: bigint; created_at: Temporal.Instant };
  return { id: row.id, createdAt: row.created_at };
}

export interface ListedReport extends KeptReport {
  summary: ReportSummary;
}

export interface RentReport extends ListedReport {
  /** As it was sent: JSON text. */
  report: string;
  warnings: string[];
}

/** A partner's reports, newest first; only those before `before`, where it is given. What they hold is not read. */
export async function listReports(
  tx: Tx,
  partnerId: bigint,
  before: bigint | undefined,
  limit: number,
): Promise<ListedReport[]> {
  const { rows } = await tx.query(
    `select id, summary, created_at, case when summary is null then report end as report,
       case when summary is null then warnings end as warnings
     from past_rent_reports where partner_id = $1 and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [partnerId, before ?? null, limit],
  );
  return rows.map(listed);
}

export async function findReport(tx: Tx, partnerId: bigint, id: bigint): Promise<RentReport | undefined> {
  const { rows } = await tx.query(
    `select id, report, summary, warnings, created_at from past_rent_reports where partner_id = $1 and id = $2`,
    [partnerId, id],
  );
  const row = rows[0];
  return row && { ...listed(row), report: row.report as string, warnings: row.warnings as string[] };
}

/** Without a summary are reports that an earlier release kept while this one was already migrated, and those that SQL cannot read. */
function listed(row: Row): ListedReport {
  const kept = row.summary as string | null;
  const summary =
    kept === null
      ? summaryOf(JSON.parse(row.report as string), row.warnings as string[])
      : (JSON.parse(kept) as ReportSummary);
  return { id: row.id as bigint, createdAt: row.created_at as Temporal.Instant, summary };
}
