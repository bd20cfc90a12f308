/**
 * The six permission scopes and what each grants, spelled as in interface §5. Two of them differ in their prefix from the
 * others' pattern; that is how they are shown.
 */

export const permissions = [
  'public_api:payment_create',
  'public:credit_card_payment',
  'public_api:payments_read',
  'public_api:payees_read',
  'public_api:bank_accounts_manage',
  'public_api:past_rent_report_create',
] as const;

export type Permission = (typeof permissions)[number];

/** For every permission the endpoints it opens, as `METHOD /path`. The endpoint table is checked against it. */
export const grants: Record<Permission, readonly string[]> = {
  'public_api:payment_create': ['POST /create-payment'],
  // Correcting the address of a payment by Interac stands under the card permission: so shown.
  'public:credit_card_payment': ['POST /create-credit-card-payment', 'PATCH /update-payment'],
  'public_api:payments_read': ['POST /payment-history'],
  'public_api:payees_read': ['POST /payees/search', 'POST /payees/validate-account'],
  'public_api:bank_accounts_manage': ['POST /bank-accounts', 'GET /bank-accounts', 'POST /bank-accounts/deactivate'],
  'public_api:past_rent_report_create': ['POST /past-rent-reports'],
};

/** In a few words, for lists where a person chooses scopes. */
export const permissionPurposes: Record<Permission, string> = {
  'public_api:payment_create': 'Create bill and rent payments',
  'public:credit_card_payment': 'Create card payments; correct the e-mail address of a payment',
  'public_api:payments_read': 'Read payments and their statuses',
  'public_api:payees_read': 'Search payees and check account numbers',
  'public_api:bank_accounts_manage': 'Register, list and deactivate bank accounts',
  'public_api:past_rent_report_create': 'Submit past rent reports',
};
