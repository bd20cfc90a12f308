/**
 * Every answer and every request of `/dashboard/data/:partnerId/…`, as types: the pages import them, nothing else does.
 *
 *   routes.ts      method, path, roles, handler ── one line each, with the types it speaks from here
 *
 * Money is a number of dollars, as in `/v1`. Times are ISO 8601 in UTC; a `Day` is a day in Toronto, `YYYY-MM-DD`. Ids are numbers. A
 * value that does not exist is left out, never null. Failures are the error body of `/v1` ({ error, details?, timestamp, endpoint }):
 * 400, 401 (no session), 403 (the role does not suffice), 404 (also: another partner's), 409.
 */
import type { Permission } from '../../contract/permissions.ts';
import type { TimelineEntryView } from '../timeline/views.ts';
import type {
  BankAccountRecord,
  Page,
  PayeeRecord,
  RegisterBankAccountBody,
  ValidationRecord,
} from './views-records.ts';

export type * from '../timeline/views.ts';
export type * from './views-records.ts';
export type * from './views-webhooks.ts';

export type Day = string;
export type Status = 'pending' | 'completed' | 'failed';
export type PaymentType = 'bill' | 'rent';
/** The way of paying. */
export type Method = 'interac' | 'eft' | 'card';
export type PaymentState =
  | 'awaiting_funds'
  | 'collected'
  | 'settling'
  | 'settled'
  | 'uncollected'
  | 'recollecting'
  | 'rejected'
  | 'resettling';

/** GET payments, GET payments/export: the query. All optional, all together hold. */
export interface PaymentsQuery {
  status?: Status;
  type?: PaymentType;
  method?: Method;
  /** First and last day of creation, both included. */
  from?: Day;
  to?: Day;
  /**
   * An identification number (spaces and dashes aside), an e-mail address, `#` and an id: found at once, however long ago. Anything
   * else is looked for inside user names, payees, account numbers and addresses; digits may be an id too: that payment stands first.
   */
  search?: string;
  cursor?: string;
  /** 50 where absent, at most 200. */
  limit?: string;
}

export interface PaymentView {
  id: number;
  type: PaymentType;
  method: Method;
  status: Status;
  state: PaymentState;
  amount: number;
  /** What was received. */
  paymentAmount?: number;
  userId: string;
  userName: string;
  userEmail: string;
  payeeName?: string;
  billType?: string;
  accountNumber?: string;
  identificationNumber: string;
  dueDate: string;
  createdAt: string;
  changedAt: string;
  /** When it was completed (last). */
  paymentMade?: string;
}

/** GET payments. */
export interface PaymentsPage extends Page<PaymentView> {
  /**
   * A search or filter that few payments fit reads so many at a time and no more: with `nextCursor`, and fewer items than asked for,
   * everything created after this moment was looked through. Going on with the cursor looks further back.
   */
  searchedBackTo?: string;
}

/** GET payments/:paymentId. */
export interface PaymentDetail {
  payment: PaymentView;
  /** `term`, `rent`, `landlordMemo` of rent, as they were sent. */
  rentFields?: Record<string, unknown>;
  bankAccountId?: number;
  /** Everything that happened, oldest first. */
  timeline: TimelineEntryView[];
}

/** GET changes?since=: what to fetch again. Without `since` no payments, only where to begin. */
export interface Changes {
  /** The next `since`. Business time. */
  asOf: string;
  /** Payments created or changed since, newest change first; at most 100. */
  payments: PaymentView[];
  /** There were more: fetch the list anew. */
  more: boolean;
}

/** GET totals?from=&to=: days of creation in Toronto, both included; the last 30 where absent, at most 366. */
export interface Totals {
  from: Day;
  to: Day;
  all: CountAndAmount;
  /** Every day of the range, in order, those without payments too. */
  byDay: (CountAndAmount & { day: Day; pending: number; completed: number; failed: number })[];
  byStatus: (CountAndAmount & { status: Status })[];
  byMethod: (CountAndAmount & { method: Method; type: PaymentType })[];
  /** From creation to completion, of those that were completed. Absent where there are none. */
  secondsToCompletion?: { count: number; median: number; p95: number };
  /** The same by way of paying. */
  secondsToCompletionByMethod: { method: Method; type: PaymentType; count: number; median: number; p95: number }[];
}
export interface CountAndAmount {
  count: number;
  amount: number;
}

/** GET tokens: { items }, newest first. */
export interface TokenView {
  id: number;
  name: string;
  /** `svcapi_` and four characters; with `lastFour` all that is known of the value. */
  prefix: string;
  lastFour: string;
  scopes: Permission[];
  active: boolean;
  createdAt: string;
  /** To the minute. Absent: never used. */
  lastUsedAt?: string;
}
export interface TokenList {
  items: TokenView[];
  /** What can be chosen, in words. */
  scopes: { scope: Permission; purpose: string }[];
}
/** POST tokens. */
export interface CreateToken {
  name: string;
  scopes: Permission[];
}
export interface CreatedToken {
  token: TokenView;
  /** Shown this once. */
  value: string;
}
/** POST tokens/:tokenId/deactivate, …/reactivate (empty body): the token as it then is. */
export type ChangedToken = TokenView;

/** GET bank-accounts?limit=&cursor=: newest first. */
export interface BankAccountList {
  items: BankAccountRecord[];
  nextCursor?: string;
}
/** POST bank-accounts: RegisterBankAccountBody → BankAccountRecord. POST bank-accounts/:bankAccountId/deactivate → the same. */
export type RegisterBankAccount = RegisterBankAccountBody;

/** GET payees?search=&limit=: at most 50, 20 where absent. */
export interface PayeeList {
  items: PayeeRecord[];
}
/** POST payees/check. */
export interface CheckAccountNumber {
  payeeName: string;
  accountNumber: string;
}
export type CheckedAccountNumber = ValidationRecord;

/** GET rent-reports?cursor=, newest first. */
export interface RentReportView {
  id: number;
  createdAt: string;
  userEmail: string;
  userName?: string;
  /** How many months it reports, and the first and last of them. */
  months: number;
  firstMonth?: string;
  lastMonth?: string;
  warningCount: number;
}
/** GET rent-reports/:reportId. */
export interface RentReportDetail extends RentReportView {
  warnings: string[];
  /** As it was sent. */
  report: Record<string, unknown>;
}

/** GET start: the getting-started page. `{{token}}` in a snippet stands for the token's value. */
export interface GettingStarted {
  partnerId: number;
  partnerName: string;
  environment: 'sandbox' | 'production';
  /** With `/v1`. */
  baseAddress: string;
  documentation: string;
  /** Where payers send their transfers, if the operator has set it. */
  interacAddress?: string;
  demoPayee?: { name: string; billType: string; accountNumber: string };
  /** Business time; in the sandbox it can be moved. */
  now: string;
  /** In the order in which one runs them; text of shell commands. */
  snippets: { id: 'create' | 'pay' | 'history' | 'webhook'; needs: 'token' | 'token and sandbox'; text: string }[];
  /** How far this partner has come. */
  done: { token: boolean; webhook: boolean; payment: boolean; completed: boolean };
}

/**
 * Sandbox only: POST sandbox/<play>, bodies and answers as of the partner's own `/sandbox/<play>`; in production there is nothing (404).
 */
export type Play = 'interac-transfers' | 'settlements' | 'eft-debits' | 'card-payments' | 'requeues' | 'clock';
