/**
 * The resources of interface §2 as they are answered: payment, bank account, payee, rent report, error body. The payment
 * record differs between bills and rent, so it is two schemas told apart by `type`.
 */
import { type Static, Type } from 'typebox';
import { identificationNumberDigits } from './limits.ts';
import { answeredAmount, answeredDateTime, email, identifier, kept, text, textOrNumber } from './schema.ts';
import { type PaymentStatus, paymentStatuses } from './states.ts';

const statuses = Object.keys(paymentStatuses) as PaymentStatus[];

/** Members that every payment has (§2.1, "all"). */
const ofAllPayments = {
  id: identifier({ description: 'Identifies the payment.', examples: [48213] }),
  userId: text({
    description: 'Identifies the user on whose behalf the payment was created. The same person has the same `userId`.',
    examples: ['usr_5f1c0b7a94e2d836'],
    'x-open-aspects': ['user-id'],
  }),
  amount: answeredAmount({ description: 'Amount of the payment in dollars.', examples: [125.5] }),
  dueDate: answeredDateTime({
    description: 'When the payment is due, in UTC.',
    examples: ['2026-12-01T00:00:00.000Z'],
  }),
  status: Type.Unsafe<PaymentStatus>({
    type: 'string',
    enum: statuses,
    description: statuses.map((status) => `- \`${status}\`: ${paymentStatuses[status]}`).join('\n'),
  }),
  identificationNumber: Type.String({
    pattern: `^[0-9]{${identificationNumberDigits}}$`,
    description: 'The 12 digits that the user writes into the description of the e-transfer.',
    examples: ['418755209367'],
  }),
  source: text({
    description: 'Where the payment comes from: `public-api` if it was created through this interface.',
    examples: ['public-api'],
  }),
  createdAt: answeredDateTime({ description: 'When the payment was created.' }),
  paymentMade: Type.Optional(
    answeredDateTime({
      description: 'When the payment was completed. Absent until then.',
      'x-open-aspects': ['absent-values', 'after-failure'],
    }),
  ),
};

const ofBills = {
  type: Type.Literal('bill', { description: 'What kind of payment this is.' }),
  payeeName: text({ description: "The payee's name in the catalogue.", examples: ['Hydro-Québec'] }),
  billType: text({
    description: 'Category of the bill.',
    examples: ['electricity'],
    'x-open-aspects': ['bill-type-values'],
  }),
  accountNumber: text({ description: "The user's account number with the payee.", examples: ['299001234567'] }),
  recipientEmail: email({
    description: 'The e-mail address of the payment.',
    examples: ['tenant@example.com'],
    'x-open-aspects': ['recipient-email'],
  }),
  paymentMethod: Type.Unsafe<'interac' | 'eft'>({
    type: 'string',
    enum: ['interac', 'eft'],
    description: 'How the funds are collected: by an Interac e-transfer of the user, or by debiting a bank account.',
  }),
  paymentAmount: Type.Optional(
    answeredAmount({
      description: 'The amount that was received, in dollars. Absent until then.',
      examples: [125.5],
      'x-open-aspects': ['payment-amount', 'absent-values', 'after-failure'],
    }),
  ),
};

const ofRent = {
  type: Type.Literal('rent', { description: 'What kind of payment this is.', 'x-open-aspects': ['rent-type-value'] }),
  term: Type.Optional(
    textOrNumber({ description: 'As sent at creation.', examples: ['2026-12'], 'x-open-point': 'rent-fields' }),
  ),
  rent: Type.Optional(
    textOrNumber({ description: 'As sent at creation.', examples: [1650], 'x-open-point': 'rent-fields' }),
  ),
  landlordMemo: Type.Optional(
    textOrNumber({ description: 'As sent at creation.', examples: ['Unit 4'], 'x-open-point': 'rent-fields' }),
  ),
};

