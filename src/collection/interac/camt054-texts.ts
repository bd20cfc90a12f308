/**
 * The texts of a notification, judged one by one: amounts, times, references, and what is kept of free text. A fault is said
 * in words for the operator: what was found, what would be accepted.
 */
import { centsFromText } from '../../base/money.ts';
import type { Camt054Content, DetailTexts, EntryTexts } from './camt054-elements.ts';

/** What is kept of a description, and of any other text that has no narrower limit (formats §2.2). */
export const keptLengthMax = 1_000;
/** How ISO 20022 and SWIFT write that there is no reference: taken as one, all such transfers would be the same. */
const noReference = /^(?:NOTPROVIDED|NONREF)$/i;

/** A hostile line can be wrong in a million places; so many are told. */
const faultsMax = 20;

/** Notes a fault on a line or an entry. */
export function noteFault(faults: string[], reason: string): void {
  if (faults.length < faultsMax) faults.push(reason);
}

/** Exactly the decimal forms of XML Schema, which has no exponent but allows `+5`, `.5` and `5.`. */
const decimalForm = /^\+?(\d*)(?:\.(\d*))?$/;

/**
 * The cents of an amount in CAD; undefined where it is no such amount, with the faults added to `faults`. `whose` begins the
 * sentence ("the entry").
 */
export function readAmount(
  whose: string,
  text: string | undefined,
  currency: string | undefined,
  faults: string[],
): bigint | undefined {
  if (currency !== 'CAD') {
    noteFault(
      faults,
      `${whose} is in ${currency === undefined ? 'no currency' : quoted(currency)}: only CAD is accepted`,
    );
  }
  if (text === undefined) {
    faults.push(`${whose} has no amount: a decimal number greater than zero is accepted`);
    return undefined;
  }
  const [, whole = '', fraction = ''] = decimalForm.exec(text) ?? [];
  const cents = whole + fraction === '' ? 'not a number' : centsFromText(`${whole || '0'}.${fraction || '0'}`);
  if (typeof cents === 'string') {
    faults.push(
      `the amount of ${whose} is ${quoted(text)}, ${cents}: a decimal number above zero with at most two decimals is accepted`,
    );
    return undefined;
  }
  return currency === 'CAD' ? cents : undefined;
}

/** What `CdtDbtInd` says, as the end of "the entry is". */
export function indicatorInWords(indicator: string | undefined): string {
  if (indicator === undefined) return 'neither a credit nor a debit (no CdtDbtInd)';
  return indicator === 'DBIT' ? 'a debit (DBIT)' : indicator === 'CRDT' ? 'a credit (CRDT)' : quoted(indicator);
}

/** What stands in the file, short enough for a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Whether a reference is given, and is one. */
export function isReference(text: string | undefined): text is string {
  return text !== undefined && !noReference.test(text);
}

/**
 * The first `keptLengthMax` characters. A cut never leaves half of a character, nor the beginning of a run of digits: what
 * is left of a longer number could pass for an identification number.
 */
export function keptOf(text: string): string {
  if (text.length <= keptLengthMax) return text;
  const kept = text.slice(0, keptLengthMax);
  if (/\d/.test(text.charAt(keptLengthMax))) return kept.replace(/\d+$/, '');
  return kept.replace(/[\ud800-\udbff]$/, '');
}

/** All that was read of a line, for the operator. */
export function contentOf(entry: EntryTexts, detail: DetailTexts): Camt054Content {
  const own = detail.amount ?? detail.innerAmount;
  const texts: Record<string, string | undefined> = {
    ...entry,
    ...detail,
    indicator: detail.indicator ?? entry.indicator,
    bankReference: entry.bankReference ?? detail.bankReference,
    amount: own ?? entry.amount,
    currency: own === undefined ? entry.currency : detail.amount === undefined ? detail.innerCurrency : detail.currency,
    innerAmount: detail.amount === undefined ? undefined : detail.innerAmount,
    innerCurrency: detail.amount === undefined ? undefined : detail.innerCurrency,
    entryAmount: own === undefined ? undefined : entry.amount,
    entryCurrency: own === undefined ? undefined : entry.currency,
  };
  const content: Camt054Content = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined) content[name as keyof Camt054Content] = keptOf(text);
  }
  return content;
}

const bankTimeForm = /^(?:19|20|21)\d\d-\d\d-\d\d(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;
let lastBankTime = '';

/**
 * Whether it is a day, or a moment, that the calendar has; XML Schema allows an offset on either. A file mostly repeats
 * one, so the last right one is remembered.
 */
export function isBankTime(text: string): boolean {
  if (text === lastBankTime) return true;
  const form = bankTimeForm.exec(text);
  if (!form) return false;
  const [, time, offset] = form;
  try {
    if (offset === undefined) Temporal.PlainDateTime.from(text);
    else Temporal.Instant.from(time === undefined ? `${text.slice(0, 10)}T00:00:00${offset}` : text);
  } catch {
    return false;
  }
  lastBankTime = text;
  return true;
}
