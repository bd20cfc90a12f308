/**
 * What a payee is (interface §2.3, formats §4.1), and the closed lists its account format is written in. A format is
 * data: lengths or a pattern, a check digit, and named steps that bring what people type into the form the biller knows.
 */
import { luhnHolds, mod11Holds, mod97Holds } from './check-digits.ts';

/** How well a payee's format is known, and hence what a number that breaks it meets (`own-check-rejection`). */
export const ruleOfConfidence = {
  sourced: 'confirmed',
  'sourced-old': 'assumed',
  partial: 'assumed',
  'name-only': 'none',
} as const;

export type Confidence = keyof typeof ruleOfConfidence;

/** `confirmed` rejects at processing, `assumed` only warns the operator, `none`: the format is not known. */
export type Rule = (typeof ruleOfConfidence)[Confidence];

/** The check digits a format can ask for: when it holds, and what is said when it does not. */
export const accountChecks = {
  luhn: { holds: luhnHolds, fault: 'the check digit does not fit' },
  'luhn-first-9': {
    holds: (text: string) => luhnHolds(text.slice(0, 9)),
    fault: 'the first 9 digits do not fit their check digit',
  },
  mod11: { holds: (text: string) => mod11Holds(text, 'reject'), fault: 'the check digit does not fit' },
  'mod11-0': { holds: (text: string) => mod11Holds(text, '0'), fault: 'the check digit does not fit' },
  mod97: { holds: mod97Holds, fault: 'the last two digits, which are check digits, do not fit' },
} as const;

export type AccountCheck = keyof typeof accountChecks;

/** Spaces, dashes of every kind, invisible marks, dots and slashes: how numbers are grouped on bills. */
const separators = /[\s\p{Pd}\p{Cf}\u2212\u2044\u2215./]+/gu;
const onlyDigits = /^\d+$/;

/**
 * The steps of a format's `normalise`, in the order in which they are taken. Those marked `before` complete what was
 * typed and come before the check; the one marked `after` turns a number found right into the form the biller's file wants.
 */
export const normaliseSteps = {
  'strip separators': { when: 'before', take: (text: string) => text.replace(separators, '') },
  'upper case': { when: 'before', take: (text: string) => text.toUpperCase() },
  'left-pad to 10 with 0': {
    when: 'before',
    take: (text: string) => (onlyDigits.test(text) ? text.padStart(10, '0') : text),
  },
  'right-pad to 12 with 0': { when: 'after', take: (text: string) => text.padEnd(12, '0') },
} as const;

export type NormaliseStep = keyof typeof normaliseSteps;

/** A payee's account format. Exactly one of `lengths` and `pattern` is there. */
export interface AccountFormat {
  /** Digits only, in one of these numbers of digits. */
  readonly lengths?: readonly number[];
  /** With `lengths`: the digits it starts with. */
  readonly prefix?: string;
  /** `#` stands for a digit, every other character for itself: `#########RC####`. */
  readonly pattern?: string;
  readonly check?: AccountCheck;
  readonly normalise?: readonly NormaliseStep[];
}

/** Where the payee is paid. `invented` accounts are the sandbox's; production does not know them. */
export interface SettlementAccount {
  readonly institutionNumber: string;
  readonly transitNumber: string;
  readonly accountNumber: string;
  readonly invented: boolean;
}

export interface Payee {
  /** The exact name, unique; what `payeeName` must be (interface §2.2). */
  readonly name: string;
  readonly billType: string;
  readonly region: string;
  /** The same payee's names elsewhere, which the search finds too. */
  readonly aliases: readonly string[];
  /** null: not known, so every number is accepted (`validate-response`). */
  readonly accountFormat: AccountFormat | null;
  readonly accountNumberHint?: string;
  readonly confidence: Confidence;
  /** Where the facts come from. */
  readonly source: string;
  readonly settlement?: SettlementAccount;
}

/**
 * The account to pay this payee on, in the environment given; undefined where there is none, so that the payment waits
 * visibly (design §8). An invented account counts in the sandbox only.
 */
export function settlementAccount(payee: Payee, environment: 'sandbox' | 'production'): SettlementAccount | undefined {
  return environment === 'production' && payee.settlement?.invented ? undefined : payee.settlement;
}
