/**
 * What all lists have, and the records that the pages have in common with `/v1` (open points `bank-account-shape`, `payee-fields`, `validate-response`).
 */

/** Lists go on where `nextCursor` says: sent back as `cursor`, with the same filters. Absent: that was all. */
export interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

export interface PadAgreementRecord {
  category: 'personal' | 'business';
  signedAt: string;
  signatoryName: string;
  reference?: string;
}

export interface BankAccountRecord {
  id: number;
  institutionNumber: string;
  institutionName?: string;
  transitNumber: string;
  /** All but its end masked. */
  accountNumber: string;
  accountHolderName: string;
  padAgreement?: PadAgreementRecord;
  status: 'active' | 'inactive';
  /** Why somebody should look at it. */
  attention?: string;
  warnings?: string[];
  createdAt: string;
}

/** POST bank-accounts. The same account again: its agreement renewed, active again. */
export interface RegisterBankAccountBody {
  institutionNumber: string;
  transitNumber: string;
  accountNumber: string;
  accountHolderName: string;
  padAgreement?: PadAgreementRecord;
}

export interface PayeeRecord {
  name: string;
  billType?: string;
  accountNumberHint?: string;
}

export interface ValidationRecord {
  valid: boolean;
  reason?: string;
}
