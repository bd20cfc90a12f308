/**
 * Checks request bodies against the schemas of the contract, and says of every field at once what would be accepted.
 *
 *   schema ── compileBody ──▶ check(body, numberTexts) ──▶ []               the body is accepted
 *                                             │
 *                                             └─ ajv's errors ─▶ one Fault per field, in the order of the schema
 *
 * Money is checked on the source text of its number, because the double has already lost what was too much. Members that
 * the schema does not know are never looked at, so neither their depth nor their names can do harm.
 */
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type { Ajv, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { amountDollarsBelow, emailCharactersMax, emailLocalPartCharactersMax } from '../../contract/limits.ts';
import { BillByAnyMethod, createPaymentVariants, PaymentOfAnyType } from '../../contract/payment-requests.ts';
import type { AmountRule } from '../../contract/schema.ts';
import type { JsonValue, NumberTexts } from '../base/json.ts';
import { centsFromText } from '../base/money.ts';
import { instantFromIso, momentFromIso } from '../base/time.ts';

/** One field that is not accepted, as `details` shows it. An empty path means the body itself. */
export interface Fault {
  path: string[];
  message: string;
}

/** Answers the faults of a body; an empty list where it is accepted. */
export type BodyCheck = (body: JsonValue, numberTexts: NumberTexts) => readonly Fault[];

/** The check that a schema makes, and what the schema knows of a body that it accepts. */
export type SchemaCheck = BodyCheck & { knownOf(body: JsonValue): JsonValue };

const noFaults: readonly Fault[] = Object.freeze([]);

/**
 * A hostile body of 1 MiB can hold half a million faulty items. Nobody repairs more than these in one go, and a larger
 * answer would cost more than the request.
 */
export const faultsMax = 200;

const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quotedString = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const domainLabel = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const domainLabelCharactersMax = 63;

/**
 * Whether a text is an e-mail address by the grammar of RFC 5321 §4.1.2 – §4.1.3, in ASCII, at most 254 characters.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (text.length > emailCharactersMax || at < 1 || at > emailLocalPartCharactersMax) return false;
  const localPart = text.slice(0, at);
  if (!dotAtom.test(localPart) && !quotedString.test(localPart)) return false;
  const domain = text.slice(at + 1);
  if (domain.startsWith('[') && domain.endsWith(']')) return isIP(domain.slice(1, -1).replace(/^IPv6:/i, '')) !== 0;
  return domain.split('.').every((label) => label.length <= domainLabelCharactersMax && domainLabel.test(label));
}

/** Whether a text can be stored and sent on (`text-limits`): no NUL, no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The same of every text and member name in a value. Walks without recursion: the value may be deep. */
export function holdsStorableTextOnly(value: JsonValue): boolean {
  const waiting: JsonValue[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && !isStorableText(next)) return false;
    if (next === null || typeof next !== 'object') continue;
    if (!Array.isArray(next) && !Object.keys(next).every(isStorableText)) return false;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return true;
}

const formats: Record<string, { validate: (text: string) => boolean; accepted: string }> = {
  email: {
    validate: isEmail,
    accepted: `must be an e-mail address such as tenant@example.com, at most ${emailCharactersMax} characters`,
  },
  'iso-date-time': {
    validate: (text) => instantFromIso(text) !== undefined,
    accepted: 'must be an ISO 8601 date-time such as 2026-12-01T00:00:00Z',
  },
  'iso-moment': {
    validate: (text) => momentFromIso(text) !== undefined,
    accepted: 'must be an ISO 8601 date or date-time such as 2026-12-01 or 2026-12-01T00:00:00Z',
  },
};

type KeywordCheck = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/** What ajv tells a keyword about where the value stands. */
interface Place {
  parentData: object;
  parentDataProperty: string | number;
}

/** `this` is the NumberTexts of the document: ajv passes on what the compiled function was called with. */
function amountCheck(rule: AmountRule): KeywordCheck {
  const centsMax = rule.centsMax === undefined ? undefined : BigInt(rule.centsMax);
  return function (this: unknown, value: number, place?: Place): boolean {
    const texts = place && (this as NumberTexts).get(place.parentData);
    const text = texts?.get(String(place?.parentDataProperty)) ?? String(value);
    const cents = centsFromText(text);
    if (typeof cents === 'bigint') return centsMax === undefined || cents <= centsMax;
    return rule.zeroAllowed === true && value === 0 && cents === 'not greater than zero' && !text.startsWith('-');
  };
}

function textCheck(rule: true | 'deep'): KeywordCheck {
  if (rule === 'deep') return holdsStorableTextOnly;
  return (value: JsonValue) => typeof value !== 'string' || isStorableText(value);
}

let ajv: Ajv | undefined;

/** ajv with our formats and keywords: loaded by the first schema that is compiled, which cannot wait for an `import`. */
function compiler(): Ajv {
  ajv ??= newCompiler();
  return ajv;
}

function newCompiler(): Ajv {
  const { Ajv: Compiler } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  const made = new Compiler({
    allErrors: true,
    coerceTypes: false,
    strict: true,
    allowUnionTypes: true,
    passContext: true,
    messages: false,
  });
  for (const [name, { validate }] of Object.entries(formats)) made.addFormat(name, { type: 'string', validate });
  made.addVocabulary(['x-open-point', 'x-open-aspects', 'x-accepted']);
  made.addKeyword({ keyword: 'x-amount', type: 'number', schemaType: 'object', compile: amountCheck });
  made.addKeyword({ keyword: 'x-text', schemaType: ['boolean', 'string'], compile: textCheck });
  return made;
}

/**
 * Makes a schema of the contract the check of a body. The check answers all faults at once, one per path, at most
 * `faultsMax`; a body that is not an object has one fault with an empty path (see `isAboutWholeBody`). The schema is compiled
 * by the first body: most processes are sent a few kinds of bodies only, and none before they have started.
 */
export function compileBody(schema: TSchema): SchemaCheck {
  let validate: ValidateFunction | undefined;
  const check: BodyCheck = (body, numberTexts) => {
    validate ??= compiler().compile(schema);
    return validate.call(numberTexts, body) ? noFaults : faultsOf(validate.errors ?? [], schema as SchemaNode);
  };
  return Object.assign(check, { knownOf: (body: JsonValue) => knownIn(body, schema as SchemaNode) });
}

/** A value without the members that its schema does not name. Goes as deep as the schema, however deep the value is. */
function knownIn(value: JsonValue, { properties, items }: SchemaNode): JsonValue {
  if (Array.isArray(value)) return items ? value.map((each) => knownIn(each, items)) : value;
  if (value === null || typeof value !== 'object' || !properties) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(known.map(([name, inner]) => [name, knownIn(value[name] as JsonValue, inner)]));
}

/** Whether the faults concern the body as a whole, so that there is no field for `details` to name. */
export function isAboutWholeBody(faults: readonly Fault[]): boolean {
  return faults.length > 0 && faults[0]?.path.length === 0;
}

const billByInterac = compileBody(createPaymentVariants.bill.interac);
const billByEft = compileBody(createPaymentVariants.bill.eft);
const billByAnyMethod = compileBody(BillByAnyMethod);
const rentByInterac = compileBody(createPaymentVariants.rent);
const paymentOfAnyType = compileBody(PaymentOfAnyType);

/**
 * The check of `POST /create-payment`: the schema is chosen by `paymentType` and, for bills, `paymentMethod`. Where one of
 * these is wrong or missing, its fault comes with those of the fields that all remaining variants have in common.
 */
export const checkCreatePayment: BodyCheck = (body, numberTexts) => createPaymentCheck(body)(body, numberTexts);

function createPaymentCheck(body: JsonValue): BodyCheck {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return paymentOfAnyType;
  if (body.paymentType === 'rent') return rentByInterac;
  if (body.paymentType !== 'bill') return paymentOfAnyType;
  if (body.paymentMethod === 'interac') return billByInterac;
  return body.paymentMethod === 'eft' ? billByEft : billByAnyMethod;
}

/** What is read of a schema when its faults are put into words. */
interface SchemaNode {
  type?: string | string[];
  enum?: JsonValue[];
  format?: string;
  minimum?: number;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  'x-accepted'?: string;
  'x-amount'?: AmountRule;
}

/** What is said of a text that is not storable. */
export const unstorable = 'must not contain a NUL character or half of a surrogate pair';

/** One fault per path, the one that says most, in the order in which the schema lists its members. */
function faultsOf(errors: readonly ErrorObject[], root: SchemaNode): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : '';
    const pointer = error.instancePath + missing;
    const known = faults.get(pointer);
    if (known ? known.message !== unstorable : faults.size === faultsMax) continue;
    const path = pointer.split('/').slice(1);
    faults.set(pointer, { path, message: messageOf(error, schemaAt(root, path), path) });
  }
  const order = Object.keys(root.properties ?? {});
  const place = (fault: Fault) => order.indexOf(fault.path[0] ?? '');
  return [...faults.values()].sort((a, b) => place(a) - place(b));
}

