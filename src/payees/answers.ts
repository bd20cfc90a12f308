/**
 * What the interface answers about payees (interface §4.5, §4.6; `payee-fields`, `validate-response`).
 */
import { type AccountNumberCheck, failsAtProcessing } from './account-rules.ts';
import type { Payee } from './payee.ts';

export interface PayeeAnswer {
  name: string;
  billType?: string;
  accountNumberHint?: string;
}

export interface ValidationAnswer {
  valid: boolean;
  reason?: string;
}

/** A payee as the search answers it: the stored name unchanged, since that exact name is `payeeName` elsewhere. */
export function payeeAnswer(payee: Payee): PayeeAnswer {
  return {
    name: payee.name,
    billType: payee.billType,
    ...(payee.accountNumberHint === undefined ? {} : { accountNumberHint: payee.accountNumberHint }),
  };
}

/**
 * The answer of validate-account. `valid` is false exactly when processing would fail the payment: the interface asks for
 * "the same rules". A number that breaks an assumed rule is therefore valid, and the reason says what is doubtful.
 */
export function validationAnswer(check: AccountNumberCheck): ValidationAnswer {
  const valid = !failsAtProcessing(check);
  if (check.verdict === 'format not known') return { valid, reason: 'format not known' };
  if (check.reason === undefined) return { valid };
  if (!valid) return { valid, reason: check.reason };
  return {
    valid,
    reason: `${check.reason} (this format is assumed, not confirmed: the payment is not refused for it)`,
  };
}
