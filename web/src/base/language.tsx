/**
 * English and French: the chosen table of texts, and numbers and times as that language writes them.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { english } from '../texts/english.ts';
import { french } from '../texts/french.ts';
import { type Format, formatIn } from './format.ts';
import { keep } from './kept.ts';

export type Language = 'en' | 'fr';
export type Texts = typeof english;
const tables: Readonly<Record<Language, Texts>> = { en: english, fr: french };

interface Chosen {
  language: Language;
  setLanguage(language: Language): void;
  texts: Texts;
  format: Format;
}
const ChosenLanguage = createContext<Chosen | undefined>(undefined);

/** Begins with what scheme.js found: the choice of the last visit, or the browser's language. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setChosen] = useState<Language>(document.documentElement.lang === 'fr' ? 'fr' : 'en');
  const value = useMemo(
    () => ({
      language,
      setLanguage: (next: Language) => {
        document.documentElement.lang = next;
        keep('quittance-language', next);
        setChosen(next);
      },
      texts: tables[language],
      format: formatIn(language),
    }),
    [language],
  );
  return <ChosenLanguage value={value}>{children}</ChosenLanguage>;
}

export function useLanguage(): Chosen {
  const chosen = useContext(ChosenLanguage);
  if (!chosen) throw new Error('outside of the language provider');
  return chosen;
}

export function useTexts(): Texts {
  return useLanguage().texts;
}

export function useFormat(): Format {
  return useLanguage().format;
}
