/**
 * `POST /past-rent-reports` (interface §4.8): keeps a report of rent paid in the past.
 */
import { CreatePastRentReport } from '../../contract/requests.ts';
import { torontoDate } from '../base/calendar.ts';
import { type JsonValue, rawText } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Answer, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { keepReport } from '../rent-reports/store.ts';
import { type ReportedRent, warningsOf } from '../rent-reports/warnings.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(CreatePastRentReport);
const keptMembers = Object.keys(CreatePastRentReport.properties);

export async function reportPastRent(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const body = exchange.body as { [name: string]: JsonValue };
  const sent = keptMembers.filter((name) => Object.hasOwn(body, name));
  const report = sent.map((name) => `${JSON.stringify(name)}:${rawText(body, name, exchange.numberTexts)}`).join(',');
  const warnings = warningsOf(body as unknown as ReportedRent, torontoDate(await context.clock.now()));
  const kept = await keepReport(context.database, exchange.caller.partnerId, `{${report}}`, warnings);
  const shown = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return okText(`{"id":${kept.id},"createdAt":"${isoFromInstant(kept.createdAt)}",${report}${shown}}`);
}