/** Paths hold only names of the contract and positions, neither of which needs JSON Pointer's escapes. */
function schemaAt(root: SchemaNode, path: readonly string[]): SchemaNode {
  let found: SchemaNode | undefined = root;
  for (const name of path) found = found?.items ?? found?.properties?.[name];
  return found ?? {};
}

function messageOf(error: ErrorObject, schema: SchemaNode, path: readonly string[]): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'x-text') return unstorable;
  return path.length === 0 ? 'must be a JSON object' : acceptedBy(schema);
}

const typeWords: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** What a schema accepts, as the predicate of a sentence: "must be …". */
function acceptedBy(schema: SchemaNode): string {
  if (schema['x-accepted']) return schema['x-accepted'];
  if (schema['x-amount']) return amountAccepted(schema['x-amount']);
  if (schema.enum) return `must be ${orList(schema.enum.map((value) => JSON.stringify(value)))}`;
  const format = schema.format === undefined ? undefined : formats[schema.format];
  if (format) return format.accepted;
  const words = [schema.type ?? []].flat().map((type) => typeWords[type] ?? type);
  return `must be ${orList(words)}${schema.minimum === undefined ? '' : ` of at least ${schema.minimum}`}`;
}

function amountAccepted({ centsMax, zeroAllowed }: AmountRule): string {
  const from = zeroAllowed ? 'of zero or more' : 'greater than zero';
  const to = centsMax === undefined ? `below ${amountDollarsBelow}` : `at most ${centsMax / 100}`;
  return `must be a number ${from} with at most two decimals, ${to}`;
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
