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
 * JSON values have equal forms (open point `idempotency-body`). Takes any depth: what is still to be written stands on a list,
 * the next one last, instead of on the stack.
 */
export function canonicalJson(value: JsonValue): string {
  let text = '';
  const left: Part[] = [partOf(value)];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part === 'string') text += part;
    else if (Array.isArray(part)) text += beginArray(part, left);
    else text += beginObject(part, left);
  }
  return text;
}

/** Finished text, or an object or array that is still to be written. */
type Part = string | JsonValue[] | { [name: string]: JsonValue };

const partOf = (value: JsonValue): Part =>
  value !== null && typeof value === 'object' ? value : JSON.stringify(value);

/** Puts what follows the bracket on the list, from the end to the beginning, and answers the bracket. */
function beginArray(items: JsonValue[], left: Part[]): string {
  left.push(']');
  for (let index = items.length - 1; index >= 0; index -= 1) {
    left.push(partOf(items[index] as JsonValue));
    if (index > 0) left.push(',');
  }
  return '[';
}

function beginObject(members: { [name: string]: JsonValue }, left: Part[]): string {
  const names = Object.keys(members).sort();
  left.push('}');
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const name = names[index] as string;
    left.push(partOf(members[name] as JsonValue), `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
  }
  return '{';
}

/** A member of an object as JSON text, every number in it by its own digits. */
export function rawText(holder: { [name: string]: JsonValue }, name: string, numberTexts: NumberTexts): string {
  const own = numberTexts.get(holder)?.get(name);
  if (own !== undefined) return own;
  const exactly = function (this: object, member: string, value: JsonValue) {
    const text = typeof value === 'number' ? numberTexts.get(this)?.get(member) : undefined;
    return text === undefined ? value : (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
  };
  try {
    return JSON.stringify(holder[name], exactly);
  } catch (error) {
    // Nested deeper than a function can follow; without one, any depth is written.
    if (error instanceof RangeError) return JSON.stringify(holder[name]);
    throw error;
  }
}
