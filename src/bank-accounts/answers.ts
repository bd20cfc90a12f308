/**
 * What is sent and answered about a bank account (open point `bank-account-shape`): in the API and by the partner's pages.
 */
import type { RegisterBankAccount } from '../../contract/requests.ts';
import type { JsonValue } from '../base/json.ts';
import { isoFromInstant } from '../base/time.ts';
import { institutionName, institutionWarning } from './institutions.ts';
import type { BankAccount } from './store.ts';

/** The record, its number masked. */
export function bankAccountRecord(account: BankAccount): { [name: string]: JsonValue } {
  const institution = institutionName(account.institutionNumber);
  const warning = institutionWarning(account.institutionNumber);
  return {
    id: Number(account.id),
    institutionNumber: account.institutionNumber,
    ...(institution !== undefined && { institutionName: institution }),
    transitNumber: account.transitNumber,
    accountNumber: account.accountMasked,
    accountHolderName: account.accountHolderName,
    ...(account.padAgreement && { padAgreement: { ...account.padAgreement } }),
    status: account.status,
    ...(account.attention !== null && { attention: account.attention }),
    ...(warning !== undefined && { warnings: [warning] }),
    createdAt: isoFromInstant(account.createdAt),
  };
}

/** What is kept of a registration that was sent: members that nobody knows are ignored. */
export function registrationOf(body: RegisterBankAccount) {
  const { institutionNumber, transitNumber, accountNumber, accountHolderName, padAgreement } = body;
  return {
    institutionNumber,
    transitNumber,
    accountNumber,
    accountHolderName,
    ...(padAgreement && {
      padAgreement: {
        category: padAgreement.category,
        signedAt: padAgreement.signedAt,
        signatoryName: padAgreement.signatoryName,
        ...(padAgreement.reference !== undefined && { reference: padAgreement.reference }),
      },
    }),
  };
}
