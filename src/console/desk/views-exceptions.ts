/**
 * Views of the exception desk, of single payments and of those that failed. See views.ts.
 */
import type { RefundMeans } from '../../payments/refund-means.ts';
import type { OperatorsEntryView } from '../../timeline/views.ts';
import type { Page, PaymentStatus } from './views-page.ts';

export interface PaymentBrief {
  partnerId: number;
  partnerName: string;
  paymentId: number;
  identificationNumber: string;
  kind: 'bill_interac' | 'bill_eft' | 'rent_interac' | 'rent_card';
  state: string;
  status: PaymentStatus;
  amount: number;
  received: number | null;
  userName: string;
  userEmail: string;
  payeeName: string | null;
  accountNumber: string | null;
  createdAt: string;
}

export interface SuggestedPayment extends PaymentBrief {
  /** Never acted on by itself. */
  because: 'number-matches' | 'number-one-slip-away' | 'named-in-description';
}

/** One check of the matching and how it came out; amounts in dollars. */
export interface CheckView {
  check: 'numbers' | 'payment' | 'kind' | 'state' | 'sender' | 'amount';
  result: string;
  /** In words, with the facts: those are of a page that speaks another language. */
  text: string;
  /** Numbers found in the description, and twelve digits that are none. */
  numbers?: string[];
  nearMisses?: string[];
  /** Payments that carry such a number. */
  paymentIds?: number[];
  kind?: PaymentBrief['kind'];
  state?: string;
  /** Of sender and amount: what came, and what the payment says. */
  received?: string | number;
  expected?: string | number;
}

export type HeldReasonName =
  | 'no-number-found'
  | 'number-unknown'
  | 'several-payments'
  | 'payment-of-other-kind'
  | 'payment-not-awaiting-funds'
  | 'sender-differs'
  | 'amount-differs';

export interface TransferBrief {
  transferId: number;
  amount: number;
  senderName: string | null;
  senderEmail: string | null;
  description: string;
}

export interface HeldTransferView extends TransferBrief {
  bookedAt: string | null;
  receivedAt: string;
  fileId: number | null;
  reason: HeldReasonName;
  /** What can be done, in words. */
  advice: string;
  checks: CheckView[];
  suggestions: SuggestedPayment[];
  /** Other held transfers that carry one of its numbers: perhaps parts of one payment. */
  related: { transferId: number; amount: number }[];
  /** The proposal that waits for a second person, where there is one. */
  approvalId: number | null;
}

/** `GET /console/data/transfers?cursor=&limit=&reason=` */
export interface HeldTransferList extends Page<HeldTransferView> {
  /** How many are held for each reason. */
  reasons: { reason: HeldReasonName; count: number; amount: number }[];
}

/** `POST /console/data/transfers/attach` */
export interface AttachRequest {
  /** One or several, attached together. */
  transferIds: number[];
  paymentId: number;
  /** Dollars: what the transfers come to, said explicitly where it is not the amount of the payment. */
  acceptedAmount?: number;
  reason: string;
}

/** `POST /console/data/transfers/return` */
export interface ReturnTransferRequest {
  transferId: number;
  reason: string;
}

/** `GET /console/data/payments?number=` (digits, grouped in any way) or `?paymentId=`: to find what a transfer is meant for. */
export type PaymentSearch = Page<PaymentBrief>;

/** `GET /console/data/payments/:paymentId` */
export interface PaymentView {
  payment: PaymentBrief;
  /** The record as its partner sees it (interface §2.1). */
  record: Record<string, unknown>;
  /** Everything that happened to it, oldest first. */
  entries: OperatorsEntryView[];
  refund: RefundView | null;
}

export interface FailedPaymentView extends PaymentBrief {
  failedAt: string;
  /** Why, in words: the return code of the debit, the biller's answer, our own check. */
  cause: string;
  /** The code of bank or biller, where there is one, and who must act. */
  code: { code: string; meaning: { en: string; fr: string }; acts: string; how: string } | null;
  /** What must be decided first, for nobody knows where its money is: an answer of the biller's bank, or a return of its debit. */
  doubt: 'answer-held' | 'return-held' | 'late-return' | null;
  /** What fits: another account number, another bank account, giving the money back. */
  remedies: ('account-number' | 'bank-account' | 'requeue' | 'refund')[];
  /** The account that was debited, of a payment by EFT. */
  bankAccount: BankAccountBrief | null;
  refund: RefundView | null;
  approvalId: number | null;
}

/** An account of the payment's partner. */
export interface BankAccountBrief {
  bankAccountId: number;
  holderName: string;
  accountMasked: string;
  active: boolean;
  hasAgreement: boolean;
  attention: string | null;
}

/** `GET /console/data/failed-payments?cursor=&limit=&partnerId=&state=rejected|uncollected&refunded=yes|no`: those that nobody has dealt with. */
export type FailedPaymentList = Page<FailedPaymentView>;

/** `GET /console/data/failed-payments/:paymentId/accounts?search=`: what could be debited instead, newest first, at most 50. */
export type BankAccountList = Page<BankAccountBrief>;

/** `POST /console/data/failed-payments/requeue`: all of them or none. */
export interface RequeueRequest {
  payments: { paymentId: number; accountNumber?: string; bankAccountId?: number }[];
  reason: string;
}

/** `POST /console/data/failed-payments/refund`: the money went back to the payer by other means; this records and posts it. */
export interface RefundRequest {
  paymentId: number;
  means: RefundMeans;
  /** The bank's reference, the number of the cheque. */
  reference: string;
  reason: string;
}

export interface RefundView {
  amount: number;
  means: RefundMeans;
  reference: string;
  reason: string;
  by: string;
  at: string;
}
