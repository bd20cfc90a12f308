/** The texts of the operator's side: nobody else loads them. */
import { textsWith } from '../base/language.tsx';
import { englishBankFiles } from '../texts/english-bank-files.ts';
import { englishDesk } from '../texts/english-desk.ts';
import { englishExceptions } from '../texts/english-exceptions.ts';
import { englishOversight } from '../texts/english-oversight.ts';
import { frenchBankFiles } from '../texts/french-bank-files.ts';
import { frenchDesk } from '../texts/french-desk.ts';
import { frenchExceptions } from '../texts/french-exceptions.ts';
import { frenchOversight } from '../texts/french-oversight.ts';

export const useDeskTexts = textsWith({
  en: { ...englishDesk, ...englishExceptions, ...englishBankFiles, ...englishOversight },
  fr: { ...frenchDesk, ...frenchExceptions, ...frenchBankFiles, ...frenchOversight },
});
export type DeskTexts = ReturnType<typeof useDeskTexts>;
