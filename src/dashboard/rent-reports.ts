/**
 * Past rent reports, as they were sent (open point `rent-report-shape`).
 */
import { isoFromInstant } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { cursorOf, idInPath, limitOf, missing, paged, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import { findReport, type ListedReport, listReports } from '../rent-reports/store.ts';
import type { DashboardContext } from './context.ts';
import type { Page, RentReportDetail, RentReportView } from './views.ts';

const pageUsual = 25;
const pageMax = 50;

export async function rentReports({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const before = cursorOf(exchange);
  const limit = limitOf(exchange, pageUsual, pageMax);
  const reports = await listReports(database, exchange.partnerId, before, limit + 1);
  return shown<Page<RentReportView>>(paged(reports, limit, ({ id }) => id, viewOf));
}

export async function rentReport({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const id = idInPath(exchange, 'reportId', 'rent report');
  const found = (await findReport(database, exchange.partnerId, id)) ?? missing('rent report');
  const report = JSON.parse(found.report) as Record<string, unknown>;
  return shown<RentReportDetail>({ ...viewOf(found), warnings: found.warnings, report });
}

function viewOf({ id, createdAt, summary }: ListedReport): RentReportView {
  return { id: Number(id), createdAt: isoFromInstant(createdAt), ...summary };
}
