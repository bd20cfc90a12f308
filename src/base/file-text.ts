/**
 * What a bank's XML file can carry: free text of partners and payees, made fit without ever failing the payment
 * (open point `text-limits`).
 *
 *   text ──▶ characters XML cannot carry replaced ──▶ white space to single spaces ──▶ cut by characters ──▶ escaped
 *
 * Accents stay: XML is UTF-8. Identifiers are another matter: cutting one would break the way back from the bank's
 * report to the payment, so an identifier that does not fit is a fault of ours and throws.
 */

/** Control characters of both sets, line and paragraph separators, any space: a bank's screen shows one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const spacing = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;
/** What is no character of XML 1.0 besides: halves of surrogate pairs and the two non-characters of each plane. */
const unfit = /[\p{Surrogate}\u{fffe}\u{ffff}]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{10fffe}\u{10ffff}]/gu;

/** ISO 20022 identifiers: at most 35 characters of the set every bank takes, no slash at an end, none doubled. */
const identifierForm = /^(?!\/)(?!.*\/\/)(?!.*\/$)(?! )(?!.* $)[A-Za-z0-9/?:().,'+ -]{1,35}$/;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** The first `lengthMax` characters (code points, as the schemas count); a pair of surrogates is never parted. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  let end = 0;
  for (let taken = 0; taken < lengthMax && end < text.length; taken++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Free text as one line that XML can carry, at most `lengthMax` characters, not yet escaped. May be empty. */
export function lineText(text: string, lengthMax: number): string {
  return cutText(text.replace(unfit, '?').replace(spacing, ' ').trim(), lengthMax).trimEnd();
}

/** Text with the five characters that mark up XML escaped: good between tags and in a quoted attribute. */
export function escapeXml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => escapes[character] as string) : text;
}

/** Free text for an XML element: made fit, cut, escaped. Empty where nothing remains; the schemas want no empty element. */
export function xmlText(text: string, lengthMax: number): string {
  return escapeXml(lineText(text, lengthMax));
}

/** An identifier of ours for an XML element, escaped. Throws where a bank could not carry it whole. */
export function xmlIdentifier(identifier: string): string {
  if (!identifierForm.test(identifier)) {
    throw new Error(
      `identifier ${JSON.stringify(identifier)} does not fit: 1 to 35 of A-Z a-z 0-9 / ? : ( ) . , ' + -`,
    );
  }
  return escapeXml(identifier);
}