export const BillPayment = Type.Object(
  { ...ofAllPayments, ...ofBills },
  { title: 'BillPayment', description: 'A payment to a payee.' },
);
export const RentPayment = Type.Object(
  { ...ofAllPayments, ...ofRent },
  { title: 'RentPayment', description: 'A rent payment.' },
);
export const Payment = Type.Union([BillPayment, RentPayment], {
  title: 'Payment',
  description: 'The record of a payment, as in answers and in events. `type` tells the two kinds apart.',
  discriminator: {
    propertyName: 'type',
    mapping: { bill: '#/components/schemas/BillPayment', rent: '#/components/schemas/RentPayment' },
  },
});

export const CardPayment = Type.Object(
  {
    ...ofAllPayments,
    ...ofRent,
    paymentUrl: Type.String({
      format: 'uri',
      description: 'The page on which the user verifies their identity and pays by card. Give it to the user.',
      examples: ['https://pay.example.com/pay/Wq3nB0yXo5tR7cKe'],
    }),
  },
  { title: 'CardPayment', description: 'A rent payment by card, with the link to pay it.' },
);

export const Payee = Type.Object(
  {
    name: text({ description: 'The exact name, to be used as `payeeName` elsewhere.', examples: ['Hydro-Québec'] }),
    billType: Type.Optional(
      text({ description: 'Category of its bills.', examples: ['electricity'], 'x-open-point': 'payee-fields' }),
    ),
    accountNumberHint: Type.Optional(
      text({
        description: 'What its account numbers look like, for people.',
        examples: ['12 digits, beginning with 299'],
        'x-open-point': 'payee-fields',
      }),
    ),
  },
  { title: 'Payee', description: 'A biller of the catalogue.' },
);

const account = { 'x-open-point': 'bank-account-shape' } as const;
const agreement = { 'x-open-point': 'pad-agreement' } as const;

export const PadAgreement = Type.Object(
  {
    category: Type.Unsafe<'personal' | 'business'>({
      type: 'string',
      enum: ['personal', 'business'],
      description: 'Whose account it is.',
      ...agreement,
    }),
    signedAt: Type.String({
      description: 'When it was signed, as it was sent.',
      examples: ['2026-11-02T14:30:00Z'],
      ...agreement,
    }),
    signatoryName: text({ description: 'Who signed it.', examples: ['Amélie Roy'], ...agreement }),
    reference: Type.Optional(
      text({ description: 'Your own reference of the document.', examples: ['PAD-2026-118'], ...agreement }),
    ),
  },
  { title: 'PadAgreement', description: 'The signed agreement that allows the account to be debited.' },
);

export const BankAccount = Type.Object(
  {
    id: identifier({ description: 'To be used as `bankAccountId`.', examples: [31], ...account }),
    institutionNumber: text({ description: 'The bank, 3 digits.', examples: ['815'], ...account }),
    institutionName: Type.Optional(
      text({ description: "The bank's name, where its number is known.", examples: ['Desjardins'], ...account }),
    ),
    transitNumber: text({ description: 'The branch, 5 digits.', examples: ['30001'], ...account }),
    accountNumber: text({
      description: 'The account number; only the last four digits can be read.',
      examples: ['********4567'],
      ...account,
    }),
    accountHolderName: text({ description: 'Whose account it is.', examples: ['Amélie Roy'], ...account }),
    padAgreement: Type.Optional(
      Type.Object(PadAgreement.properties, {
        title: 'PadAgreement',
        description: 'Absent while there is none; the account cannot be debited then.',
        ...account,
      }),
    ),
    status: Type.Unsafe<'active' | 'inactive'>({
      type: 'string',
      enum: ['active', 'inactive'],
      description: 'Only an active account can be used for new payments.',
      ...account,
    }),
    attention: Type.Optional(
      text({
        description:
          'Why somebody should look at it: a debit came back as closed or blocked. Registering it again clears this.',
        examples: ['A debit came back 905: Account closed'],
        'x-open-point': 'account-after-return',
      }),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What looks wrong about it, though it can be used. Absent where nothing does.',
        examples: [['Institution 997 is not in our list of institutions: check the number on a cheque']],
        ...account,
      }),
    ),
    createdAt: answeredDateTime({ description: 'When it was first registered.', ...account }),
  },
  { title: 'BankAccount', description: 'A bank account of the partner that bills can be debited from.' },
);

