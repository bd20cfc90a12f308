/**
 * Whole bodies to show in documentation: one small story, in which Amélie Roy pays her electricity bill and her rent.
 * A test sends every request through the validation, so that none of them is refused.
 */
import type { EndpointKey } from './endpoints.ts';

const createdAt = '2026-11-27T15:04:05.120Z';

const ofBoth = {
  id: 48213,
  userId: 'usr_5f1c0b7a94e2d836',
  dueDate: '2026-12-01T00:00:00.000Z',
  status: 'pending',
  identificationNumber: '418755209367',
  source: 'public-api',
  createdAt,
};
const user = { userName: 'Amélie Roy', userEmail: 'amelie.roy@example.com' };
const electricity = { payeeName: 'Hydro-Québec', billType: 'electricity', accountNumber: '299001234567' };

export const pendingBill = {
  ...ofBoth,
  type: 'bill',
  amount: 125.5,
  ...electricity,
  recipientEmail: user.userEmail,
  paymentMethod: 'interac',
};
const completedBill = {
  ...pendingBill,
  status: 'completed',
  paymentMade: '2026-11-27T18:20:41.007Z',
  paymentAmount: 125.5,
};
const pendingRent = {
  ...ofBoth,
  id: 48214,
  identificationNumber: '702639148520',
  type: 'rent',
  amount: 1650,
  term: '2026-12',
  landlordMemo: 'Unit 4',
};
const rentRequest = {
  ...user,
  amount: 1650,
  dueDate: '2026-12-01T00:00:00Z',
  term: '2026-12',
  landlordMemo: 'Unit 4',
};
const billRequest = { paymentType: 'bill', ...user, amount: 125.5, dueDate: '2026-12-01T00:00:00Z', ...electricity };
const account = { institutionNumber: '815', transitNumber: '30001', accountHolderName: 'Amélie Roy' };
const padAgreement = {
  category: 'personal',
  signedAt: '2026-11-02T14:30:00Z',
  signatoryName: 'Amélie Roy',
  reference: 'PAD-2026-118',
};
const accountRecord = { id: 31, ...account, accountNumber: '•••4567', padAgreement, status: 'active', createdAt };
const rentReport = {
  ...user,
  address: { line1: '12 rue des Érables', city: 'Québec', province: 'QC', postalCode: 'G1R 2B5' },
  landlord: { name: 'Immeubles Laurier' },
  leaseStartDate: '2024-07-01',
  monthlyRent: 1650,
  payments: [
    { month: '2026-09', amount: 1650, paidDate: '2026-09-01', status: 'paid' },
    { month: '2026-10', amount: 0, status: 'missed' },
  ],
  consent: { given: true, at: '2026-11-01T10:00:00Z' },
};

export interface NamedExample {
  summary: string;
  value: object;
}

export const requestExamples: Partial<Record<EndpointKey, Record<string, NamedExample>>> = {
  createPayment: {
    billByInterac: { summary: 'A bill by Interac', value: { ...billRequest, paymentMethod: 'interac' } },
    billByEft: { summary: 'A bill by debit', value: { ...billRequest, paymentMethod: 'eft', bankAccountId: 31 } },
    rent: { summary: 'Rent by Interac', value: { paymentType: 'rent', ...rentRequest } },
  },
  createCardPayment: { rent: { summary: 'Rent by card', value: rentRequest } },
  updatePayment: { address: { summary: 'Another address', value: { id: 48213, userEmail: 'a.roy@example.org' } } },
  queryPaymentHistory: {
    missed: { summary: 'What changed since the last query', value: { updatedFrom: createdAt } },
    failed: { summary: 'Failed bills', value: { status: 'failed', type: 'bill', limit: 50 } },
  },
  searchPayees: { partOfName: { summary: 'By part of a name', value: { search: 'hydro', limit: 5 } } },
  validateAccount: {
    number: {
      summary: 'An account number',
      value: { payeeName: electricity.payeeName, accountNumber: electricity.accountNumber },
    },
  },
  registerBankAccount: {
    withAgreement: { summary: 'With its agreement', value: { ...account, accountNumber: '1234567', padAgreement } },
    withoutAgreement: { summary: 'The agreement will follow', value: { ...account, accountNumber: '1234567' } },
  },
  deactivateBankAccount: { account: { summary: 'One account', value: { id: 31 } } },
  createPastRentReport: { twoMonths: { summary: 'Two months, one of them missed', value: rentReport } },
  testWebhook: { completed: { summary: 'A certain event', value: { event: 'payment.completed' } } },
};

export const responseExamples: Record<EndpointKey, object> = {
  createPayment: pendingBill,
  createCardPayment: {
    ...pendingRent,
    id: 48215,
    identificationNumber: '935170428618',
    paymentUrl: 'https://pay.example.com/pay/Wq3nB0yXo5tR7cKe',
  },
  updatePayment: { ...pendingBill, recipientEmail: 'a.roy@example.org' },
  queryPaymentHistory: { payments: [pendingRent, completedBill], asOf: '2026-11-27T18:30:00.000Z' },
  searchPayees: {
    payees: [{ name: 'Hydro-Québec', billType: 'electricity', accountNumberHint: '12 digits, beginning with 299' }],
  },
  validateAccount: { valid: true },
  registerBankAccount: accountRecord,
  listBankAccounts: { bankAccounts: [accountRecord] },
  deactivateBankAccount: { ...accountRecord, status: 'inactive' },
  createPastRentReport: { id: 7, createdAt, ...rentReport, warnings: [] },
  testWebhook: { delivered: true, statusCode: 204 },
};

/** The record as each event carries it. */
export const eventExamples = {
  'payment.created': pendingBill,
  'payment.completed': completedBill,
  'payment.failed': { ...completedBill, status: 'failed' },
} as const;
