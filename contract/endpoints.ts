/**
 * The endpoints of interface §4, in its order: the one table from which routes, the OpenAPI document and the client are
 * made. A new endpoint is a row here and a file in src/api/.
 */
import type { TSchema } from 'typebox';
import type { OpenPointId } from './open-points.ts';
import { CreateCardPayment, CreatePayment, PaymentHistoryQuery, UpdatePayment } from './payment-requests.ts';
import type { Permission } from './permissions.ts';
import { BankAccount, CardPayment, PastRentReport, Payment } from './records.ts';
import {
  CreatePastRentReport,
  DeactivateBankAccount,
  PayeeSearch,
  RegisterBankAccount,
  TestWebhook,
  ValidateAccount,
} from './requests.ts';
import { AccountValidation, BankAccountList, PayeeList, PaymentHistory, WebhookTestResult } from './responses.ts';

export interface Endpoint {
  /** Also the operationId. */
  key: string;
  section: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Relative to the version prefix. */
  path: string;
  /** Null: any active token (`webhook-test-scope`). */
  permission: Permission | null;
  tag: 'Payments' | 'Payees' | 'Bank accounts' | 'Rent reports' | 'Webhooks';
  summary: string;
  description: string;
  /** Null: it has no body. */
  request: TSchema | null;
  response: TSchema;
  /** Whether `Idempotency-Key` counts here (§7). */
  idempotent: boolean;
  /** Whether every field of the body is optional, so that no body at all is `{}` (`empty-body`). */
  emptyBodyAllowed: boolean;
  /** What the interface shows of it: members by name, and whether it gives the status of success. */
  shown: { requestMembers: readonly string[]; responseMembers: readonly string[]; status: boolean };
  /** The open points that decide the rest. */
  open: { permission?: OpenPointId; request?: OpenPointId; response?: OpenPointId; also?: readonly OpenPointId[] };
}

const nothingShown = { requestMembers: [], responseMembers: [], status: false } as const;