const report = { 'x-open-point': 'rent-report-shape' } as const;

export const ReportedMonth = Type.Object(
  {
    month: text({ description: 'The month the rent was for.', examples: ['2026-03'], ...report }),
    amount: answeredAmount({ description: 'What was paid, in dollars.', examples: [1650], ...report }),
    paidDate: Type.Optional(kept({ description: 'As sent.', examples: ['2026-03-01'], ...report })),
    status: Type.Optional(kept({ description: 'As sent.', examples: ['paid'], ...report })),
  },
  { title: 'ReportedMonth', description: 'One month of a rent report.' },
);

export const PastRentReport = Type.Object(
  {
    id: identifier({ description: 'Identifies the report.', examples: [7], ...report }),
    createdAt: answeredDateTime({ description: 'When it was submitted.', ...report }),
    userEmail: email({ description: 'The e-mail address of the tenant.', examples: ['tenant@example.com'], ...report }),
    payments: Type.Array(ReportedMonth, { description: 'The months reported.', ...report }),
    userName: Type.Optional(kept({ description: 'As sent.', examples: ['Amélie Roy'], ...report })),
    address: Type.Optional(kept({ description: 'As sent.', ...report })),
    landlord: Type.Optional(kept({ description: 'As sent.', ...report })),
    leaseStartDate: Type.Optional(kept({ description: 'As sent.', examples: ['2024-07-01'], ...report })),
    leaseEndDate: Type.Optional(kept({ description: 'As sent.', ...report })),
    monthlyRent: Type.Optional(kept({ description: 'As sent.', examples: [1650], ...report })),
    consent: Type.Optional(kept({ description: 'As sent.', ...report })),
    warnings: Type.Array(Type.String(), {
      description: 'Where the report departs from the usual rules of rent reporting. Empty when it does not.',
      examples: [['2023-01 is more than 24 months ago']],
      ...report,
    }),
  },
  { title: 'PastRentReport', description: 'A report of rent that was paid in the past.' },
);

export const FieldFault = Type.Object(
  {
    path: Type.Array(Type.String(), {
      description: 'The names that lead to the field, from the outside in. A position in an array counts from "0".',
      examples: [['payments', '0', 'amount']],
    }),
    message: Type.String({ description: 'What would be accepted.', examples: ['is required'] }),
  },
  { title: 'FieldFault', description: 'One field that is not accepted.' },
);

export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, in a short sentence.', examples: ['Validation failed'] }),
    details: Type.Optional(
      Type.Array(FieldFault, { description: 'Every field that is not accepted. Absent where no field is to blame.' }),
    ),
    timestamp: answeredDateTime({ description: 'When the error occurred.' }),
    endpoint: Type.String({
      description: 'The path of the request.',
      examples: ['/v1/create-payment'],
      'x-open-aspects': ['endpoint-form'],
    }),
  },
  { title: 'ErrorBody', description: 'The body of every error.', 'x-open-aspects': ['error-codes'] },
);

export type BillPayment = Static<typeof BillPayment>;
export type RentPayment = Static<typeof RentPayment>;
export type Payment = Static<typeof Payment>;
export type CardPayment = Static<typeof CardPayment>;
export type Payee = Static<typeof Payee>;
export type PadAgreement = Static<typeof PadAgreement>;
export type BankAccount = Static<typeof BankAccount>;
export type PastRentReport = Static<typeof PastRentReport>;
export type FieldFault = Static<typeof FieldFault>;
export type ErrorBody = Static<typeof ErrorBody>;
