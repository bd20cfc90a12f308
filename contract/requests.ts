/**
 * The bodies that partners send about anything but payments (interface §4.5 – §4.9). Members that are not listed are
 * allowed and ignored.
 */
import { type Static, Type } from 'typebox';
import { type EventName, eventNames } from './events.ts';
import {
  bankAccountNumberDigitsMax,
  institutionNumberDigits,
  payeeSearchDefault,
  transitNumberDigits,
} from './limits.ts';
import * as word from './schema.ts';

export const PayeeSearch = Type.Object(
  {
    search: Type.Optional(
      word.text({
        description: 'Any part of a name. Absent or empty: all payees.',
        examples: ['hydro'],
        'x-open-aspects': ['payee-search'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'How many payees to answer at most.',
        default: payeeSearchDefault,
        'x-open-aspects': ['payee-search'],
      }),
    ),
  },
  { title: 'PayeeSearch', description: 'What to look for.' },
);

export const ValidateAccount = Type.Object(
  {
    payeeName: word.filledText({
      description: 'The exact name of the payee.',
      examples: ['Hydro-Québec'],
      'x-open-aspects': ['validate-request'],
    }),
    accountNumber: word.filledText({
      description: 'The account number to check.',
      examples: ['299001234567'],
      'x-open-aspects': ['validate-request'],
    }),
  },
  { title: 'ValidateAccount', description: 'An account number and the payee it is meant for.' },
);

const account = { 'x-open-point': 'bank-account-shape' } as const;
const agreement = { 'x-open-point': 'pad-agreement' } as const;

export const PadAgreementInput = Type.Object(
  {
    category: Type.Unsafe<'personal' | 'business'>({
      type: 'string',
      enum: ['personal', 'business'],
      description: 'Whose account it is: of a person or of a business.',
      ...agreement,
    }),
    signedAt: Type.String({
      format: 'iso-moment',
      description: 'When it was signed: a date, or a date-time.',
      examples: ['2026-11-02T14:30:00Z'],
      ...agreement,
    }),
    signatoryName: word.filledText({ description: 'Who signed it.', examples: ['Amélie Roy'], ...agreement }),
    reference: Type.Optional(
      word.text({ description: 'Your own reference of the document.', examples: ['PAD-2026-118'], ...agreement }),
    ),
  },
  {
    title: 'PadAgreementInput',
    description: 'The signed agreement that allows the account to be debited. May follow later: register again.',
    ...agreement,
  },
);

export const RegisterBankAccount = Type.Object(
  {
    institutionNumber: word.digits(institutionNumberDigits, institutionNumberDigits, {
      description: 'The bank.',
      examples: ['815'],
      ...account,
    }),
    transitNumber: word.digits(transitNumberDigits, transitNumberDigits, {
      description: 'The branch.',
      examples: ['30001'],
      ...account,
    }),
    accountNumber: word.digits(1, bankAccountNumberDigitsMax, {
      description: 'The account, leading zeros included.',
      examples: ['1234567'],
      ...account,
    }),
    accountHolderName: word.filledText({ description: 'Whose account it is.', examples: ['Amélie Roy'], ...account }),
    padAgreement: Type.Optional(PadAgreementInput),
  },
  { title: 'RegisterBankAccount', description: 'A bank account to register, or to register again.' },
);

export const DeactivateBankAccount = Type.Object(
  { id: word.identifierOrDigits({ description: 'The account to deactivate.', examples: [31], ...account }) },
  { title: 'DeactivateBankAccount', description: 'Which account is not to be debited any more.' },
);

const report = { 'x-open-point': 'rent-report-shape' } as const;

export const ReportedMonthInput = Type.Object(
  {
    month: Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
      'x-accepted': 'must be a month written YYYY-MM, such as 2026-03',
      description: 'The month the rent was for, as `YYYY-MM`.',
      examples: ['2026-03'],
      ...report,
    }),
    amount: word.amount(
      { description: 'What was paid, in dollars; zero if nothing was.', examples: [1650], ...report },
      { zeroAllowed: true },
    ),
    paidDate: Type.Optional(
      word.kept({ description: 'When it was paid, as `YYYY-MM-DD`.', examples: ['2026-03-01'], ...report }),
    ),
    status: Type.Optional(
      word.kept({ description: 'Usually `paid`, `late` or `missed`.', examples: ['paid'], ...report }),
    ),
  },
  { title: 'ReportedMonthInput', description: 'One month of rent.' },
);

export const CreatePastRentReport = Type.Object(
  {
    userEmail: word.email({
      description: 'E-mail address of the tenant.',
      examples: ['tenant@example.com'],
      ...report,
    }),
    payments: Type.Array(ReportedMonthInput, { description: 'The months to report.', ...report }),
    userName: Type.Optional(word.kept({ description: 'Name of the tenant.', examples: ['Amélie Roy'], ...report })),
    address: Type.Optional(
      word.kept({
        description: 'The rented address; usually `line1`, `line2`, `city`, `province`, `postalCode`.',
        examples: [{ line1: '12 rue des Érables', city: 'Québec', province: 'QC', postalCode: 'G1R 2B5' }],
        ...report,
      }),
    ),
    landlord: Type.Optional(
      word.kept({
        description: 'The landlord; usually `name`, `email`, `phone`.',
        examples: [{ name: 'Immeubles Laurier' }],
        ...report,
      }),
    ),
    leaseStartDate: Type.Optional(
      word.kept({ description: 'First day of the lease, as `YYYY-MM-DD`.', examples: ['2024-07-01'], ...report }),
    ),
    leaseEndDate: Type.Optional(
      word.kept({ description: 'Last day of the lease, as `YYYY-MM-DD`.', examples: ['2027-06-30'], ...report }),
    ),
    monthlyRent: Type.Optional(word.kept({ description: 'Rent per month, in dollars.', examples: [1650], ...report })),
    consent: Type.Optional(
      word.kept({
        description: "The tenant's consent; usually `given` and `at`.",
        examples: [{ given: true, at: '2026-11-01T10:00:00Z' }],
        ...report,
      }),
    ),
  },
  { title: 'CreatePastRentReport', description: 'Rent that was paid in the past.' },
);

export const TestWebhook = Type.Object(
  {
    event: Type.Optional(
      Type.Unsafe<EventName>({
        type: 'string',
        enum: eventNames,
        default: 'payment.created',
        description: 'Which event to send.',
        'x-open-point': 'webhook-test-shape',
      }),
    ),
  },
  { title: 'TestWebhook', description: 'Which event to send with mock data.' },
);

export type PayeeSearch = Static<typeof PayeeSearch>;
export type ValidateAccount = Static<typeof ValidateAccount>;
export type PadAgreementInput = Static<typeof PadAgreementInput>;
export type RegisterBankAccount = Static<typeof RegisterBankAccount>;
export type DeactivateBankAccount = Static<typeof DeactivateBankAccount>;
export type CreatePastRentReport = Static<typeof CreatePastRentReport>;
export type TestWebhook = Static<typeof TestWebhook>;
