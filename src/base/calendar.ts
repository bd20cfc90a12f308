/**
 * Bank business days and cut-offs. Days are those of Toronto, where the banks' exchange closes its day; instants are
 * UTC. A business day is a weekday that is no bank holiday (`bank-holidays.ts`).
 *
 * Outside the years of that table nothing is guessed: every function throws `CalendarTableEnds`.
 */
import type { ConfigurableHoliday } from './bank-holidays.ts';
import { bankHolidays, configurableHolidays, firstYear, lastYear } from './bank-holidays.ts';

export const timeZone = 'America/Toronto';

/** The configurable holidays on which this operator's bank does work; none, unless the operator says so. */
export type WorkedHolidays = ReadonlySet<ConfigurableHoliday>;
let workedHere: WorkedHolidays = new Set();

/** Sets, once at the start, which of the configurable holidays this operator's bank works on (`WORKED_HOLIDAYS`). */
export function workOn(holidays: WorkedHolidays): void {
  workedHere = holidays;
}

/** A date outside the table of bank holidays was asked for. */
export class CalendarTableEnds extends RangeError {
  override readonly name = 'CalendarTableEnds';
}

/** Whether banks move money on this date. Throws `CalendarTableEnds` outside the table. */
export function isBusinessDay(date: Temporal.PlainDate, worked: WorkedHolidays = workedHere): boolean {
  if (date.year < firstYear || date.year > lastYear) {
    throw new CalendarTableEnds(
      `no bank holidays are known for ${date}: the table in src/base/bank-holidays.ts has ${firstYear} to ${lastYear}`,
    );
  }
  if (date.dayOfWeek >= 6) return false;
  const holiday = bankHolidays.get(date.toString());
  return holiday === undefined || (isConfigurable(holiday) && worked.has(holiday));
}

/** The first business day after this date. */
export function nextBusinessDay(date: Temporal.PlainDate, worked: WorkedHolidays = workedHere): Temporal.PlainDate {
  return businessDayFrom(date.add({ days: 1 }), worked);
}

/** This date where it is a business day, else the first one after it. */
export function businessDayFrom(date: Temporal.PlainDate, worked: WorkedHolidays = workedHere): Temporal.PlainDate {
  let day = date;
  while (!isBusinessDay(day, worked)) day = day.add({ days: 1 });
  return day;
}

/**
 * The date `count` business days after this one, which itself does not count; 0 answers it unchanged. From a Saturday,
 * 1 is the Monday. Throws RangeError for a count that is negative or not whole.
 */
export function addBusinessDays(
  date: Temporal.PlainDate,
  count: number,
  worked: WorkedHolidays = workedHere,
): Temporal.PlainDate {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`${count} is not a number of business days: a whole number from 0 is`);
  }
  let day = date;
  for (let counted = 0; counted < count; counted++) day = nextBusinessDay(day, worked);
  return day;
}

/** The date in Toronto at this instant. */
export function torontoDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/**
 * The instant of a time of day (`14:30` or a PlainTime) on a date in Toronto. A time that the clocks skip in March is
 * taken an hour later, one that comes twice in November is the first.
 */
export function cutOff(date: Temporal.PlainDate, time: Temporal.PlainTime | string): Temporal.Instant {
  return date
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant();
}

/** The first cut-off later than this instant, at that time of day on a business day: when what is ready now goes out. */
export function nextCutOff(
  after: Temporal.Instant,
  time: Temporal.PlainTime | string,
  worked: WorkedHolidays = workedHere,
): Temporal.Instant {
  const today = torontoDate(after);
  const first = businessDayFrom(today, worked);
  const instant = cutOff(first, time);
  return Temporal.Instant.compare(instant, after) > 0 ? instant : cutOff(nextBusinessDay(first, worked), time);
}

/** The latest cut-off at or before this instant. */
export function latestCutOffBefore(
  at: Temporal.Instant,
  time: Temporal.PlainTime | string,
  worked: WorkedHolidays = workedHere,
): Temporal.Instant {
  for (let day = torontoDate(at); ; day = day.subtract({ days: 1 })) {
    const candidate = cutOff(day, time);
    if (isBusinessDay(day, worked) && Temporal.Instant.compare(candidate, at) <= 0) return candidate;
  }
}

/** The latest date from which so many business days have passed by `today`. */
export function businessDaysBefore(
  today: Temporal.PlainDate,
  count: number,
  worked: WorkedHolidays = workedHere,
): Temporal.PlainDate {
  let day = today;
  while (Temporal.PlainDate.compare(addBusinessDays(day, count, worked), today) > 0) day = day.subtract({ days: 1 });
  return day;
}

function isConfigurable(holiday: string): holiday is ConfigurableHoliday {
  return (configurableHolidays as readonly string[]).includes(holiday);
}
