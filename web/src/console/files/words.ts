/** Words of tables that may lack a value, and what a code means in the chosen language. */
import { useLanguage } from '../../base/language.tsx';

/** What a table says of a value; a value that it does not know, as it stands. */
export function worded(table: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(table, value) ? (table[value] as string) : value;
}

/** A code of a return or a rejection, as the service explains it. */
export interface ExplainedCode {
  code: string;
  meaning: { en: string; fr: string };
  acts: string;
  how: string;
}

/** What a code means, who must act, and how, in the chosen language: rows for `Facts`. */
export function useAdvice(): (code: ExplainedCode) => readonly (readonly [string, string])[] {
  const { language, texts } = useLanguage();
  const { bankSays, whoActs, whatToDo, actors, advice } = texts.bankFiles;
  return ({ code, meaning, acts, how }) => [
    [bankSays, `${meaning[language]} (${code})`],
    [whoActs, worded(actors, acts)],
    [whatToDo, worded(advice, how)],
  ];
}
