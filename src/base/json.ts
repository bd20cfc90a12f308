/**
 * Reading JSON without losing what a double loses: the source text of every number is kept beside the value, so that
 * money is read as it was written. Also the canonical form in which two bodies are compared.
 */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** For every object or array of the document, the source text of the numbers directly inside it, by member name. */
export type NumberTexts = WeakMap<object, Map<string, string>>;

export interface ParsedJson {
  value: JsonValue;
  numberTexts: NumberTexts;
}

/**
 * A number of at most 15 significant digits is the same decimal after its double is printed again; only longer ones, and
 * those with an exponent, may have lost something. (A match inside a text costs time, nothing else.)
 */
const mayLoseDigits = /\d[eE][-+\d]|\d[\d.]{15}/;

/**
 * Parses JSON text. Throws SyntaxError where it is malformed, RangeError where it is nested deeper than the stack
 * allows; the caller answers both as a malformed body. Where a number has no text in `numberTexts`, its double says all.
 */
export function parseJson(text: string): ParsedJson {
  const numberTexts: NumberTexts = new WeakMap();
  // Without the need, no reviver: it makes reading seven times slower, and a hostile body would stop the process for long.
  if (!mayLoseDigits.test(text)) return { value: JSON.parse(text) as JsonValue, numberTexts };
  const value = JSON.parse(text, function (this: object, name: string, member: unknown, context?: { source?: string }) {
    if (typeof member === 'number' && context?.source !== undefined) {
      const texts = numberTexts.get(this) ?? new Map<string, string>();
      numberTexts.set(this, texts.set(name, context.source));
    }
    return member;
  }) as JsonValue;
  return { value, numberTexts };
}

/**
 * The RFC 8785 form of a value: members sorted by UTF-16 code units, no white space, numbers as doubles print. Equal
 * JSON values have equal forms (open point `idempotency-body`).
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as JsonValue)}`);
  return `{${members.join(',')}}`;
}

/** A member of an object or array as JSON text, with a number's own digits where it is one. */
export function rawText(holder: { [name: string]: JsonValue }, name: string, numberTexts: NumberTexts): string {
  const value = holder[name];
  if (typeof value === 'number') return numberTexts.get(holder)?.get(name) ?? JSON.stringify(value);
  return JSON.stringify(value);
}
