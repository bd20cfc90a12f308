/** What a code of a bank means, who must act, and how: rows for `Facts`. */
import { useLanguage } from '../base/language.tsx';
import { named } from '../base/words.ts';
import { useDeskTexts } from './texts.ts';

/** A code of a return or a rejection, as the service explains it. */
export interface ExplainedCode {
  code: string;
  meaning: { en: string; fr: string };
  acts: string;
  how: string;
}

export function useAdvice(): (code: ExplainedCode) => readonly (readonly [string, string])[] {
  const { language, said } = useLanguage();
  const { bankSays, whoActs, whatToDo, actors } = useDeskTexts().desk;
  return ({ code, meaning, acts, how }) => [
    [bankSays, `${meaning[language]} (${code})`],
    [whoActs, named(actors, acts)],
    [whatToDo, said(how) ?? how],
  ];
}
