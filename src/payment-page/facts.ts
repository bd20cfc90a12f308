/**
 * What the page says of a payment, as texts in the payer's language. They are texts, not markup: whoever shows them escapes them.
 */
import { timeZone } from '../base/calendar.ts';
import { dollarsFromCents } from '../base/money.ts';
import type { Language } from '../collection/card/ports.ts';
import type { Payment } from '../payments/record.ts';

export interface Facts {
  partner: string;
  userName: string;
  /** With its sign, as the language writes it: `$1,650.00`, `1 650,00 $`. */
  amount: string;
  due: string;
  term: string | undefined;
  memo: string | undefined;
  /** The payment's id. */
  number: string;
  identificationNumber: string;
  paidAt: string | undefined;
}

/** Longer texts are cut on the page: it stays small whatever a partner sends (open point `text-limits`). In UTF-16 units. */
const nameLengthMax = 150;
const memoLengthMax = 400;
/** What a provider shows as one line. */
const descriptionLengthMax = 120;

export function factsOf(payment: Payment, partnerName: string, language: Language): Facts {
  const { term, landlordMemo } = rentFieldsOf(payment);
  return {
    partner: cut(partnerName, nameLengthMax),
    userName: cut(payment.userName, nameLengthMax),
    amount: formatsIn(language).money.format(dollarsFromCents(payment.amountCents)),
    due: dueText(payment.dueAt, language),
    term: cut(term ?? '', nameLengthMax) || undefined,
    memo: cut(landlordMemo ?? '', memoLengthMax) || undefined,
    number: payment.id.toString(),
    identificationNumber: payment.identificationNumber,
    paidAt: payment.completedAt ? dateText('moment', payment.completedAt, language) : undefined,
  };
}

/** What is paid for, on one line, for the provider's page. */
export function descriptionOf({ term, partner }: Facts, rent: string): string {
  return cut([rent, term, partner].filter((part) => part !== undefined).join(' · '), descriptionLengthMax);
}

/** `term` and `landlordMemo` as sent (open point `rent-fields`): numbers by their own digits. Absent where empty. */
export function rentFieldsOf({ rentFields }: Pick<Payment, 'rentFields'>): { term?: string; landlordMemo?: string } {
  if (rentFields === null) return {};
  const asSent = (_name: string, value: unknown, context?: { source: string }) =>
    typeof value === 'number' ? (context?.source ?? value) : value;
  const fields = JSON.parse(rentFields, asSent) as Record<string, unknown>;
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
  return Object.fromEntries(texts);
}

const formats: Partial<Record<Language, ReturnType<typeof newFormats>>> = {};

/** Money and dates as people in Canada write them. Making such a format takes long, using it does not: made when first used. */
function formatsIn(language: Language) {
  formats[language] ??= newFormats(`${language}-CA`);
  return formats[language];
}

function newFormats(locale: string) {
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone } as const;
  return {
    money: new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD' }),
    day: new Intl.DateTimeFormat(locale, day),
    moment: new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  };
}

/**
 * The day that is meant. A partner that knows only a day sends its midnight: that of UTC (`2026-12-01T00:00:00Z`, which in Toronto is
 * the evening before) or that of Toronto. Any other time is shown as it is there.
 */
function dueText(dueAt: Temporal.Instant, language: Language): string {
  const utc = dueAt.toZonedDateTimeISO('UTC');
  if (utc.equals(utc.startOfDay())) {
    // Towards noon, so that the day is the same one in Toronto.
    return dateText('day', utc.add({ hours: 17 }).toInstant(), language);
  }
  const local = dueAt.toZonedDateTimeISO(timeZone);
  return dateText(local.equals(local.startOfDay()) ? 'day' : 'moment', dueAt, language);
}

function dateText(form: 'day' | 'moment', instant: Temporal.Instant, language: Language): string {
  const text = formatsIn(language)[form].format(instant.epochMilliseconds);
  // The first of a month is the one day that French counts as a first; the platform's data does not know.
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text;
}

/** They turn the direction of what is around them, also where there is no markup to keep it apart: in titles and at the provider. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** On one line, without marks that turn its direction, and no longer than `lengthMax`; never through the middle of a character. */
export function cut(text: string, lengthMax: number): string {
  // The first look keeps a text of a million characters from being gone through.
  const line = text
    .slice(0, lengthMax * 4)
    .replace(directionMarks, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= lengthMax && text.length <= lengthMax * 4) return line;
  const head = line.slice(0, lengthMax - 1);
  const whole = head.isWellFormed() ? head : head.slice(0, -1);
  return `${whole.trimEnd()}…`;
}
