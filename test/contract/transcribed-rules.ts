/**
 * Interface §3 – §8 written down once more by hand: endpoints, permissions, statuses, transitions, events, errors, limits.
 * Imports nothing: it is what the contract is measured against.
 */

/** §4, in its order. `null`: the permission is not shown. */
export const shownEndpoints = [
  ['4.1', 'POST', '/create-payment', 'public_api:payment_create'],
  ['4.2', 'POST', '/create-credit-card-payment', 'public:credit_card_payment'],
  ['4.3', 'PATCH', '/update-payment', 'public:credit_card_payment'],
  ['4.4', 'POST', '/payment-history', 'public_api:payments_read'],
  ['4.5', 'POST', '/payees/search', 'public_api:payees_read'],
  ['4.6', 'POST', '/payees/validate-account', 'public_api:payees_read'],
  ['4.7', 'POST', '/bank-accounts', 'public_api:bank_accounts_manage'],
  ['4.7', 'GET', '/bank-accounts', 'public_api:bank_accounts_manage'],
  ['4.7', 'POST', '/bank-accounts/deactivate', 'public_api:bank_accounts_manage'],
  ['4.8', 'POST', '/past-rent-reports', 'public_api:past_rent_report_create'],
  ['4.9', 'POST', '/webhook-test', null],
] as const;

/** §4: endpoints of which something of the request body is shown. */
export const shownRequestBodies = ['/create-payment', '/payees/search', '/payees/validate-account'];

/** §4: endpoints of which the status of success is shown. */
export const shownSuccess: Record<string, number> = { '/create-payment': 200 };

/** §5, the table. */
export const shownPermissions: Record<string, readonly string[]> = {
  'public_api:payment_create': ['POST /create-payment'],
  'public:credit_card_payment': ['POST /create-credit-card-payment', 'PATCH /update-payment'],
  'public_api:payments_read': ['POST /payment-history'],
  'public_api:payees_read': ['POST /payees/search', 'POST /payees/validate-account'],
  'public_api:bank_accounts_manage': ['POST /bank-accounts', 'GET /bank-accounts', 'POST /bank-accounts/deactivate'],
  'public_api:past_rent_report_create': ['POST /past-rent-reports'],
};

/** §3. */
export const shownStatuses = ['pending', 'completed', 'failed'];

/** §3, the table: from, to, event; one row each, in its order. */
export const shownTransitions = [
  ['none', 'pending', 'payment.created'],
  ['pending', 'completed', 'payment.completed'], // e-transfer matched
  ['pending', 'completed', 'payment.completed'], // debit completed
  ['pending', 'failed', 'payment.failed'], // debit failed
  ['pending', 'completed', 'payment.completed'], // card processed
  ['completed', 'failed', 'payment.failed'], // rejected by the biller
  ['failed', 'completed', 'payment.completed'], // corrected and re-queued
] as const;

/** §6. */
export const shownEvents = ['payment.created', 'payment.completed', 'payment.failed'];

/** §7. The 409 exists only where an Idempotency-Key counts. */
export const shownErrorStatuses = [400, 401, 409, 500];

/** §5, §8. */
export const shownLimits = {
  idempotencyKeyCharacters: 255,
  signatureToleranceSeconds: 5 * 60,
  identificationNumberDigits: 12,
  tokenPrefix: 'svcapi_',
  tokenHexCharacters: 64,
  signingSecretPrefix: 'whsec_',
  businessDays: { min: 1, max: 3 },
  versionPrefix: '/v1',
};

/** §4.1, §5: headers. */
export const shownHeaders = {
  request: ['Idempotency-Key'],
  replay: 'Idempotency-Replayed',
  webhook: 'Service-Signature',
};
