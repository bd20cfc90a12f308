/**
 * The one function that says whether an account number fits a payee: `POST /payees/validate-account` and the processing
 * of payments both ask it, so that they cannot disagree (interface §4.6).
 *
 *   as typed ─▶ compatibility forms folded ─▶ steps "before" ─▶ lengths or pattern ─▶ check digit ─▶ steps "after"
 *
 * It never throws and takes time in proportion to the text, whatever the text: creation accepts any account number
 * (`account-check-at-creation`), so anything can arrive here.
 */
import {
  type AccountFormat,
  accountChecks,
  type NormaliseStep,
  normaliseSteps,
  type Payee,
  type Rule,
  ruleOfConfidence,
} from './payee.ts';

export interface AccountNumberCheck {
  readonly verdict: 'valid' | 'invalid' | 'format not known';
  /** The form in which the biller knows the number; as far as it could be brought there when the verdict is `invalid`. */
  readonly normalised: string;
  /** Only when `invalid`: what is expected and what was found, in words, without any digit of the number. */
  readonly reason?: string;
  /** How sure the rule is: `none` when the format is not known. */
  readonly rule: Rule;
}

/** What a number is made of at the least: something that is neither white space nor a character that nobody sees. */
const seen = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether a text names nothing: empty, or only white space, control characters and the like. */
export function isBlank(accountNumber: string): boolean {
  return !seen.test(accountNumber);
}

/** No biller's number comes near; longer texts are judged by their length alone, so that a check stays cheap. */
const charactersNormalisedMax = 1000;

/** Checks an account number, as typed, against the payee's format. */
export function checkAccountNumber(
  payee: Pick<Payee, 'accountFormat' | 'confidence'>,
  accountNumber: string,
): AccountNumberCheck {
  const trimmed = accountNumber.trim();
  const format = payee.accountFormat;
  if (isBlank(trimmed)) return nothingGiven(format);
  const rule = format === null ? 'none' : ruleOfConfidence[payee.confidence];
  // Without a format nobody knows which characters count: the number stays as given.
  if (format === null || rule === 'none') return { verdict: 'format not known', normalised: trimmed, rule: 'none' };
  if (trimmed.length > charactersNormalisedMax) {
    const reason = `must be ${expectation(format)}; ${given(trimmed.length, 'character')}`;
    return { verdict: 'invalid', normalised: trimmed, reason, rule };
  }
  const completed = take(format, 'before', foldCompatibility(trimmed));
  if (isBlank(completed)) return nothingGiven(format);
  const fault = findFault(format, completed);
  return fault === undefined
    ? { verdict: 'valid', normalised: take(format, 'after', completed), rule }
    : { verdict: 'invalid', normalised: completed, reason: `must be ${expectation(format)}; ${fault}`, rule };
}

/** Without a number no biller can tell whose money it is: that rule is sure, whatever is known of the payee's format. */
function nothingGiven(format: AccountFormat | null): AccountNumberCheck {
  const needed = format === null ? 'a number is needed' : `must be ${expectation(format)}`;
  return { verdict: 'invalid', normalised: '', reason: `${needed}; nothing was given`, rule: 'confirmed' };
}

/**
 * Whether processing fails a payment with this number before it enters a batch: only a confirmed rule does; an assumed
 * one warns the operator (`own-check-rejection`).
 */
export function failsAtProcessing(check: AccountNumberCheck): boolean {
  return check.verdict === 'invalid' && check.rule === 'confirmed';
}

/** Full-width and other compatibility forms of digits and letters as plain ones; one by one, which keeps it linear. */
function foldCompatibility(text: string): string {
  return text.replace(/[\u0080-\u{10ffff}]/gu, (character) => character.normalize('NFKC'));
}

function take(format: AccountFormat, when: 'before' | 'after', text: string): string {
  const names = Object.keys(normaliseSteps) as NormaliseStep[];
  return names
    .filter((name) => normaliseSteps[name].when === when && format.normalise?.includes(name))
    .reduce((current, name) => normaliseSteps[name].take(current), text);
}

/** What is wrong with a completed number, or undefined. */
function findFault(format: AccountFormat, text: string): string | undefined {
  const fault = format.pattern === undefined ? findDigitsFault(format, text) : findPatternFault(format.pattern, text);
  if (fault !== undefined || format.check === undefined) return fault;
  const check = accountChecks[format.check];
  return check.holds(text) ? undefined : `${check.fault}: a digit was probably mistyped`;
}

function findDigitsFault(format: AccountFormat, text: string): string | undefined {
  if (!/^\d+$/.test(text)) return 'it contains characters that are not digits';
  if (!format.lengths?.includes(text.length)) return given(text.length, undefined);
  if (format.prefix !== undefined && !text.startsWith(format.prefix)) return 'it starts with other digits';
  return undefined;
}

function findPatternFault(pattern: string, text: string): string | undefined {
  if (text.length !== pattern.length) return given(text.length, 'character');
  for (let index = 0; index < pattern.length; index++) {
    const wanted = pattern.charAt(index);
    const found = text.charAt(index);
    if (wanted === '#' && !/\d/.test(found)) return `character ${index + 1} is not a digit`;
    if (wanted !== '#' && wanted !== found) return `character ${index + 1} is not ${wanted}`;
  }
  return undefined;
}

function given(count: number, unit: 'character' | undefined): string {
  const verb = count === 1 ? 'was' : 'were';
  return unit === undefined ? `${count} ${verb} given` : `${count} ${unit}${count === 1 ? '' : 's'} ${verb} given`;
}

/** A format in words: `9 or 10 digits`, `19 digits starting with 4616`, `9 digits, RC and 4 digits`. */
export function expectation(format: AccountFormat): string {
  if (format.pattern !== undefined) {
    const parts = format.pattern.match(/#+|[^#]+/g) ?? [];
    return inWords(
      parts.map((part) => (part.startsWith('#') ? digits(String(part.length)) : part)),
      'and',
    );
  }
  const lengths = inWords((format.lengths ?? []).map(String), 'or');
  return digits(lengths) + (format.prefix === undefined ? '' : ` starting with ${format.prefix}`);
}

function digits(count: string): string {
  return count === '1' ? '1 digit' : `${count} digits`;
}

function inWords(parts: readonly string[], conjunction: 'and' | 'or'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${conjunction} ${parts.at(-1)}`;
}
