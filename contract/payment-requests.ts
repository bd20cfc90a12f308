/**
 * The bodies that create, correct and query payments (interface §2.2, §4.1 – §4.4). Members that are not listed are allowed and ignored.
 *
 *   POST /create-payment:  paymentType ─┬─ bill ─ paymentMethod ─┬─ interac ─▶ BillByInterac
 *                                       │                        ├─ eft ─────▶ BillByEft
 *                                       │                        └─ other ───▶ BillByAnyMethod (only to list faults)
 *                                       ├─ rent ────────────────────────────▶ RentByInterac
 *                                       └─ other ───────────────────────────▶ PaymentOfAnyType (only to list faults)
 */
import { type Static, Type } from 'typebox';
import { eftAmountCentsMax, historyPageDefault, historyPageMax } from './limits.ts';
import * as word from './schema.ts';
import { type PaymentStatus, paymentStatuses } from './states.ts';

const userName = (more: word.Annotations) =>
  word.filledText({ description: 'Name of the user who pays.', examples: ['Amélie Roy'], ...more });
const userEmail = (more: word.Annotations) =>
  word.email({
    description: 'E-mail address of the user. With Interac the transfer must be sent from this address.',
    examples: ['amelie.roy@example.com'],
    ...more,
  });
const dueDate = (more: word.Annotations) =>
  word.dateTime({ description: 'When the payment is due.', examples: ['2026-12-01T00:00:00Z'], ...more });
const amount = (more: word.Annotations, rule: word.AmountRule = {}) =>
  word.amount({ description: 'Amount in dollars, at most two decimals.', examples: [125.5], ...more }, rule);
const paymentType = <T extends string>(values: readonly T[], more: word.Annotations) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description: 'What kind of payment to create.', ...more });
const paymentMethod = <T extends string>(values: readonly T[], more: word.Annotations = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description: 'How the funds are collected.', ...more });

const required: word.Annotations = { 'x-open-aspects': ['create-required', 'text-limits'] };

/** Members of a bill by a certain method. The file of debits carries less than the others. */
const ofBills = <T extends string>(methods: readonly T[], rule: word.AmountRule = {}) => ({
  paymentType: paymentType(['bill'], { 'x-open-aspects': ['create-required'] }),
  userName: userName(required),
  userEmail: userEmail(required),
  amount: amount({ 'x-open-aspects': ['create-required', 'amount-form'] }, rule),
  dueDate: dueDate({ 'x-open-aspects': ['create-required', 'due-date-form'] }),
  payeeName: word.filledText({
    description: 'The exact `name` of a payee, from `POST /payees/search`.',
    examples: ['Hydro-Québec'],
    'x-open-aspects': ['create-required', 'account-check-at-creation'],
  }),
  billType: word.filledText({
    description: 'Category of the bill.',
    examples: ['electricity'],
    'x-open-aspects': ['create-required', 'bill-type-values'],
  }),
  accountNumber: word.filledText({
    description: "The user's account number with the payee. Not checked here: see `POST /payees/validate-account`.",
    examples: ['299001234567'],
    'x-open-aspects': ['create-required', 'account-check-at-creation'],
  }),
  paymentMethod: paymentMethod(methods, { 'x-open-aspects': ['create-required'] }),
});

export const BillByInterac = Type.Object(ofBills(['interac']), {
  title: 'BillByInterac',
  description: 'A bill that the user pays by an Interac e-transfer.',
});

export const BillByEft = Type.Object(
  {
    ...ofBills(['eft'], { centsMax: eftAmountCentsMax }),
    bankAccountId: word.identifierOrDigits({
      description: 'The registered bank account to debit. It needs a signed pre-authorized debit agreement.',
      examples: [31],
      'x-open-point': 'bank-account-id',
      'x-open-aspects': ['pad-agreement'],
    }),
  },
  { title: 'BillByEft', description: 'A bill for which a registered bank account is debited.' },
);

/** Lists the faults of a bill whose `paymentMethod` is missing or wrong. */
export const BillByAnyMethod = Type.Object(ofBills(['interac', 'eft']), { title: 'BillByAnyMethod' });

/** Members of a rent payment, however it is paid. */
const ofRent = (open: word.Annotations) => ({
  userName: userName(open),
  userEmail: userEmail(open),
  amount: amount({ ...open, examples: [1650] }),
  dueDate: dueDate(open),
  term: Type.Optional(
    word.textOrNumber({ description: 'Term of the rent; echoed as sent.', examples: ['2026-12'], ...open }),
  ),
  rent: Type.Optional(word.textOrNumber({ description: 'The rent; echoed as sent.', examples: [1650], ...open })),
  landlordMemo: Type.Optional(
    word.textOrNumber({ description: 'A note for the landlord; echoed as sent.', examples: ['Unit 4'], ...open }),
  ),
});

