/**
 * The answers that are more than one record: lists, pages, results (interface §4.4 – §4.9). All of it by open points,
 * except where a member says otherwise.
 */
import { type Static, Type } from 'typebox';
import { BankAccount, Payee, Payment } from './records.ts';
import { answeredDateTime, text } from './schema.ts';

const history = { 'x-open-point': 'history-request' } as const;
const test = { 'x-open-point': 'webhook-test-shape' } as const;

export const PaymentHistory = Type.Object(
  {
    payments: Type.Array(Payment, { description: 'The payments that match, newest first.', ...history }),
    nextCursor: Type.Optional(
      text({
        description: 'Send it as `cursor`, with the same filters, for the next page. Absent on the last page.',
        examples: ['eyJjIjoiMjAyNi0xMS0yN1QxNTowNDowNVoiLCJpIjo0ODIxM30'],
        ...history,
      }),
    ),
    asOf: answeredDateTime({
      description: 'Every change before this moment is in the answer. Send it as `updatedFrom` the next time.',
      ...history,
    }),
  },
  { title: 'PaymentHistory', description: 'One page of payments.' },
);

export const PayeeList = Type.Object(
  {
    payees: Type.Array(Payee, { description: 'The payees that match.', 'x-open-point': 'payee-fields' }),
  },
  { title: 'PayeeList', description: 'The payees that a search found.' },
);

export const AccountValidation = Type.Object(
  {
    valid: Type.Boolean({
      description: "Whether the number agrees with the payee's format, as far as it is known.",
      'x-open-point': 'validate-response',
    }),
    reason: Type.Optional(
      text({
        description: 'Why not; or, where `valid` is true, what could not be confirmed, such as `format not known`.',
        examples: ['must have 12 digits'],
        'x-open-point': 'validate-response',
      }),
    ),
  },
  { title: 'AccountValidation', description: 'What the check of an account number found.' },
);

export const BankAccountList = Type.Object(
  {
    bankAccounts: Type.Array(BankAccount, {
      description: 'All accounts, inactive ones too.',
      'x-open-point': 'bank-account-shape',
    }),
  },
  { title: 'BankAccountList', description: 'The bank accounts of the partner.' },
);

export const WebhookTestResult = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether your endpoint answered with a 2xx status.', ...test }),
    statusCode: Type.Optional(
      Type.Integer({
        description: 'The status it answered with. Absent if it gave no answer.',
        examples: [204],
        ...test,
      }),
    ),
    error: Type.Optional(
      text({
        description: 'Why no answer was received. Absent if there was one.',
        examples: ['connection refused'],
        ...test,
      }),
    ),
  },
  { title: 'WebhookTestResult', description: 'What became of a test delivery.' },
);

export type PaymentHistory = Static<typeof PaymentHistory>;
export type PayeeList = Static<typeof PayeeList>;
export type AccountValidation = Static<typeof AccountValidation>;
export type BankAccountList = Static<typeof BankAccountList>;
export type WebhookTestResult = Static<typeof WebhookTestResult>;
