/**
 * Before and after of the audit trail as facts: whatever was kept, laid out flat, each member and value in words where they are
 * known and as they stand where not.
 *
 *   { request: { paymentId: 4, amount: 12.5 } } ─▶ [Asked › Payment: 4] [Asked › Amount: $12.50]
 */

import type { Format } from '../base/format.ts';
import type { TrailTexts } from './texts.ts';

export interface Fact {
  /** The way to the member: the same before and after. */
  key: string;
  name: string;
  value: string;
}

export interface ChangedFact {
  key: string;
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** Members that are amounts in dollars, as numbers or as texts. */
const amounts = new Set(['amount', 'acceptedAmount', 'owed', 'received', 'givenBack']);
/** Members whose values are words of the service; other texts are somebody's own. */
const worded = new Set([
  'state',
  'status',
  'role',
  'transfers',
  'payment',
  'action',
  'signingSecret',
  'result',
  'means',
  'confidence',
  'check',
  'normalise',
]);
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** All members, the nested ones by their way. */
export function factsOf(value: unknown, texts: TrailTexts, format: Format, way: readonly string[] = []): Fact[] {
  if (value === undefined) return [];
  if (isPlain(value) || isListOfPlain(value)) {
    return [
      { key: way.join('.'), name: nameOf(way, texts.trail), value: textOf(value, way.at(-1) ?? '', texts, format) },
    ];
  }
  if (Array.isArray(value)) {
    // One thing alone needs no number.
    const only = value.length === 1;
    return value.flatMap((each, index) => factsOf(each, texts, format, only ? way : [...way, String(index + 1)]));
  }
  return Object.entries(value as object).flatMap(([name, each]) => factsOf(each, texts, format, [...way, name]));
}

/** The member that a fact belongs to, as it was kept. */
const memberOf = ({ key }: Fact): string => key.split('.')[0] ?? '';

/** What was not kept of before at all, as the reason: it did not change, it was said. */
export function saidOf(before: readonly Fact[], after: readonly Fact[]): Fact[] {
  const known = new Set(before.map(memberOf));
  return after.filter((fact) => !known.has(memberOf(fact)));
}

/** What is not as it was; `nothing` is how an empty value is written, and the same as a member that is not there. */
export function changesOf(before: readonly Fact[], after: readonly Fact[], nothing: string): ChangedFact[] {
  const was = new Map(before.map((fact) => [fact.key, fact]));
  const is = new Map(after.map((fact) => [fact.key, fact]));
  return [...new Map([...was, ...is]).values()]
    .map(({ key, name }) => ({ key, name, before: was.get(key)?.value, after: is.get(key)?.value }))
    .filter((each) => (each.before ?? nothing) !== (each.after ?? nothing));
}

function nameOf(way: readonly string[], { members }: TrailTexts['trail']): string {
  return way.map((name) => (/^\d+$/.test(name) ? name : (members[name] ?? name))).join(' › ');
}

type Plain = string | number | boolean | null;
const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object';
const isListOfPlain = (value: unknown): value is Plain[] => Array.isArray(value) && value.every(isPlain);

function textOf(value: Plain | Plain[], member: string, all: TrailTexts, format: Format): string {
  const texts = all.trail;
  if (Array.isArray(value)) {
    return value.length === 0 ? texts.nothing : value.map((each) => textOf(each, member, all, format)).join(', ');
  }
  if (value === null || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? all.common.yes : all.common.no;
  if (amounts.has(member) && Number.isFinite(Number(value))) return format.money(Number(value));
  if (typeof value === 'number') return String(value);
  if (isoTime.test(value)) return format.time(value);
  return worded.has(member) ? (texts.values[value] ?? value) : value;
}
