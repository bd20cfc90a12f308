/**
 * The chart of accounts, one set per partner (and one for the operator, partner 0, whose money belongs to no payment yet).
 * Double entry: every transfer debits one account and credits another, so the sum of all is always zero.
 */

/** Which side an account stands on: its running total never falls below zero on that side. */
export const accounts = {
  collected_interac: 'debit',
  collected_eft: 'debit',
  collected_card: 'debit',
  receivable: 'debit',
  held_funds: 'credit',
  owed_to_billers: 'credit',
  owed_to_landlords: 'credit',
  in_settlement: 'credit',
  paid_out: 'credit',
  given_back: 'credit',
} as const;

export type Account = keyof typeof accounts;

/** The operator's own set of accounts. */
export const operatorId = 0n;
