/**
 * The days on which Canadian banks move no money although they are weekdays (formats §8). One table, kept by hand: no
 * package lists them rightly. A holiday that falls on a weekend is entered on the business day it moves to.
 *
 * To extend it: add the year, run the tests (they compute every day again by its rule), set `tableVersion`.
 */

/** When the table was last looked through. */
export const tableVersion = '2026-11-21';

/** Provincial days on which the exchange usually rests as well; an operator whose bank works then says so. */
export const configurableHolidays = ['family-day', 'civic-holiday'] as const;
export type ConfigurableHoliday = (typeof configurableHolidays)[number];

export type BankHoliday =
  | ConfigurableHoliday
  | 'new-year'
  | 'good-friday'
  | 'victoria-day'
  | 'canada-day'
  | 'labour-day'
  | 'truth-and-reconciliation'
  | 'thanksgiving'
  | 'remembrance-day'
  | 'christmas'
  | 'boxing-day';

/** The order of the columns below. */
const columns: readonly BankHoliday[] = [
  'new-year',
  'family-day',
  'good-friday',
  'victoria-day',
  'canada-day',
  'civic-holiday',
  'labour-day',
  'truth-and-reconciliation',
  'thanksgiving',
  'remembrance-day',
  'christmas',
  'boxing-day',
];

const years: Readonly<Record<number, string>> = {
  2026: '01-01 02-16 04-03 05-18 07-01 08-03 09-07 09-30 10-12 11-11 12-25 12-28',
  2027: '01-01 02-15 03-26 05-24 07-01 08-02 09-06 09-30 10-11 11-11 12-27 12-28',
  2028: '01-03 02-21 04-14 05-22 07-03 08-07 09-04 10-02 10-09 11-13 12-25 12-26',
  2029: '01-01 02-19 03-30 05-21 07-02 08-06 09-03 10-01 10-08 11-12 12-25 12-26',
  2030: '01-01 02-18 04-19 05-20 07-01 08-05 09-02 09-30 10-14 11-11 12-25 12-26',
  2031: '01-01 02-17 04-11 05-19 07-01 08-04 09-01 09-30 10-13 11-11 12-25 12-26',
};

/** First and last year of the table; outside of it nothing is known. */
export const firstYear = Math.min(...Object.keys(years).map(Number));
export const lastYear = Math.max(...Object.keys(years).map(Number));

/** Which holiday a date is (`YYYY-MM-DD`). */
export const bankHolidays: ReadonlyMap<string, BankHoliday> = new Map(
  Object.entries(years).flatMap(([year, days]) =>
    days.split(' ').map((day, index) => [`${year}-${day}`, columns[index] as BankHoliday] as const),
  ),
);
