/**
 * Numbers, money and times as a language writes them. Times are shown as in Toronto, where the business days are.
 */

const timeZone = 'America/Toronto';
const localeOf = { en: 'en-CA', fr: 'fr-CA' } as const;

export interface Format {
  money(dollars: number): string;
  count(value: number): string;
  /** A short date with the time of day. */
  time(iso: string): string;
  date(iso: string): string;
  /** A `YYYY-MM-DD` as it stands, in words. */
  day(day: string): string;
  shortDay(day: string): string;
  /** Seconds in the largest fitting unit: 40 s, 12 min, 3 h, 2 days. */
  span(seconds: number): string;
}

export function formatIn(language: 'en' | 'fr'): Format {
  const locale = localeOf[language];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD' });
  const count = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const shortDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' });
  return {
    money: (dollars) => money.format(dollars),
    count: (value) => count.format(value),
    time: (iso) => time.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    day: (text) => day.format(new Date(text)),
    shortDay: (text) => shortDay.format(new Date(text)),
    span: (seconds) => spanIn(locale, seconds),
  };
}

const units = [
  ['second', 1, 60],
  ['minute', 60, 60 * 60],
  ['hour', 60 * 60, 48 * 60 * 60],
  ['day', 24 * 60 * 60, Number.POSITIVE_INFINITY],
] as const;

function spanIn(locale: string, seconds: number): string {
  const [unit, size] = units.find(([, , below]) => seconds < below) ?? units[3];
  const value = seconds / size;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit !== 'second' ? 1 : 0,
  }).format(value);
}

/** The day in Toronto, so many days from now: `YYYY-MM-DD`. */
export function dayInToronto(daysFromNow: number): string {
  const at = new Date(Date.now() + daysFromNow * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** An identification number as a payer reads it: 1234 5678 9012. */
export function inFours(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1\u00a0');
}

/** Dollars summed without the small change of floating point. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
