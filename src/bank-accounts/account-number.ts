/**
 * Canadian bank accounts as numbers (formats §1.4; open point `bank-account-shape`): their form, how they are shown, when two are
 * the same, and how a bank file writes the branch.
 *
 *   institution 3 digits · transit 5 digits · account 1 to 12 digits        kept as given: a leading zero is part of the text
 *   bank file: 0 + institution + transit ("000410202")       cheque: transit-institution ("10202-004")
 *
 * There is no check digit on Canadian accounts, so nothing beyond the form can be checked.
 */

export interface BankAccountNumber {
  institutionNumber: string;
  transitNumber: string;
  accountNumber: string;
}

export type AccountPart = keyof BankAccountNumber;

const forms: Readonly<Record<AccountPart, { form: RegExp; accepted: string }>> = {
  institutionNumber: { form: /^[0-9]{3}$/, accepted: 'exactly 3 digits' },
  transitNumber: { form: /^[0-9]{5}$/, accepted: 'exactly 5 digits' },
  accountNumber: { form: /^[0-9]{1,12}$/, accepted: '1 to 12 digits, without spaces or dashes' },
};

/** What is wrong with the form of an account, part by part; empty where nothing is. Never quotes the account number. */
export function accountFaults(account: BankAccountNumber): { part: AccountPart; accepted: string }[] {
  if (hasAccountForm(account)) return [];
  return (Object.keys(forms) as AccountPart[])
    .filter((part) => !forms[part].form.test(account[part]))
    .map((part) => ({ part, accepted: forms[part].accepted }));
}

/** Whether all three numbers have their form. */
export function hasAccountForm({ institutionNumber, transitNumber, accountNumber }: BankAccountNumber): boolean {
  return (
    forms.institutionNumber.form.test(institutionNumber) &&
    forms.transitNumber.form.test(transitNumber) &&
    forms.accountNumber.form.test(accountNumber)
  );
}

const shownDigits = 4;
/** Always as many, so that the mask does not tell the length of the number. */
const mask = '********';

/**
 * An account number as it may be shown: `********4567`. A number with fewer than five digits behind its leading zeros would be
 * told whole, or all but whole, by its last four: of such a one nothing is shown.
 */
export function maskedAccountNumber(accountNumber: string): string {
  return significant(accountNumber).length > shownDigits ? mask + accountNumber.slice(-shownDigits) : mask;
}

/** Whether two texts are the same account number at one branch: some banks strip leading zeros, so these do not count. */
export function sameAccountNumber(one: string, other: string): boolean {
  return one === other || significant(one) === significant(other);
}

/** The account number without leading zeros (`"0"` for one of zeros alone): the same for all ways of writing one number. */
export function significant(accountNumber: string): string {
  let zeros = 0;
  while (zeros < accountNumber.length - 1 && accountNumber[zeros] === '0') zeros += 1;
  return accountNumber.slice(zeros);
}

/** The branch as bank files write it, nine digits: `0IIITTTTT`. */
export function branchNumber({ institutionNumber, transitNumber }: Omit<BankAccountNumber, 'accountNumber'>): string {
  return `0${institutionNumber}${transitNumber}`;
}
