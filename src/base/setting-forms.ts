/**
 * What a row of the table of settings is made of, and the forms that several settings share.
 */
export interface BankAccountSetting {
  institutionNumber: string;
  transitNumber: string;
  accountNumber: string;
}

export interface Setting<T> {
  name: string;
  /** What it is for: one sentence of the documentation. */
  about: string;
  /** What is allowed, in words: documentation and error message. */
  allowed: string;
  /** The value, or undefined where the text is not allowed. Never sees an empty text: that counts as not set. */
  parse: (text: string) => T | undefined;
  /** Texts in the form of the variable; where there is none, the setting stays undefined. */
  defaults: { sandbox?: string; production?: string };
  /** Whether production refuses to start without it. */
  requiredInProduction: boolean;
  /** A secret's value is never printed, not even when it is wrong. */
  secret: boolean;
}

/** A row with the usual answers: the same default everywhere, required nowhere, no secret. */
export function setting<T>(
  row: Pick<Setting<T>, 'name' | 'about' | 'allowed' | 'parse'> & Partial<Setting<T>> & { default?: string },
): Setting<T> {
  const { default: everywhere, ...rest } = row;
  const defaults = everywhere === undefined ? {} : { sandbox: everywhere, production: everywhere };
  return { defaults, requiredInProduction: false, secret: false, ...rest };
}

/** A row that always has a value. */
export type Always<T> = Setting<T> & { always: true };
export function always<T>(row: Parameters<typeof setting<T>>[0] & { default: string }): Always<T> {
  return { ...setting<T>(row), always: true };
}

/** A bank account as `institution-transit-account`. */
export const accountForm: Pick<Setting<BankAccountSetting>, 'allowed' | 'parse'> = {
  allowed: '`institution-transit-account`, such as `003-00010-1234567`',
  parse: (text) => {
    const [, institutionNumber, transitNumber, accountNumber] = /^(\d{3})-(\d{5})-(\d{1,12})$/.exec(text) ?? [];
    if (!institutionNumber || !transitNumber || !accountNumber) return undefined;
    return { institutionNumber, transitNumber, accountNumber };
  },
};

/** Dollars, as cents. */
export const dollarAmount: Pick<Setting<bigint>, 'allowed' | 'parse'> = {
  allowed: 'an amount of 0 or more, with at most two decimals',
  parse: (text) => {
    const [, whole, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
    return whole === undefined ? undefined : BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  },
};

export const timeOfDay: Pick<Setting<Temporal.PlainTime>, 'allowed' | 'parse'> = {
  allowed: 'a time of day as HH:MM, 00:00 to 23:59',
  parse: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? Temporal.PlainTime.from(text) : undefined),
};

export function wholeNumber(min: number, max: number): Pick<Setting<number>, 'allowed' | 'parse'> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<T extends string>(values: readonly T[]): Pick<Setting<T>, 'allowed' | 'parse'> {
  return { allowed: listed(values), parse: (text) => (includes(values, text) ? text : undefined) };
}

export function includes<T extends string>(values: readonly T[], text: string): text is T {
  return (values as readonly string[]).includes(text);
}

export function listed(values: readonly string[]): string {
  return values
    .map((value) => `\`${value}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

/** The origin of an http(s) address, without a slash at its end; undefined for anything with more in it. */
export function origin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
}
