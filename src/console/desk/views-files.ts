/**
 * Views of bank files, quarantine, EFT returns and settlement. See views.ts.
 */
import type { Page } from './views-page.ts';

export interface BankFileView {
  fileId: number;
  direction: 'in' | 'out';
  /** `camt.054`, `pain.002`, `aft-returns`, `pain.001.001.09`, `aft-debits`. */
  format: string;
  name: string;
  state: 'reading' | 'done' | 'refused';
  counts: Record<string, number> | null;
  /** Totals of what it brought or took out, in dollars. */
  total: number | null;
  refusal: string | null;
  sizeBytes: number;
  quarantinedLines: number;
  at: string;
}

/** `GET /console/data/files/:fileId` */
export interface FileDetail extends BankFileView {
  /** Of one that went out: whether it still lies in its folder, to be downloaded from `…/content`. Null of one that came in. */
  stands: boolean | null;
}

/** `GET /console/data/files?cursor=&limit=&direction=` */
export interface BankFileList extends Page<BankFileView> {
  /** What lies refused in the drop folder's quarantine. */
  refusedInFolder: { name: string; reason: string | null }[];
  /** How large a file may be that is uploaded here; a larger one goes through the folder. */
  uploadBytesMax: number;
}

/** `POST /console/data/files/preview` and `…/upload` */
export interface UploadRequest {
  name: string;
  contentBase64: string;
}

/** `POST /console/data/files/preview`: what is in it; nothing takes effect. */
export interface FilePreview {
  format: string;
  /** Readable to its end; otherwise why not, and where. */
  refusal: { reason: string; line: number; column: number } | null;
  /** The same content was taken in before. */
  knownFileId: number | null;
  /** It was begun and not read to its end: taking it in finishes it. */
  unfinishedFileId: number | null;
  lines: number;
  quarantined: number;
  /** Dollars, where the lines have amounts. */
  total: number | null;
  /** Whether whoever asks may take it in: what could move much money is taken in by an approver. */
  mayTakeIn: boolean;
  /** The first lines. */
  sample: { line: number; text: string; amount: number | null; quarantined: boolean }[];
}

/** `POST /console/data/files/upload`: taken in at once; 403 where it needs an approver. */
export type UploadAnswer =
  | { outcome: 'taken-in'; file: BankFileView }
  | { outcome: 'refused'; reason: string; line: number; column: number };

export interface QuarantinedLineView {
  lineId: number;
  fileId: number;
  fileName: string;
  format: string;
  line: number;
  column: number;
  reason: string;
  /** Readable, but only a person can say that it is meant: taken up when it is named. */
  needsDecision: boolean;
  /** What was read of it; what holds bank account numbers is left out. */
  content: Record<string, string>;
  at: string;
  approvalId: number | null;
}

/** `GET /console/data/quarantine?cursor=&limit=&fileId=` */
export type QuarantineList = Page<QuarantinedLineView>;

/** `POST /console/data/quarantine/take-up`: each line by itself, and each an act: above the amount it is proposed. */
export interface TakeUpRequest {
  lineIds: number[];
  reason: string;
}

export interface TakeUpAnswer {
  /** `approvalId`: the proposal that it became. */
  lines: { lineId: number; takenUp: boolean; result: string; approvalId: number | null }[];
}

/** `POST /console/data/quarantine/set-aside`: all of them or none. */
export interface SetAsideRequest {
  lineIds: number[];
  reason: string;
}

export interface OpenReturnView {
  returnId: number;
  /** `hold`: nothing happened yet; `late`: the money went back after the payment had completed. */
  action: 'hold' | 'late';
  reason: string;
  why: string;
  code: { code: string; meaning: { en: string; fr: string }; acts: string; how: string; retry: string };
  amount: number;
  crossReference: string;
  fileId: number;
  fileName: string;
  line: number;
  partnerId: number | null;
  partnerName: string | null;
  paymentId: number | null;
  attempt: number | null;
  at: string;
  approvalId: number | null;
}

/** `GET /console/data/returns?cursor=&limit=` */
export type OpenReturnList = Page<OpenReturnView>;

/** `POST /console/data/returns/resolve` */
export interface ResolveReturnsRequest {
  returnIds: number[];
  /** Take held ones up: each is the return of the debit that its reference names. Otherwise they are marked as dealt with. */
  apply: boolean;
  reason: string;
}

export interface BatchView {
  batchId: number;
  messageId: string;
  createdAt: string;
  executionDate: string;
  fileName: string;
  /** Null while the file could not be written yet. */
  fileId: number | null;
  writtenAt: string | null;
  payments: number;
  total: number;
  open: number;
  accepted: number;
  rejected: number;
}

/** `GET /console/data/settlement/batches?cursor=&limit=` */
export type BatchList = Page<BatchView>;

export interface BatchItemView {
  partnerId: number;
  paymentId: number;
  attempt: number;
  payeeName: string;
  accountNumber: string;
  amount: number;
  warning: string | null;
  outcome: 'open' | 'accepted' | 'rejected';
  reason: { code: string; meaning: { en: string; fr: string }; acts: string; how: string } | null;
  reasonText: string | null;
  answeredAt: string | null;
}

/** `GET /console/data/settlement/batches/:batchId?cursor=&limit=&outcome=` */
export interface BatchDetail extends Page<BatchItemView> {
  batch: BatchView;
}

/** `GET /console/data/settlement/next`: what the next cut-off would send, before it does. */
export interface NextBatchView {
  cutOff: string;
  /** Whether `POST /console/data/settlement/run` is possible: the account and a folder for the file are set. */
  mayRun: boolean;
  payments: number;
  total: number;
  payees: {
    payeeName: string;
    payments: number;
    total: number;
    /** Why they would not go: no account to pay the payee on, or numbers that fail the payee's confirmed rule. */
    waiting: number;
    failing: number;
  }[];
}

/** `GET /console/data/eft/next`: what the next debit file would hold. */
export interface NextDebitsView {
  cutOff: string;
  /** Whether `POST /console/data/eft/run` is possible: the bank's numbers and a folder for the file are set. */
  mayRun: boolean;
  debits: number;
  total: number;
  /** Without a debit agreement. */
  waiting: number;
}

/** `POST /console/data/settlement/run`, `POST /console/data/eft/run`: what the next cut-off would do, now. */
export interface RunRequest {
  reason: string;
}

export interface RunAnswer {
  outcome: 'done';
  /** The names of the files that were written, earlier ones included that could not be until now. */
  files: string[];
  payments: number;
  total: number;
  /** Failed the payee's rules before they were sent. Null of debits. */
  rejected: number | null;
  /** Without an account to pay the payee on. Null of debits. */
  waiting: number | null;
}

export interface HeldAnswerView {
  answerId: number;
  at: string;
  fileId: number | null;
  fileName: string | null;
  line: number | null;
  action: 'hold' | 'unknown';
  why: string;
  level: string;
  status: { code: string; meaning: string } | null;
  reason: { code: string; meaning: { en: string; fr: string }; acts: string; how: string } | null;
  reasonText: string | null;
  partnerId: number | null;
  paymentId: number | null;
  attempt: number | null;
  approvalId: number | null;
}

/** `GET /console/data/settlement/held?cursor=&limit=` */
export type HeldAnswerList = Page<HeldAnswerView>;

/** `POST /console/data/settlement/resolve`: marked as dealt with; no payment changes. */
export interface ResolveAnswersRequest {
  answerIds: number[];
  reason: string;
}
