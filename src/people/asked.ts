/**
 * Reading what a page asks for: ids of its path; choices, days, ids, limits and cursors of its query; its body by a schema.
 *
 *   read ─▶ a value, or nothing where nothing was asked for
 *     └ not accepted ─▶ Refusal, thrown ─▶ a transaction around it is undone ─▶ answered by the door, saying what would be
 */
import type { JsonValue } from '../base/json.ts';
import { dateFromIso } from '../base/time.ts';
import { type Answer, type Failure, type FailureStatus, failure, invalid, ok } from '../http/answer.ts';
import type { SchemaCheck } from '../http/validation.ts';
import type { PersonExchange } from './door.ts';

/** Ends a handler with an answer, and undoes the transaction that it is thrown in. */
export class Refusal extends Error {
  readonly answer: Failure;

  constructor(answer: Failure) {
    super(answer.error);
    this.answer = answer;
  }
}

/** What was asked for cannot be done as things stand. */
export function refuse(status: FailureStatus, why: string): never {
  throw new Refusal(failure(status, why));
}

/** What there is not, or is another partner's: the same answer. */
export function missing(what: string): never {
  return refuse(404, `There is no such ${what}`);
}

/** One field of a body does not do, for more than its form; `message` goes on behind its name. */
export function refuseField(name: string, message: string): never {
  throw new Refusal(invalid([{ path: [name], message }]));
}

/** The cursor of a query is none that its list answers. */
export function refuseCursor(): never {
  return refuse(400, 'The parameter cursor must be a nextCursor that was answered here');
}

type Query = Pick<PersonExchange, 'query'>;

const asked = ({ query }: Query, name: string) => query[name] || undefined;

/** One of a closed list; undefined where nothing is asked for. */
export function choice<T extends string>(exchange: Query, name: string, accepted: readonly T[]): T | undefined {
  const text = asked(exchange, name);
  if (text === undefined) return undefined;
  const others = accepted.slice(0, -1).join(', ');
  return (
    accepted.find((each) => each === text) ??
    refuse(400, `The parameter ${name} must be ${others} or ${accepted.at(-1) ?? ''}`)
  );
}

/** Nothing happened before, and the days around those that are asked for must have four digits in their years too. */
const years = { from: 1900, to: 9998 };

/** A day; undefined where none is asked for. */
export function day(exchange: Query, name: string): Temporal.PlainDate | undefined {
  const text = asked(exchange, name);
  if (text === undefined) return undefined;
  const date = dateFromIso(text);
  if (date && date.year >= years.from && date.year <= years.to) return date;
  return refuse(
    400,
    `The parameter ${name} must be a day written YYYY-MM-DD, of the years ${years.from} to ${years.to}`,
  );
}

/** How many of a list: a whole number from 1; a larger one than `max` counts as `max`. */
export function limitOf(exchange: Query, usual = 50, max = 200): number {
  const text = asked(exchange, 'limit');
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,8}$/.test(text)) return refuse(400, 'The parameter limit must be a whole number of at least 1');
  return Math.min(Number(text), max);
}

/** The id that the page before ended with; undefined on the first page. */
export function cursorOf(exchange: Query): bigint | undefined {
  const text = asked(exchange, 'cursor');
  return text === undefined ? undefined : (idOf(text) ?? refuseCursor());
}

/** An id that the query names, such as a payment's. */
export function idAsked(exchange: Query, name: string): bigint | undefined {
  const text = asked(exchange, name);
  if (text === undefined) return undefined;
  return idOf(text) ?? refuse(400, `The parameter ${name} must be an id: a whole number`);
}

/** An id of the path. Whatever is no id is that of no such thing. */
export function idInPath({ params }: Pick<PersonExchange, 'params'>, name: string, what: string): bigint {
  return idOf(params[name]) ?? missing(what);
}

/** The id that a text is; undefined where it is none. */
export function idOf(text: string | undefined): bigint | undefined {
  return text !== undefined && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}

/** What the schema knows of the body, once it fits: whatever else was sent is nobody's. The schema and `T` are the same thing twice. */
export function bodyOf<T>(check: SchemaCheck, { body, numberTexts }: PersonExchange): T {
  const faults = check(body, numberTexts);
  if (faults.length > 0) throw new Refusal(invalid([...faults]));
  return check.knownOf(body) as unknown as T;
}

/** A page of `limit` from rows of which one more was asked for; `cursor` is what the next page begins behind. */
export function paged<Row, View>(
  rows: readonly Row[],
  limit: number,
  cursor: (row: Row) => bigint | string,
  view: (row: Row) => View,
): { items: View[]; nextCursor?: string } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(view),
    ...(rows.length > limit && last !== undefined && { nextCursor: String(cursor(last)) }),
  };
}

/** An answer of a view. */
export function shown<View extends object>(view: View): Answer {
  return ok(view as unknown as JsonValue);
}