export const endpoints = [
  {
    key: 'createPayment',
    section: '4.1',
    method: 'POST',
    path: '/create-payment',
    permission: 'public_api:payment_create',
    tag: 'Payments',
    summary: 'Create a bill or rent payment',
    description:
      'Creates a payment on behalf of a user. For Interac, show the user the `identificationNumber` of the answer: it belongs in the description of the e-transfer. For `eft` the debit starts on its own.\n\nThat a payment was created does not mean that the biller will take it: a later rejection comes as `payment.failed`.\n\nSend an `Idempotency-Key`, and a request that is repeated creates no second payment. Sends `payment.created`.',
    request: CreatePayment,
    response: Payment,
    idempotent: true,
    emptyBodyAllowed: false,
    shown: {
      requestMembers: [
        'paymentType',
        'userName',
        'userEmail',
        'amount',
        'dueDate',
        'payeeName',
        'billType',
        'accountNumber',
        'paymentMethod',
        'bankAccountId',
      ],
      responseMembers: ['identificationNumber'],
      status: true,
    },
    open: {
      response: 'create-response',
      also: [
        'idempotency-results',
        'idempotency-body',
        'idempotency-overlap',
        'idempotency-retention',
        'eft-debit-date',
      ],
    },
  },
  {
    key: 'createCardPayment',
    section: '4.2',
    method: 'POST',
    path: '/create-credit-card-payment',
    permission: 'public:credit_card_payment',
    tag: 'Payments',
    summary: 'Create a rent payment by credit card',
    description:
      'Creates a rent payment and answers the page on which the user verifies their identity and pays. Give `paymentUrl` to the user. When the card payment is processed, `payment.completed` is sent.',
    request: CreateCardPayment,
    response: CardPayment,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: { requestMembers: [], responseMembers: ['paymentUrl'], status: false },
    open: {
      request: 'card-request',
      response: 'card-response',
      also: ['card-created-event', 'card-declined', 'idempotency-elsewhere'],
    },
  },
  {
    key: 'updatePayment',
    section: '4.3',
    method: 'PATCH',
    path: '/update-payment',
    permission: 'public:credit_card_payment',
    tag: 'Payments',
    summary: 'Correct the e-mail address an e-transfer is matched by',
    description:
      'For a user who sends the e-transfer from another address than the one given at creation. A transfer that already arrived and was held is matched again before the answer is given.',
    request: UpdatePayment,
    response: Payment,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: nothingShown,
    open: { request: 'update-request', response: 'update-request', also: ['user-id', 'idempotency-elsewhere'] },
  },
  {
    key: 'queryPaymentHistory',
    section: '4.4',
    method: 'POST',
    path: '/payment-history',
    permission: 'public_api:payments_read',
    tag: 'Payments',
    summary: 'Query payments and their statuses',
    description:
      'Events are sent once. To recover missed ones, ask for what changed: send the `asOf` of one answer as the `updatedFrom` of the next.',
    request: PaymentHistoryQuery,
    response: PaymentHistory,
    idempotent: false,
    emptyBodyAllowed: true,
    shown: nothingShown,
    open: { request: 'history-request', response: 'history-request', also: ['empty-body'] },
  },
  {
    key: 'searchPayees',
    section: '4.5',
    method: 'POST',
    path: '/payees/search',
    permission: 'public_api:payees_read',
    tag: 'Payees',
    summary: 'Search the catalogue of payees',
    description: 'Finds payees by any part of their name. Use the `name` of a payee, exactly as it is, as `payeeName`.',
    request: PayeeSearch,
    response: PayeeList,
    idempotent: false,
    emptyBodyAllowed: true,
    shown: { requestMembers: ['search', 'limit'], responseMembers: ['name'], status: false },
    open: { response: 'payee-fields', also: ['payee-search', 'empty-body'] },
  },
  {
    key: 'validateAccount',
    section: '4.6',
    method: 'POST',
    path: '/payees/validate-account',
    permission: 'public_api:payees_read',
    tag: 'Payees',
    summary: 'Check an account number against the format of its payee',
    description:
      'Applies the rules that are applied when payments are processed. Check a number before creating a payment: creation does not.',
    request: ValidateAccount,
    response: AccountValidation,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: { requestMembers: ['payeeName', 'accountNumber'], responseMembers: [], status: false },
    open: { response: 'validate-response', also: ['validate-request', 'own-check-rejection'] },
  },
  {
    key: 'registerBankAccount',
    section: '4.7',
    method: 'POST',
    path: '/bank-accounts',
    permission: 'public_api:bank_accounts_manage',
    tag: 'Bank accounts',
    summary: 'Register a bank account',
    description:
      'Registers an account that bills can be debited from. A debit needs a signed pre-authorized debit agreement, given here or later by registering the account again.',
    request: RegisterBankAccount,
    response: BankAccount,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: nothingShown,
    open: { request: 'bank-account-shape', response: 'bank-account-shape', also: ['pad-agreement'] },
  },
  {
    key: 'listBankAccounts',
    section: '4.7',
    method: 'GET',
    path: '/bank-accounts',
    permission: 'public_api:bank_accounts_manage',
    tag: 'Bank accounts',
    summary: 'List the registered bank accounts',
    description: 'All bank accounts of the partner, active and inactive. Full account numbers are never shown.',
    request: null,
    response: BankAccountList,
    idempotent: false,
    emptyBodyAllowed: true,
    shown: nothingShown,
    open: { response: 'bank-account-shape', also: ['account-after-return'] },
  },
  {
    key: 'deactivateBankAccount',
    section: '4.7',
    method: 'POST',
    path: '/bank-accounts/deactivate',
    permission: 'public_api:bank_accounts_manage',
    tag: 'Bank accounts',
    summary: 'Deactivate a bank account',
    description: 'No new payment can use the account afterwards. Registering it again makes it active.',
    request: DeactivateBankAccount,
    response: BankAccount,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: nothingShown,
    open: { request: 'bank-account-shape', response: 'bank-account-shape', also: ['bank-account-id'] },
  },
  {
    key: 'createPastRentReport',
    section: '4.8',
    method: 'POST',
    path: '/past-rent-reports',
    permission: 'public_api:past_rent_report_create',
    tag: 'Rent reports',
    summary: 'Submit a past rent report',
    description:
      'Stores which rent was paid in the past. Where the report departs from what is usual, it is stored all the same and `warnings` says so.',
    request: CreatePastRentReport,
    response: PastRentReport,
    idempotent: false,
    emptyBodyAllowed: false,
    shown: nothingShown,
    open: { request: 'rent-report-shape', response: 'rent-report-shape' },
  },
  {
    key: 'testWebhook',
    section: '4.9',
    method: 'POST',
    path: '/webhook-test',
    permission: null,
    tag: 'Webhooks',
    summary: 'Send a test event to the configured webhook endpoint',
    description:
      'Sends one event with mock payment data, signed like any other, and answers what your endpoint answered.',
    request: TestWebhook,
    response: WebhookTestResult,
    idempotent: false,
    emptyBodyAllowed: true,
    shown: nothingShown,
    open: {
      permission: 'webhook-test-scope',
      request: 'webhook-test-shape',
      response: 'webhook-test-shape',
      also: ['empty-body'],
    },
  },
] as const satisfies readonly Endpoint[];

export type EndpointKey = (typeof endpoints)[number]['key'];

/** The same rows by key; the routes of src/api/ take theirs from here. */
export const endpointByKey = Object.fromEntries(endpoints.map((endpoint) => [endpoint.key, endpoint])) as {
  [Key in EndpointKey]: Extract<(typeof endpoints)[number], { key: Key }>;
};
