/**
 * The small words of which every schema of the contract is made. A schema is JSON Schema, with these keywords besides:
 *
 *   x-open-point    the open point by which this member exists at all (or has the type it has)
 *   x-open-aspects  open points that settle something about a member which the interface shows
 *   x-amount        money: checked on the number's source text, because a double has already lost the end of it
 *   x-text          no NUL, no unpaired surrogate: in this text, or with 'deep' anywhere in this value
 *   x-accepted      what would be accepted, in the words of an error message; where absent, derived from the schema
 *
 * The last three serve src/http/validation.ts and are left out of the OpenAPI document.
 */
import { type TNumber, type TString, Type } from 'typebox';
import { amountDollarsBelow, emailCharactersMax, identifierMax } from './limits.ts';
import type { OpenPointId } from './open-points.ts';

export interface Annotations {
  title?: string;
  description?: string;
  examples?: unknown[];
  'x-open-point'?: OpenPointId;
  'x-open-aspects'?: OpenPointId[];
  'x-accepted'?: string;
}

/** What `x-amount` may narrow or widen; `{}` is open point `amount-form`. */
export interface AmountRule {
  centsMax?: number;
  zeroAllowed?: boolean;
}

/** Text as it comes; may be empty. */
export const text = (annotations: Annotations = {}): TString => Type.String({ 'x-text': true, ...annotations });

/**
 * White space, control characters, and the characters of Unicode that nobody sees (joiners, marks of direction). Written
 * out, so that it reads the same with every engine of regular expressions.
 */
const unseen = '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

const seen = `[^${unseen}]`;
const seenForm = new RegExp(seen);

/** Whether a text has at least one character that can be seen on paper. */
export const isFilled = (given: string): boolean => seenForm.test(given);

/** Text of which that is so. */
export const filledText = (annotations: Annotations = {}): TString =>
  Type.String({
    'x-text': true,
    minLength: 1,
    pattern: seen,
    'x-accepted': 'must be text that is not blank',
    ...annotations,
  });

/** Digits and nothing else, `min` to `max` of them. */
export const digits = (min: number, max: number, annotations: Annotations = {}): TString =>
  Type.String({
    'x-text': true,
    pattern: min === max ? `^[0-9]{${min}}$` : `^[0-9]{${min},${max}}$`,
    'x-accepted': `must be a string of ${min === max ? min : `${min} to ${max}`} digits`,
    ...annotations,
  });

/** An e-mail address as in RFC 5321 (`text-limits`). */
export const email = (annotations: Annotations = {}): TString =>
  Type.String({ format: 'email', maxLength: emailCharactersMax, ...annotations });

/** A date-time of a request: any ISO 8601 form (`due-date-form`). */
export const dateTime = (annotations: Annotations = {}): TString =>
  Type.String({ format: 'iso-date-time', ...annotations });

/** A date-time of an answer: always RFC 3339 in UTC. */
export const answeredDateTime = (annotations: Annotations = {}): TString =>
  Type.String({ format: 'date-time', examples: ['2026-11-27T15:04:05.120Z'], ...annotations });

/** Money of a request, in dollars. */
export const amount = (annotations: Annotations = {}, rule: AmountRule = {}): TNumber =>
  Type.Number({
    'x-amount': rule,
    ...(rule.zeroAllowed ? { minimum: 0 } : { exclusiveMinimum: 0 }),
    ...(rule.centsMax === undefined ? { exclusiveMaximum: amountDollarsBelow } : { maximum: rule.centsMax / 100 }),
    ...annotations,
  });

/** Money of an answer, in dollars: at most two decimals. */
export const answeredAmount = (annotations: Annotations = {}): TNumber => Type.Number({ ...annotations });

/** The identifier of a payment, a bank account or a report: a whole number from 1 on. */
export const identifier = (annotations: Annotations = {}) =>
  Type.Integer({
    minimum: 1,
    maximum: identifierMax,
    'x-accepted': 'must be an identifier: a whole number of at least 1',
    ...annotations,
  });

/** An identifier that may also be sent as its decimal string (`bank-account-id`). Fifteen digits are exact as a number. */
export const identifierOrDigits = (annotations: Annotations = {}) =>
  Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    minimum: 1,
    maximum: identifierMax,
    pattern: '^0*[1-9][0-9]{0,14}$',
    maxLength: 64,
    'x-accepted': 'must be the id of a bank account: a whole number of at least 1, or its digits as a string',
    ...annotations,
  });

/** A member that is echoed and never interpreted: text or a number. */
export const textOrNumber = (annotations: Annotations = {}) =>
  Type.Unsafe<string | number>({ type: ['string', 'number'], 'x-text': true, ...annotations });

/** Any JSON value at all, kept as it was sent. */
export const kept = (annotations: Annotations = {}) => Type.Unsafe<unknown>({ 'x-text': 'deep', ...annotations });
