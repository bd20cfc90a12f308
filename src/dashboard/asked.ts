/**
 * Reading what a page asks for: choices, days, ids and cursors of a path or a query, bodies by their schema. What is not
 * accepted comes back as an answer that says what would be.
 */
import { timeZone } from '../base/calendar.ts';
import type { JsonValue } from '../base/json.ts';
import { dateFromIso } from '../base/time.ts';
import { type Answer, type Failure, failure, invalid, isFailure, ok } from '../http/answer.ts';
import type { BodyCheck } from '../http/validation.ts';
import { idOf, type PersonExchange } from '../people/door.ts';

type Asked<T> = T | Failure;

/** One of a closed list; undefined where nothing is asked for. */
export function choice<T extends string>(
  { query }: PersonExchange,
  name: string,
  accepted: readonly T[],
): Asked<T | undefined> {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const found = accepted.find((each) => each === text);
  return found ?? failure(400, `The parameter ${name} must be ${accepted.join(' or ')}`);
}

/** Nothing happened before, and the days around those that are asked for must have four digits in their years too. */
const years = { from: 1900, to: 9998 };

/** A day in Toronto; undefined where none is asked for. */
export function day({ query }: PersonExchange, name: string): Asked<Temporal.PlainDate | undefined> {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const date = dateFromIso(text);
  if (date && date.year >= years.from && date.year <= years.to) return date;
  return failure(
    400,
    `The parameter ${name} must be a day written YYYY-MM-DD, of the years ${years.from} to ${years.to}`,
  );
}

/** When a day begins in Toronto. */
export function beginningOf(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(timeZone).toInstant();
}

/** A whole number from 1; a larger one than `max` counts as `max`. */
export function limitOf({ query }: PersonExchange, usual: number, max: number): Asked<number> {
  const text = query.limit;
  if (text === undefined || text === '') return usual;
  if (!/^[1-9]\d{0,8}$/.test(text)) return failure(400, 'The parameter limit must be a whole number of at least 1');
  return Math.min(Number(text), max);
}

/** The id that the page before ended with. */
export function cursorOf({ query }: PersonExchange): Asked<bigint | undefined> {
  const text = query.cursor;
  if (text === undefined || text === '') return undefined;
  return idOf(text) ?? failure(400, 'The parameter cursor must be a nextCursor that was answered here');
}

/** An id that the query names, such as a payment's. */
export function idAsked({ query }: PersonExchange, name: string): Asked<bigint | undefined> {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  return idOf(text) ?? failure(400, `The parameter ${name} must be an id: a whole number`);
}

/** The body, once it fits; the schema and `T` are the same thing twice. */
export function bodyOf<T>(check: BodyCheck, { body, numberTexts }: PersonExchange): Asked<T> {
  const faults = check(body, numberTexts);
  return faults.length > 0 ? invalid([...faults]) : (body as unknown as T);
}

/** The first failure of several things read. */
export function refusalIn(...values: readonly unknown[]): Failure | undefined {
  return values.find(isFailure);
}

/** What there is not, or is another partner's: the same answer. */
export function missing(what: string): Failure {
  return failure(404, `There is no such ${what}`);
}

/** An answer of a view. */
export function shown<View extends object>(view: View): Answer {
  return ok(view as unknown as JsonValue);
}

/** A page of a list that was asked for one more than `limit`. */
export function pageOf<Item extends { id: bigint }, View>(
  items: readonly Item[],
  limit: number,
  view: (item: Item) => View,
): { items: View[]; nextCursor?: string } {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(view), ...(items.length > limit && last && { nextCursor: String(last.id) }) };
}