export const RentByInterac = Type.Object(
  {
    paymentType: paymentType(['rent'], { 'x-open-point': 'rent-type-value' }),
    ...ofRent({ 'x-open-point': 'rent-fields' }),
    paymentMethod: Type.Optional(paymentMethod(['interac'], { 'x-open-point': 'rent-fields' })),
  },
  { title: 'RentByInterac', description: 'Rent that the user pays by an Interac e-transfer.' },
);

/** Lists the faults of a request whose `paymentType` is missing or wrong: what all kinds have in common. */
export const PaymentOfAnyType = Type.Object(
  {
    paymentType: paymentType(['bill', 'rent'], {}),
    userName: userName({}),
    userEmail: userEmail({}),
    amount: amount({}),
    dueDate: dueDate({}),
  },
  { title: 'PaymentOfAnyType' },
);

/** Which schema a creation has to meet, by `paymentType` and, for bills, `paymentMethod`. */
export const createPaymentVariants = {
  bill: { interac: BillByInterac, eft: BillByEft },
  rent: RentByInterac,
} as const;

export const CreatePayment = Type.Union([BillByInterac, BillByEft, RentByInterac], {
  title: 'CreatePayment',
  description: 'A bill or a rent payment. Members that do not apply or are not known are ignored.',
});

export const CreateCardPayment = Type.Object(ofRent({ 'x-open-point': 'card-request' }), {
  title: 'CreateCardPayment',
  description: 'Rent that the user pays by card.',
});

export const UpdatePayment = Type.Object(
  {
    id: word.identifier({
      description: 'The payment to correct.',
      examples: [48213],
      'x-open-point': 'update-request',
    }),
    userEmail: word.email({
      description: 'The address that the e-transfer is, or was, sent from.',
      examples: ['a.roy@example.org'],
      'x-open-point': 'update-request',
    }),
  },
  { title: 'UpdatePayment', description: 'Another address for matching the e-transfer of a pending payment.' },
);

const history = { 'x-open-point': 'history-request' } as const;

export const PaymentHistoryQuery = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(word.identifier(), { description: 'Only these payments.', examples: [[48213, 48214]], ...history }),
    ),
    identificationNumbers: Type.Optional(
      Type.Array(word.text(), {
        description: 'Only payments with one of these numbers.',
        examples: [['418755209367']],
        ...history,
      }),
    ),
    status: Type.Optional(
      Type.Unsafe<PaymentStatus>({
        type: 'string',
        enum: Object.keys(paymentStatuses),
        description: 'Only payments with this status.',
        ...history,
      }),
    ),
    type: Type.Optional(
      Type.Unsafe<'bill' | 'rent'>({
        type: 'string',
        enum: ['bill', 'rent'],
        description: 'Only bills, or only rent.',
        ...history,
      }),
    ),
    userId: Type.Optional(word.text({ description: 'Only payments of this user.', ...history })),
    createdFrom: Type.Optional(word.dateTime({ description: 'Created at this moment or later.', ...history })),
    createdTo: Type.Optional(word.dateTime({ description: 'Created before this moment.', ...history })),
    updatedFrom: Type.Optional(
      word.dateTime({
        description: 'Changed at this moment or later. Send the `asOf` of the answer before.',
        examples: ['2026-11-27T15:04:05.120Z'],
        ...history,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `How many payments to answer. A page never holds more than ${historyPageMax}; the rest follows by cursor.`,
        default: historyPageDefault,
        ...history,
      }),
    ),
    cursor: Type.Optional(word.filledText({ description: 'The `nextCursor` of the page before.', ...history })),
  },
  { title: 'PaymentHistoryQuery', description: 'Filters; a payment must meet all that are given.' },
);

export type BillByInterac = Static<typeof BillByInterac>;
export type BillByEft = Static<typeof BillByEft>;
export type RentByInterac = Static<typeof RentByInterac>;
export type CreatePayment = Static<typeof CreatePayment>;
export type CreateCardPayment = Static<typeof CreateCardPayment>;
export type UpdatePayment = Static<typeof UpdatePayment>;
export type PaymentHistoryQuery = Static<typeof PaymentHistoryQuery>;
