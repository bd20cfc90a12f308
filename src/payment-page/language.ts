/** In which language a payer is spoken to: the one they chose on the page, else the one their browser asks for. */
import type { Language } from '../collection/card/ports.ts';

export const languages: readonly Language[] = ['en', 'fr'];
const standard: Language = 'en';
/** Browsers send a handful; whoever sends thousands is not read to the end. */
const headerLengthMax = 500;
const rangeForm = /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]+)?\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'fr';
}

/**
 * The language of ours that an `Accept-Language` header wants most (RFC 9110 §12.5.4): the highest quality, among equals the
 * first. `fr-CA`, `fr-FR` and `fr` are French; `*` is any that is not named; what is marked `q=0` is not wanted. Where nothing
 * of ours is wanted, English.
 */
export function languageFrom(header: string | undefined): Language {
  const qualities = new Map<string, number>();
  for (const range of (header ?? '').slice(0, headerLengthMax).split(',')) {
    const [, name, quality = '1'] = rangeForm.exec(range) ?? [];
    const language = name?.toLowerCase();
    if (language !== undefined) {
      qualities.set(language, Math.max(qualities.get(language) ?? 0, Number(quality)));
    }
  }
  const order = [...qualities.keys()];
  const wanted = languages
    .map((language) => ({
      language,
      quality: qualities.get(language) ?? qualities.get('*') ?? 0,
      place: order.indexOf(qualities.has(language) ? language : '*'),
    }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place);
  return wanted[0]?.language ?? standard;
}
