/** The bank calendar: the table against its own rules and the known vectors, days, cut-offs, clock changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankHolidays, configurableHolidays, firstYear, lastYear } from '../../src/base/bank-holidays.ts';
import {
  addBusinessDays,
  businessDayFrom,
  CalendarTableEnds,
  cutOff,
  isBusinessDay,
  nextBusinessDay,
  nextCutOff,
  torontoDate,
} from '../../src/base/calendar.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const instant = (text: string) => Temporal.Instant.from(text);

/** The n-th of a weekday (1 = Monday) in a month. */
function nth(year: number, month: number, weekday: number, n: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (n - 1) });
}

/** Easter Sunday, Gregorian (Gauss with the corrections of Lichtenberg). */
function easter(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const lunar = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const solar = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const moon = (19 * cycle + lunar) % 30;
  const correction = Math.floor((moon + Math.floor(cycle / 11)) / 29);
  const limit = 21 + moon - correction;
  const sunday = 7 - ((year + Math.floor(year / 4) + solar) % 7);
  const days = limit + 7 - ((((limit - sunday) % 7) + 7) % 7);
  return Temporal.PlainDate.from({ year, month: 3, day: 1 }).add({ days: days - 1 });
}

function observed(day: Temporal.PlainDate, taken: string[] = []): Temporal.PlainDate {
  return day.dayOfWeek >= 6 || taken.includes(day.toString()) ? observed(day.add({ days: 1 }), taken) : day;
}

function byRule(year: number): string[] {
  const day = (month: number, number: number) => Temporal.PlainDate.from({ year, month, day: number });
  const christmas = observed(day(12, 25));
  return [
    observed(day(1, 1)),
    nth(year, 2, 1, 3),
    easter(year).subtract({ days: 2 }),
    nth(year, 5, 1, 4).day < 25 ? nth(year, 5, 1, 4) : nth(year, 5, 1, 3),
    observed(day(7, 1)),
    nth(year, 8, 1, 1),
    nth(year, 9, 1, 1),
    observed(day(9, 30)),
    nth(year, 10, 1, 2),
    observed(day(11, 11)),
    christmas,
    observed(day(12, 26), [christmas.toString()]),
  ].map(String);
}

test('every year of the table holds exactly the days that the rules give', () => {
  for (let year = firstYear; year <= lastYear; year++) {
    const inTable = [...bankHolidays.keys()].filter((day) => day.startsWith(`${year}-`));
    assert.deepEqual(inTable.sort(), byRule(year).sort(), `${year}`);
  }
});

test('the table holds the known days of 2026 to 2028', () => {
  const known: Record<number, string> = {
    2026: '01-01 02-16 04-03 05-18 07-01 08-03 09-07 09-30 10-12 11-11 12-25 12-28',
    2027: '01-01 02-15 03-26 05-24 07-01 08-02 09-06 09-30 10-11 11-11 12-27 12-28',
    2028: '01-03 02-21 04-14 05-22 07-03 08-07 09-04 10-02 10-09 11-13 12-25 12-26',
  };
  for (const [year, days] of Object.entries(known)) {
    for (const day of days.split(' ')) assert.equal(isBusinessDay(date(`${year}-${day}`)), false, `${year}-${day}`);
  }
  assert.equal(isBusinessDay(date('2026-11-20')), true);
  assert.equal(isBusinessDay(date('2026-06-24')), true, 'a Quebec holiday is none of the banks');
  assert.equal(isBusinessDay(date('2026-04-06')), true, 'Easter Monday is a business day');
});

test('the table reaches at least twelve months ahead: if this fails, extend src/base/bank-holidays.ts', () => {
  const end = Temporal.PlainDate.from({ year: lastYear, month: 12, day: 31 });
  const needed = torontoDate(Temporal.Now.instant()).add({ months: 12 });
  assert.ok(Temporal.PlainDate.compare(end, needed) >= 0, `the table ends ${end}, needed is ${needed}`);
});

test('outside the table nothing is guessed: the error names the file and its years', () => {
  const after = date(`${lastYear + 1}-01-02`);
  assert.throws(() => isBusinessDay(after), { name: 'CalendarTableEnds', message: /bank-holidays\.ts has \d+ to \d+/ });
  assert.throws(() => isBusinessDay(date(`${firstYear - 1}-12-31`)), CalendarTableEnds);
  assert.throws(() => addBusinessDays(date(`${lastYear}-12-30`), 3), CalendarTableEnds);
});

test('configurable holidays, and only those, can be declared worked', () => {
  const worked = new Set(configurableHolidays);
  assert.equal(isBusinessDay(date('2026-02-16')), false);
  assert.equal(isBusinessDay(date('2026-02-16'), worked), true);
  assert.equal(isBusinessDay(date('2026-08-03'), worked), true);
  assert.equal(isBusinessDay(date('2026-12-25'), worked), false);
});

test('business days are counted over weekends and holidays, the day itself not counted', () => {
  const cases: [from: string, count: number, to: string][] = [
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-12-24', 1, '2026-12-29'],
    ['2027-12-24', 3, '2027-12-31'],
    ['2026-09-29', 3, '2026-10-05'],
  ];
  for (const [from, count, to] of cases) assert.equal(addBusinessDays(date(from), count).toString(), to, from);
  assert.equal(nextBusinessDay(date('2026-11-20')).toString(), '2026-11-23');
  assert.equal(businessDayFrom(date('2026-11-20')).toString(), '2026-11-20');
  for (const count of [-1, 0.5, Number.NaN])
    assert.throws(() => addBusinessDays(date('2026-11-20'), count), RangeError);
});

test('the date is that of Toronto, not of UTC', () => {
  assert.equal(torontoDate(instant('2026-11-21T04:59:59Z')).toString(), '2026-11-20');
  assert.equal(torontoDate(instant('2026-11-21T05:00:00Z')).toString(), '2026-11-21');
  assert.equal(torontoDate(instant('2026-07-01T03:59:59Z')).toString(), '2026-06-30');
});

test('a cut-off keeps its time of day over both changes of the clock', () => {
  assert.equal(cutOff(date('2026-03-06'), '14:30').toString(), '2026-03-06T19:30:00Z');
  assert.equal(cutOff(date('2026-03-09'), '14:30').toString(), '2026-03-09T18:30:00Z');
  assert.equal(cutOff(date('2026-11-02'), '14:30').toString(), '2026-11-02T19:30:00Z');
  assert.equal(cutOff(date('2026-03-08'), '02:30').toString(), '2026-03-08T07:30:00Z', 'skipped: an hour later');
  assert.equal(cutOff(date('2026-11-01'), '01:30').toString(), '2026-11-01T05:30:00Z', 'twice: the first');
});

test('the next cut-off is later than now, on a business day', () => {
  const cases: [now: string, next: string][] = [
    ['2026-11-20T19:29:59Z', '2026-11-20T19:30:00Z'],
    ['2026-11-20T19:30:00Z', '2026-11-23T19:30:00Z'],
    ['2026-11-22T12:00:00Z', '2026-11-23T19:30:00Z'],
    ['2026-12-24T22:00:00Z', '2026-12-29T19:30:00Z'],
    ['2026-11-21T02:00:00Z', '2026-11-23T19:30:00Z'],
  ];
  for (const [now, next] of cases) assert.equal(nextCutOff(instant(now), '14:30').toString(), next, now);
});
