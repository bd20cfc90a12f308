/**
 * What the operator's pages ask and are answered, by `/console/data/…`: types only, which the pages import too.
 *
 * Where nothing is known it says null. Money is a number of dollars, a time is ISO 8601 in UTC, a list goes on behind
 * `nextCursor`. Whatever moves more money than `APPROVAL_ABOVE` is proposed first: `ActAnswer` says which of the two happened.
 * A refusal is the error body of `/v1`: 400 the request, 403 the person, 404 nothing there, 409 not as things stand.
 */
import type {
  AttachRequest,
  BankAccountBrief,
  PaymentBrief,
  RefundRequest,
  RequeueRequest,
  ReturnTransferRequest,
  TransferBrief,
} from './views-exceptions.ts';
import type {
  QuarantinedLineView,
  ResolveAnswersRequest,
  ResolveReturnsRequest,
  SetAsideRequest,
  TakeUpRequest,
} from './views-files.ts';
import type { Page, PaymentStatus } from './views-page.ts';

export type * from './views-exceptions.ts';
export type * from './views-files.ts';
export type * from './views-oversight.ts';
export type * from './views-page.ts';

/** Everything that needs a second person above the amount. */
export type ActName =
  | 'attach'
  | 'return-transfer'
  | 'requeue'
  | 'refund'
  | 'apply-returns'
  | 'mark-returns'
  | 'mark-answers'
  | 'take-up'
  | 'set-aside';

export type ActAnswer =
  | { outcome: 'done'; act: ActName; amount: number; result: ActResult }
  /** It waits for an approver who is somebody else. */
  | { outcome: 'proposed'; act: ActName; amount: number; approvalId: number };

/** What became of each thing that the act named. */
export interface ActResult {
  payments: { paymentId: number; status: PaymentStatus; state: string }[];
  transferIds: number[];
  returnIds: number[];
  answerIds: number[];
  /** Taken up, with what became of it, or set aside. */
  lines: { lineId: number; takenUp: boolean; result: string }[];
}

export interface ApprovalView {
  approvalId: number;
  act: ActName;
  /** As it was asked: the body of the request. */
  request:
    | AttachRequest
    | ReturnTransferRequest
    | RequeueRequest
    | RefundRequest
    | ResolveReturnsRequest
    | ResolveAnswersRequest
    | TakeUpRequest
    | SetAsideRequest;
  amount: number;
  /** What the request names, as it stands by now: of returns, answers and lines, the payments that wait for them. */
  about: {
    payments: PaymentBrief[];
    transfers: TransferBrief[];
    accounts: BankAccountBrief[];
    lines: Omit<QuarantinedLineView, 'approvalId'>[];
  };
  /** `payment 12`, `transfer 3`. */
  subject: string;
  reason: string;
  /** `refused`: when it was approved, it was not possible any more; `outcomeText` says why. */
  state: 'open' | 'approved' | 'declined' | 'withdrawn' | 'refused';
  proposedBy: { personId: number; name: string; email: string };
  proposedAt: string;
  decidedBy: { personId: number; name: string; email: string } | null;
  decidedAt: string | null;
  outcomeText: string | null;
  /** Whether the person who asks may approve it. */
  mayApprove: boolean;
}

/** `GET /console/data/approvals` */
export interface ApprovalList extends Page<ApprovalView> {
  /** Above this amount (dollars) a second person is asked. */
  approvalAbove: number;
}

/** `POST /console/data/approvals/:approvalId/decline`; of one's own proposal it is a withdrawal. */
export interface DeclineRequest {
  reason: string;
}

/** `POST /console/data/approvals/:approvalId/approve` */
export interface ApproveAnswer {
  approval: ApprovalView;
  /** Absent where it was not possible any more. */
  result?: ActResult;
}

/** `GET /console/data/overview`: what waits for a person. */
export interface OverviewView {
  environment: 'sandbox' | 'production';
  heldTransfers: { count: number; amount: number };
  failedPayments: { count: number; amount: number };
  quarantinedLines: number;
  openReturns: number;
  heldAnswers: number;
  openApprovals: number;
  failingEndpoints: number;
  heldCards: number;
}
