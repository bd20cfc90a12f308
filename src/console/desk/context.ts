/**
 * What every handler of the desk works with, and the few things that all of them do: reading a body, a page of a list, a
 * refusal that undoes the transaction it is thrown in.
 */
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Database } from '../../base/database.ts';
import type { JsonValue } from '../../base/json.ts';
import { dollarsFromCents } from '../../base/money.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { isoFromInstant } from '../../base/time.ts';
import { type Answer, type Failure, type FailureStatus, failure, invalid, ok } from '../../http/answer.ts';
import type { BodyCheck } from '../../http/validation.ts';
import type { PayeeDirectory } from '../../payees/snapshot.ts';
import type { PersonExchange, Visitor } from '../../people/door.ts';
import type { Page } from './views.ts';

export interface DeskContext {
  database: Database;
  clock: Clock;
  config: Config;
  payees: PayeeDirectory;
  /** Opens bank account numbers. */
  accountBox: SecretBox;
  /** Something may be owed to a partner by now. */
  wakeDeliverer(): void;
}

export type Handler = (desk: DeskContext, exchange: PersonExchange) => Promise<Answer>;

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

/** A body that fits its schema, typed as the views have it. */
export function bodyOf<T>(check: BodyCheck, { body, numberTexts }: PersonExchange): T {
  const faults = check(body, numberTexts);
  if (faults.length > 0) throw new Refusal(invalid([...faults]));
  return body as unknown as T;
}

/** An id out of a path or a query. Whatever is no id is nothing that exists. */
export function idOf(text: string | undefined): bigint {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return refuse(404, 'There is nothing under this address');
  return BigInt(text);
}

/** An id of a query, where there is one. */
export function queriedId(exchange: PersonExchange, name: string): bigint | undefined {
  const text = exchange.query[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) return refuse(400, `${name} must be a whole number`);
  return BigInt(text);
}

/** One of a closed list, out of the query, where it is there. */
export function queriedChoice<T extends string>(
  exchange: PersonExchange,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = exchange.query[name];
  if (text === undefined || text === '') return undefined;
  if (!choices.includes(text as T)) return refuse(400, `${name} must be one of ${choices.join(', ')}`);
  return text as T;
}

const limitDefault = 50;
const limitMax = 200;

/** How many of a list, and behind which id; `after` is undefined on the first page. */
export function pageOf(exchange: PersonExchange): { limit: number; after: bigint | undefined } {
  const limit = queriedId(exchange, 'limit') ?? BigInt(limitDefault);
  if (limit < 1n) return refuse(400, 'limit must be at least 1');
  return { limit: Math.min(Number(limit), limitMax), after: queriedId(exchange, 'cursor') };
}

/** A page of `limit` from rows of which one more was asked for; `idOfRow` is what the next page begins behind. */
export function paged<Row, View>(
  rows: readonly Row[],
  limit: number,
  idOfRow: (row: Row) => bigint | number,
  view: (row: Row) => View,
): Page<View> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(view),
    ...(rows.length > limit && last !== undefined && { nextCursor: String(idOfRow(last)) }),
  };
}

/** An answer whose shape is one of the views. */
export function shown<T extends object>(view: T): Answer {
  return ok(view as unknown as JsonValue);
}

/** How a person is named where something is kept as done by hand. */
export function handOf(visitor: Pick<Visitor, 'name' | 'email'>): string {
  return `${visitor.name} <${visitor.email}>`;
}

/** Cents as the pages want them, where there are any. */
export function dollars(cents: bigint): number;
export function dollars(cents: bigint | null): number | null;
export function dollars(cents: bigint | null): number | null {
  return cents === null ? null : dollarsFromCents(cents);
}

/** A time as the pages want it, where there is one. */
export function iso(at: Temporal.Instant): string;
export function iso(at: Temporal.Instant | null): string | null;
export function iso(at: Temporal.Instant | null): string | null {
  return at === null ? null : isoFromInstant(at);
}

export function numberOf(id: bigint | null): number | null {
  return id === null ? null : Number(id);
}
