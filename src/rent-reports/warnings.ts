/**
 * The usual rules of rent reporting (formats §5), as warnings: a report that breaks one is kept all the same, because the
 * interface shows no rule (open point `rent-report-shape`).
 */
import { dateFromIso } from '../base/time.ts';

/** Past rent is reported for so many months (formats §5). */
export const reportedMonthsMax = 24;
const statuses = ['paid', 'late', 'missed'];
const postalCode = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i;

export interface ReportedRent {
  payments: { month: string; amount: number; paidDate?: unknown; status?: unknown }[];
  leaseStartDate?: unknown;
  leaseEndDate?: unknown;
  consent?: unknown;
  address?: unknown;
}

/** The rules that `report` does not meet, each as a sentence, as of `today`. */
export function warningsOf(report: ReportedRent, today: Temporal.PlainDate): string[] {
  const warnings: string[] = [];
  const thisMonth = today.toPlainYearMonth();
  const oldest = thisMonth.subtract({ months: reportedMonthsMax });
  const start = dateOf(report.leaseStartDate)?.toPlainYearMonth();
  const end = dateOf(report.leaseEndDate)?.toPlainYearMonth();
  const seen = new Set<string>();
  for (const { month, paidDate, status } of report.payments) {
    const reported = Temporal.PlainYearMonth.from(month);
    const is = (other: Temporal.PlainYearMonth | undefined) =>
      other ? Temporal.PlainYearMonth.compare(reported, other) : 0;
    if (seen.has(month)) warnings.push(`${month} is reported more than once.`);
    seen.add(month);
    if (is(thisMonth) > 0) warnings.push(`${month} lies in the future.`);
    if (is(oldest) < 0) warnings.push(`${month} lies more than ${reportedMonthsMax} months back.`);
    if (start && is(start) < 0) warnings.push(`${month} lies before the lease began.`);
    if (end && is(end) > 0) warnings.push(`${month} lies after the lease ended.`);
    if (paidDate !== undefined && paidDate !== null && !dateOf(paidDate)) {
      warnings.push(`The paidDate of ${month} is not a date written YYYY-MM-DD.`);
    }
    if (status !== undefined && !statuses.includes(status as string)) {
      warnings.push(`The status of ${month} is none of ${statuses.join(', ')}.`);
    }
  }
  return [...warnings, ...wholeWarnings(report)];
}

function wholeWarnings(report: ReportedRent): string[] {
  const warnings: string[] = [];
  if (report.payments.length === 0) warnings.push('The report names no month.');
  if ((report.consent as { given?: unknown } | undefined)?.given !== true) {
    warnings.push("The tenant's consent is not stated.");
  }
  const code = (report.address as { postalCode?: unknown } | undefined)?.postalCode;
  if (code !== undefined && !(typeof code === 'string' && postalCode.test(code.trim()))) {
    warnings.push('The postal code is not a Canadian one (A1A 1A1).');
  }
  return warnings;
}

function dateOf(value: unknown): Temporal.PlainDate | undefined {
  return typeof value === 'string' ? dateFromIso(value) : undefined;
}
