/**
 * What an act of the operator's is: something done with money, of which acting.ts decides whether one person is enough. The acts
 * themselves are in acts.ts and acts-of-files.ts.
 */
import type { Tx } from '../../base/database.ts';
import type { JsonValue } from '../../base/json.ts';
import type { SecretBox } from '../../base/secrets.ts';
import type {
  ActResult,
  AttachRequest,
  RefundRequest,
  RequeueRequest,
  ResolveAnswersRequest,
  ResolveReturnsRequest,
  ReturnTransferRequest,
  SetAsideRequest,
  TakeUpRequest,
} from './views.ts';

export interface Requests {
  attach: AttachRequest;
  'return-transfer': ReturnTransferRequest;
  requeue: RequeueRequest;
  refund: RefundRequest;
  'apply-returns': ResolveReturnsRequest;
  'mark-returns': ResolveReturnsRequest;
  'mark-answers': ResolveAnswersRequest;
  'take-up': TakeUpRequest;
  'set-aside': SetAsideRequest;
}

/** Who does it, when, and where. */
export interface Hand {
  /** The person, and who approved it, in words. */
  by: string;
  /** Business time. */
  at: Temporal.Instant;
  /** The schema of this environment, by which locks are named. */
  schema: string;
  /** Opens bank account numbers. */
  box: SecretBox;
}

export interface ActDone {
  result: ActResult;
  before: JsonValue;
  after: JsonValue;
  /** Where it turned out that nothing can be done: what the trail says instead of the act. One person is enough for that. */
  tried?: { words: string; why: string };
}

export interface Act<Request> {
  /** In the past, for the audit trail. */
  words: string;
  /** What it is about: of each, one proposal at a time. */
  things(request: Request): string[];
  /** How much money it moves, redirects or releases. Takes no lock. */
  amountCents(tx: Tx, request: Request): Promise<bigint>;
  /** Does it, or throws a Refusal: then the caller undoes what was begun. */
  carryOut(tx: Tx, request: Request, hand: Hand): Promise<ActDone>;
}

export const nothingDone: ActResult = { payments: [], transferIds: [], returnIds: [], answerIds: [], lines: [] };

/** Ids of a request, each once. */
export const distinctIds = (ids: readonly number[]): bigint[] => [...new Set(ids)].map(BigInt);

export const sumOf = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};
