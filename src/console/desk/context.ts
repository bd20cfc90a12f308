/**
 * What every handler of the desk works with, and how the pages want what it answers: money, times, names.
 */
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Database } from '../../base/database.ts';
import { dollarsFromCents } from '../../base/money.ts';
import type { SecretBox } from '../../base/secrets.ts';
import { isoFromInstant } from '../../base/time.ts';
import type { Answer } from '../../http/answer.ts';
import type { PayeeDirectory } from '../../payees/snapshot.ts';
import type { PersonExchange, Visitor } from '../../people/door.ts';

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

/**
 * How a person is named where something is kept as done by hand. Everybody names himself as he likes: nothing in a name may look like an
 * address, or turn what stands behind it around.
 */
export function handOf({ name, email }: Pick<Visitor, 'name' | 'email'>): string {
  return `${name.replace(/[<>\p{Bidi_Control}]/gu, '')} <${email}>`;
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
