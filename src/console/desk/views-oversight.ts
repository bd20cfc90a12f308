/**
 * Views of the payee catalogue, the ledger, partners with their endpoints, and cards. See views.ts.
 */
import type { AccountFormat, Confidence } from '../../payees/payee.ts';
import type { Page, PaymentStatus } from './views-page.ts';

export interface PayeeView {
  name: string;
  active: boolean;
  billType: string;
  region: string;
  aliases: string[];
  accountFormat: AccountFormat | null;
  /** The format in words; null where it is not known. */
  expectation: string | null;
  accountNumberHint: string | null;
  confidence: Confidence;
  source: string;
  /** Whether there is an account to pay it on in this environment. */
  payable: boolean;
}

/** `GET /console/data/payees?search=&cursor=&limit=` */
export interface PayeeList extends Page<PayeeView> {
  version: number;
}

/** `GET /console/data/payees/:name` */
export interface PayeeDetail {
  payee: PayeeView;
  /** Of the catalogue as it is now: what `publish` must be given as the one that was looked at. */
  version: number;
  versions: { version: number; loadedAt: string; accountFormat: AccountFormat | null; confidence: Confidence }[];
}

/** `POST /console/data/payees/preview` and `…/publish`: the rules of one payee as they would be. */
export interface PayeeRulesRequest {
  name: string;
  accountFormat: AccountFormat | null;
  accountNumberHint?: string | null;
  confidence: Confidence;
  source: string;
  /** Of the preview: how many of the last numbers are looked at; 1000 where absent. */
  numbers?: number;
}

/** `POST /console/data/payees/publish` */
export interface PublishRequest extends PayeeRulesRequest {
  /** The catalogue version that was looked at: another one meanwhile is a conflict. */
  version: number;
  reason: string;
}

export interface PublishAnswer {
  version: number;
}

export interface PayeePreview {
  version: number;
  /** Distinct numbers that payments to this payee used last. */
  numbers: number;
  /** Those whose verdict would change. */
  changes: {
    accountNumber: string;
    payments: number;
    lastPaymentId: number;
    before: { verdict: string; failsAtProcessing: boolean; reason: string | null };
    after: { verdict: string; failsAtProcessing: boolean; reason: string | null };
  }[];
}

export interface BalanceView {
  account: string;
  side: 'debit' | 'credit';
  debits: number;
  credits: number;
  balance: number;
}

/** `GET /console/data/ledger?partnerId=`: of one partner, or of all. */
export interface LedgerView {
  partnerId: number | null;
  accounts: BalanceView[];
  /** Zero, always. */
  sum: number;
  /** At most 1,000, the oldest. */
  partners: { partnerId: number; partnerName: string; accounts: Record<string, number> }[];
  /** How many more there are: they count in the accounts. */
  partnersLeftOut: number;
}

/** `GET /console/data/ledger/statement?partnerId=`: where every cent is. */
export interface StatementView {
  partnerId: number | null;
  at: string;
  lines: {
    /** A fixed name, for the page's words. */
    place: string;
    account: string;
    count: number;
    /** Counted from payments, transfers, refunds. */
    amount: number;
  }[];
  /** Each account as the ledger has it against the lines above. */
  proofs: { account: string; ledger: number; counted: number; holds: boolean }[];
  proven: boolean;
}

/** `POST /console/data/ledger/audit` */
export interface AuditView {
  balanced: boolean;
  at: string;
  checks: { name: string; holds: boolean; violations: Record<string, unknown>[] }[];
}

export interface PartnerView {
  partnerId: number;
  name: string;
  createdAt: string;
  activeTokens: number;
  endpoint: { url: string; events: string[]; changedAt: string } | null;
  people: number;
}

/** `GET /console/data/partners?cursor=&limit=` */
export type PartnerList = Page<PartnerView>;

/** `POST /console/data/partners` */
export interface CreatePartnerRequest {
  name: string;
  reason: string;
}

/** `GET /console/data/partners/:partner` */
export interface PartnerDetail {
  partner: PartnerView;
  /** Payments of the last `days` days, by status. */
  numbers: { days: number; statuses: { status: PaymentStatus; count: number; amount: number }[] };
  balances: Record<string, number>;
}

export interface EndpointView {
  partnerId: number;
  partnerName: string;
  url: string;
  /** Deliveries that failed in a row, up to now; at most `lookedAt`. */
  failedInARow: number;
  lookedAt: number;
  lastOutcome: string;
  lastReason: string | null;
  lastStatusCode: number | null;
  lastAttemptAt: string;
  lastDeliveredAt: string | null;
}

/** `GET /console/data/endpoints`: those whose last deliveries failed, the longest row first. */
export type EndpointList = Page<EndpointView>;

export interface HeldCardView {
  partnerId: number;
  partnerName: string;
  paymentId: number;
  attempt: number;
  provider: string;
  providerPaymentId: string | null;
  amount: number;
  received: number | null;
  heldReason: 'amount' | 'currency' | 'already_paid';
  at: string;
}

/** `GET /console/data/cards/held?cursor=&limit=`: given back at the provider. */
export type HeldCardList = Page<HeldCardView>;

export interface ReversalView {
  partnerId: number;
  partnerName: string;
  paymentId: number;
  kind: 'refund' | 'dispute';
  state: 'posted' | 'withdrawn';
  amount: number;
  reason: string | null;
  provider: string;
  providerId: string;
  at: string;
  changedAt: string;
}

/** `GET /console/data/cards/reversals?cursor=&limit=` */
export type ReversalList = Page<ReversalView>;
