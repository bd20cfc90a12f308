/**
 * English and French: the chosen table of texts, and numbers and times as that language writes them.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { english } from '../texts/english.ts';
import { french } from '../texts/french.ts';
import { type Format, formatIn } from './format.ts';
import { keep } from './kept.ts';

export type Language = 'en' | 'fr';
export type Texts = typeof english;
const tables: Readonly<Record<Language, Texts>> = { en: english, fr: french };

export interface Chosen {
  language: Language;
  setLanguage(language: Language): void;
  texts: Texts;
  format: Format;
  /** A sentence of the service in the chosen language; undefined where it is in English only, or its French is still on its way. */
  said(sentence: string): string | undefined;
}
const ChosenLanguage = createContext<Chosen | undefined>(undefined);

/** Begins with what scheme.js found: the choice of the last visit, or the browser's language. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setChosen] = useState<Language>(document.documentElement.lang === 'fr' ? 'fr' : 'en');
  const [inFrench, setInFrench] = useState<Chosen['said']>();
  useEffect(() => {
    if (language !== 'fr') return;
    // Where it does not arrive, the service is read in English.
    import('../texts/french-service.ts').then(
      ({ inFrench: loaded }) => setInFrench(() => loaded),
      () => undefined,
    );
  }, [language]);
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
      said: (sentence: string) => (language === 'en' ? sentence : inFrench?.(sentence)),
    }),
    [language, inFrench],
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

/** The hook for a part of the pages that has texts of its own, loaded with it: those of every page, and these. */
export function textsWith<More>(more: Readonly<Record<Language, More>>): () => Texts & More {
  const both = { en: { ...english, ...more.en }, fr: { ...french, ...more.fr } };
  return function useMoreTexts() {
    return both[useLanguage().language];
  };
}

/** What the service says, in the chosen language, or marked as English. */
export function Sentence({ text }: { text: string }) {
  const { said } = useLanguage();
  return said(text) ?? <span lang="en">{text}</span>;
}

export function useFormat(): Format {
  return useLanguage().format;
}
