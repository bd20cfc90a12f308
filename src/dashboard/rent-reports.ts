/**
 * Past rent reports, as they were sent (open point `rent-report-shape`).
 */
import { isoFromInstant } from '../base/time.ts';
import { type Answer, type Failure, isFailure } from '../http/answer.ts';
import { idOf, type PersonExchange } from '../people/door.ts';
import { findReport, type ListedReport, listReports } from '../rent-reports/store.ts';
import { cursorOf, limitOf, missing, pageOf, refusalIn, shown } from './asked.ts';
import type { DashboardContext } from './context.ts';
import type { Page, RentReportDetail, RentReportView } from './views.ts';

const pageUsual = 25;
const pageMax = 50;

export async function rentReports({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const before = cursorOf(exchange);
  const limit = limitOf(exchange, pageUsual, pageMax);
  if (isFailure(before) || isFailure(limit)) return refusalIn(before, limit) as Failure;
  const reports = await listReports(database, exchange.partnerId, before, limit + 1);
  return shown<Page<RentReportView>>(pageOf(reports, limit, viewOf));
}

export async function rentReport({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const id = idOf(exchange.params.reportId);
  const found = id === undefined ? undefined : await findReport(database, exchange.partnerId, id);
  if (!found) return missing('rent report');
  const report = JSON.parse(found.report) as Record<string, unknown>;
  return shown<RentReportDetail>({ ...viewOf(found), warnings: found.warnings, report });
}

function viewOf({ id, createdAt, summary }: ListedReport): RentReportView {
  return { id: Number(id), createdAt: isoFromInstant(createdAt), ...summary };
}
