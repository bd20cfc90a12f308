/**
 * What an AFT file writes in its fields: text in capitals without accents, dates as `0YYDDD` (formats §1.1).
 *
 *   "Élodie Œuvrard-O'Neil" ──▶ accents off, capitals ──▶ ELODIE OEUVRARD-O'NEIL ──▶ ELODIE OEUVRARD O NEIL ──▶ cut
 */

/** What the validators of all banks take. */
const fitForm = /^[A-Z0-9.,]+(?: [A-Z0-9.,]+)*$/;
/** Letters that are not a base letter with an accent. */
const letters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ø: 'O',
  Œ: 'OE',
  Þ: 'TH',
  ẞ: 'SS',
};
const ourLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * Free text made fit for a field of `lengthMax` characters: capitals A to Z, digits, period, comma, single spaces; every other
 * character becomes a space. Not padded. May be empty: nothing is left of a name in another script.
 */
export function aftText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax && fitForm.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(ourLetters, (letter) => letters[letter] as string)
    .replace(/[^A-Z0-9.,]+/g, ' ')
    .trimStart()
    .slice(0, lengthMax)
    .trimEnd();
}

/** So many characters of an account number may be shown (src/bank-accounts/account-number.ts shows the last four). */
const toldCharactersMax = 4;

/**
 * Text that was found where it does not belong, in quotes, for a message: in a record that has slipped, account numbers stand anywhere.
 * So digits are shown as `#`, unless there are at most four characters, leading zeros aside.
 */
export function told(found: string): string {
  const isShort = found.replace(/^0+/, '').length <= toldCharactersMax;
  return JSON.stringify(isShort ? found : found.replace(/[0-9]/g, '#'));
}

/** A date as `0YYDDD`. Throws RangeError outside the years 2000 to 2099: two digits tell no more. */
export function aftDate(date: Temporal.PlainDate): string {
  if (date.year < 2000 || date.year > 2099) throw new RangeError(`${date} does not fit: the years 2000 to 2099 do`);
  return `0${String(date.year % 100).padStart(2, '0')}${String(date.dayOfYear).padStart(3, '0')}`;
}

/** The last date that was read: nearly all transactions of a file have the same one. */
let lastRead: { text: string; date: Temporal.PlainDate } | undefined;

/** Reads `0YYDDD`; undefined where it is no date of that form. */
export function dateFromAft(text: string): Temporal.PlainDate | undefined {
  if (lastRead?.text === text) return lastRead.date;
  const date = parsedDate(text);
  if (date) lastRead = { text, date };
  return date;
}

function parsedDate(text: string): Temporal.PlainDate | undefined {
  if (!/^0[0-9]{5}$/.test(text)) return undefined;
  const firstOfYear = Temporal.PlainDate.from({ year: 2000 + Number(text.slice(1, 3)), month: 1, day: 1 });
  const dayOfYear = Number(text.slice(3));
  if (dayOfYear < 1 || dayOfYear > firstOfYear.daysInYear) return undefined;
  return firstOfYear.add({ days: dayOfYear - 1 });
}
