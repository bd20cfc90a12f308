/**
 * Transaction types of Standard 007 that a debit of ours can carry, and their neighbours (formats §1.2). The bank prints from them
 * what stands on the payor's statement.
 */

// biome-ignore format: one code, one line
const rows: readonly (readonly [code: string, meaning: string])[] = [
  ['400', 'Rent or lease'],
  ['401', 'Rent or lease, residential'],
  ['402', 'Rent or lease, commercial'],
  ['420', 'Cash management'],
  ['430', 'Bill payment'],
  ['431', 'Telephone bill'],
  ['432', 'Gasoline bill'],
  ['433', 'Hydro bill'],
  ['434', 'Cable bill'],
  ['435', 'Fuel bill'],
  ['436', 'Utility bill'],
  ['437', 'Internet bill'],
  ['438', 'Water bill'],
  ['439', 'Automobile payment'],
  ['450', 'Miscellaneous payment'],
  ['452', 'Expense payment'],
  ['453', 'Correction of a bill payment'],
  ['460', 'Accounts payable'],
  ['470', 'Fees or dues'],
  ['480', 'Donation'],
  ['714', 'Rent or lease of a business'],
  ['717', 'Cash management of a business'],
  ['718', 'Bill payment of a business'],
  ['719', 'Telephone bill of a business'],
  ['720', 'Gasoline bill of a business'],
  ['721', 'Hydro bill of a business'],
  ['722', 'Cable bill of a business'],
  ['723', 'Fuel bill of a business'],
  ['724', 'Utility bill of a business'],
  ['725', 'Internet bill of a business'],
  ['726', 'Water bill of a business'],
];

/** Meaning by code. A code that is not listed may still be one of the Standard's. */
export const transactionCodes: ReadonlyMap<string, string> = new Map(rows);

/** The debit is drawn on a partner's account, a business: 718 fits better than 430 (an inference of formats §1.2). */
export const defaultTransactionType = '718';
