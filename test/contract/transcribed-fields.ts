/**
 * Interface §2, §4 – §6 written down once more by hand, as bare names and types. Imports nothing: it is what the contract
 * is measured against. `not shown` stands where the interface names a field and leaves its type open.
 */

export type ShownType = 'string' | 'number' | 'integer' | 'array' | 'not shown';
export type ShownFields = Record<string, ShownType>;

/** §2.1, "all". */
const everyPayment: ShownFields = {
  id: 'integer',
  type: 'string',
  userId: 'string',
  amount: 'number',
  dueDate: 'string',
  status: 'string',
  identificationNumber: 'string',
  source: 'string',
  createdAt: 'string',
  paymentMade: 'string',
};

/** §2.1, "bill". */
const billPayment: ShownFields = {
  payeeName: 'string',
  billType: 'string',
  accountNumber: 'string',
  recipientEmail: 'string',
  paymentMethod: 'string',
  paymentAmount: 'number',
};

/** §2.1, "rent". */
const rentPayment: ShownFields = { term: 'not shown', rent: 'not shown', landlordMemo: 'not shown' };

/** §2.2; `bankAccountId` applies to eft. */
const billRequest: ShownFields = {
  paymentType: 'string',
  userName: 'string',
  userEmail: 'string',
  amount: 'number',
  dueDate: 'string',
  payeeName: 'string',
  billType: 'string',
  accountNumber: 'string',
  paymentMethod: 'string',
};

/** For every schema of the OpenAPI document that the interface shows something of: which fields it shows. */
export const shownFields: Record<string, ShownFields> = {
  BillPayment: { ...everyPayment, ...billPayment },
  RentPayment: { ...everyPayment, ...rentPayment },
  // §4.2: the answer includes paymentUrl; the rest of it is the record.
  CardPayment: { ...everyPayment, ...rentPayment, paymentUrl: 'string' },
  BillByInterac: billRequest,
  BillByEft: { ...billRequest, bankAccountId: 'not shown' },
  // §2.4
  ErrorBody: { error: 'string', details: 'array', timestamp: 'string', endpoint: 'string' },
  FieldFault: { path: 'array', message: 'string' },
  // §2.3, §4.5, §4.6
  Payee: { name: 'string' },
  PayeeSearch: { search: 'string', limit: 'integer' },
  ValidateAccount: { payeeName: 'string', accountNumber: 'string' },
  // §6
  WebhookPayload: { event: 'string', payments: 'array', timestamp: 'string', source: 'string' },
};

/** Fields whose notes say "ISO 8601 date-time" and which the service answers or sends. */
export const answeredDateTimes: Record<string, readonly string[]> = {
  BillPayment: ['dueDate', 'createdAt', 'paymentMade'],
  RentPayment: ['dueDate', 'createdAt', 'paymentMade'],
  CardPayment: ['dueDate', 'createdAt', 'paymentMade'],
  ErrorBody: ['timestamp'],
  WebhookPayload: ['timestamp'],
};

/** Values that the notes spell out, in full. */
export const shownValues: Record<string, Record<string, readonly string[]>> = {
  BillPayment: {
    type: ['bill'],
    status: ['pending', 'completed', 'failed'],
    paymentMethod: ['interac', 'eft'],
  },
  RentPayment: { status: ['pending', 'completed', 'failed'] },
  CardPayment: { status: ['pending', 'completed', 'failed'] },
  BillByInterac: { paymentType: ['bill'], paymentMethod: ['interac'] },
  BillByEft: { paymentType: ['bill'], paymentMethod: ['eft'] },
  WebhookPayload: { event: ['payment.created', 'payment.completed', 'payment.failed'] },
};
