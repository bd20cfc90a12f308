/**
 * Whether two texts are the same to whoever reads them: names and references that people type, once this way and once that.
 */

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const blank = /[\s\p{Cc}]+/gu;

/**
 * What two texts have in common that look the same: in compatibility form (NFKC), without what cannot be seen, single spaces, none at
 * the ends, capitals. Empty where there is nothing to be seen.
 */
export function sameText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').replace(blank, ' ').trim().toUpperCase().normalize('NFKC');
}
