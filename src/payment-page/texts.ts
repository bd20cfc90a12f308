/**
 * Everything the page says: one table per language, of one type, so that a text that is missing does not compile. Values put into
 * a text are escaped where it is shown.
 */
import type { PayerState } from '../collection/card/decide.ts';
import type { CardDecline, IdentityFailure, Language } from '../collection/card/ports.ts';
import { english } from './texts-english.ts';
import { french } from './texts-french.ts';

/** A message by its heading and what to do about it. */
export interface Message {
  title: string;
  text: string;
}

export interface Texts {
  /** The language as its own speakers call it, and in words of the other language what the link to it does. */
  languageName: string;
  switchTo: string;
  testPayment: string;
  rent: string;
  receipt: string;
  /** The names of the rows. */
  facts: {
    partner: string;
    term: string;
    memo: string;
    due: string;
    payer: string;
    paidAt: string;
    number: string;
    identificationNumber: string;
  };
  paid: string;
  steps: { label: string; identity: string; card: string; done: string; isDone: string };
  /** What each state says: `paid` when the link is opened again later, `paidJustNow` right after. */
  states: Record<PayerState | 'paidJustNow' | 'switched_off', (partner: string, number: string) => Message>;
  buttons: {
    verify: string;
    verifyAgain: string;
    continue: string;
    pay: (amount: string) => string;
    /** On a button that was pressed. */
    busy: string;
    checkAgain: string;
    print: string;
    tryAgain: string;
  };
  /** Under the buttons that lead to the provider. */
  assurances: { identity: string; card: string };
  /** While something takes longer. */
  late: string;
  notFinished: Record<'identity' | 'card', Message>;
  verified: Message;
  verificationFailed: string;
  failures: Record<IdentityFailure, string>;
  declined: string;
  declines: Record<CardDecline, string>;
  /** The provider could not be reached: before there was anything to pay at, and when something may have been paid there. */
  problem: (partner: string) => Message;
  problemOnTheWay: (partner: string) => Message;
  unknownLink: Message;
  fault: Message;
}

export const texts: Record<Language, Texts> = { en: english, fr: french };
