/**
 * `POST /past-rent-reports` (interface §4.8): keeps a report of rent paid in the past.
 */
import { CreatePastRentReport } from '../../contract/requests.ts';
import { torontoDate } from '../base/calendar.ts';
import { type JsonValue, type NumberTexts, rawText } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
import { type Answer, invalid, okText } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import { compileBody } from '../http/validation.ts';
import type { Caller } from '../partners/tokens.ts';
import { keepReport, summaryOf } from '../rent-reports/store.ts';
import { type ReportedRent, warningsOf } from '../rent-reports/warnings.ts';
import type { ApiContext } from './context.ts';

const check = compileBody(CreatePastRentReport);
const keptMembers = Object.keys(CreatePastRentReport.properties);

export async function reportPastRent(context: ApiContext, exchange: Exchange<Caller>): Promise<Answer> {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const body = exchange.body as { [name: string]: JsonValue };
  const members: string[] = [];
  for (const name of keptMembers.filter((each) => Object.hasOwn(body, each))) {
    const text = textOf(body, name, exchange.numberTexts);
    if (text === undefined) return invalid([{ path: [name], message: 'is nested too deeply' }]);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  const report = members.join(',');
  const reported = body as unknown as ReportedRent & { userEmail: string };
  const warnings = warningsOf(reported, torontoDate(await context.clock.now()));
  const { partnerId } = exchange.caller;
  const kept = await keepReport(context.database, partnerId, `{${report}}`, summaryOf(reported, warnings), warnings);
  const shown = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return okText(`{"id":${kept.id},"createdAt":"${isoFromInstant(kept.createdAt)}",${report}${shown}}`);
}

/** A member as JSON text; undefined where it is nested so deeply that it can be read, but not written. */
function textOf(body: { [name: string]: JsonValue }, name: string, numberTexts: NumberTexts): string | undefined {
  try {
    return rawText(body, name, numberTexts);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
