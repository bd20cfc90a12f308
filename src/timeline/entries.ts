/**
 * The one list of a payment's timeline, made of its parts: pure.
 */
import type { TimelineParts } from './timeline.ts';

type Part<K extends keyof TimelineParts> = TimelineParts[K][number];
type Webhook = Omit<Part<'webhooks'>, 'attempts'>;
type Delivery = Part<'webhooks'>['attempts'][number];

/** One thing that happened, at a business time. `what` names it; the rest is what its part says. */
export type Entry = { at: Temporal.Instant } & (
  | { what: 'move'; move: Part<'moves'> }
  | { what: 'correction'; correction: Part<'corrections'> }
  /** The money of a payment that failed for good went back to its payer by other means. */
  | { what: 'refund'; refund: Part<'refunds'> }
  | { what: 'transfer'; step: 'received' | 'attached'; transfer: Part<'transfers'> }
  /** `step` is what the debit became then; what it is now, `debit.state` says. */
  | { what: 'debit'; step: 'waiting' | 'in_file' | 'sent' | 'presumed_paid'; debit: Part<'debits'> }
  | { what: 'return'; return: Part<'returns'> }
  /** `step` as of debits: begun, and what it became last. */
  | { what: 'identity'; step: 'begun' | 'changed'; check: Part<'identityChecks'> }
  | { what: 'card'; step: 'begun' | 'changed'; session: Part<'cardSessions'> }
  | { what: 'reversal'; step: 'posted' | 'changed' | 'withdrawn'; reversal: Part<'cardReversals'> }
  | { what: 'submission'; step: 'batched' | 'written'; submission: Part<'submissions'> }
  | { what: 'report'; report: Part<'reports'> }
  | { what: 'webhook'; webhook: Webhook }
  | { what: 'delivery'; event: string; delivery: Delivery }
);

/** At one time: first what brings a move about, then the move, then what follows. */
const order: Readonly<Record<Entry['what'], number>> = {
  correction: 0,
  refund: 1,
  transfer: 0,
  debit: 1,
  return: 1,
  identity: 0,
  card: 1,
  reversal: 1,
  submission: 1,
  report: 1,
  move: 2,
  webhook: 3,
  delivery: 4,
};
const rank = (entry: Entry) => (entry.what === 'debit' && entry.step === 'waiting' ? order.webhook : order[entry.what]);

/** All entries, by business time. */
export function entriesOf(parts: TimelineParts): Entry[] {
  const entries: Entry[] = [
    ...parts.moves.map((move): Entry => ({ at: move.at, what: 'move', move })),
    ...parts.corrections.map((correction): Entry => ({ at: correction.at, what: 'correction', correction })),
    ...parts.refunds.map((refund): Entry => ({ at: refund.at, what: 'refund', refund })),
    ...parts.transfers.flatMap((transfer) => transferEntries(transfer, parts)),
    ...parts.debits.flatMap((debit) => debitEntries(debit, parts)),
    ...parts.returns.map((each): Entry => ({ at: returnAt(each, parts), what: 'return', return: each })),
    ...parts.identityChecks.flatMap(checkEntries),
    ...parts.cardSessions.flatMap((session) => sessionEntries(session, parts)),
    ...parts.cardReversals.flatMap(reversalEntries),
    ...parts.submissions.flatMap((submission) => submissionEntries(submission, parts)),
    ...parts.reports.map((report): Entry => ({ at: reportAt(report, parts), what: 'report', report })),
    ...parts.webhooks.flatMap(webhookEntries),
  ];
  return entries.sort((one, other) => Temporal.Instant.compare(one.at, other.at) || rank(one) - rank(other));
}

function transferEntries(transfer: Part<'transfers'>, { moves }: TimelineParts): Entry[] {
  const funds = moves.find((move) => move.event === 'funds_received')?.at;
  if (transfer.state === 'held') return [{ at: transfer.receivedAt, what: 'transfer', step: 'received', transfer }];
  if (transfer.resolvedAt === null)
    return [{ at: funds ?? transfer.receivedAt, what: 'transfer', step: 'received', transfer }];
  return [
    { at: transfer.receivedAt, what: 'transfer', step: 'received', transfer },
    { at: funds ?? transfer.resolvedAt, what: 'transfer', step: 'attached', transfer },
  ];
}

function debitEntries(debit: Part<'debits'>, { moves }: TimelineParts): Entry[] {
  // The payment began to wait for its n-th debit at its n-th such move, and the n-th debit ended with the n-th of the others.
  const began = moves.filter(({ to }) => to === 'awaiting_funds' || to === 'recollecting')[debit.attempt - 1]?.at;
  const ended = moves.filter(({ event }) => event === 'funds_received' || event === 'funds_failed')[debit.attempt - 1];
  if (debit.file === null) return began ? [{ at: began, what: 'debit', step: 'waiting', debit }] : [];
  const entries: Entry[] = [{ at: later(debit.file.madeAt, began), what: 'debit', step: 'in_file', debit }];
  if (debit.file.writtenAt) entries.push({ at: debit.file.writtenAt, what: 'debit', step: 'sent', debit });
  // Also of one that came back late, after that.
  if (ended?.event === 'funds_received') entries.push({ at: ended.at, what: 'debit', step: 'presumed_paid', debit });
  return entries;
}

function returnAt(each: Part<'returns'>, { moves }: TimelineParts): Temporal.Instant {
  return each.action === 'fail' ? nearest(moves, 'funds_failed', each.at) : each.at;
}

function checkEntries(check: Part<'identityChecks'>): Entry[] {
  const entries: Entry[] = [{ at: check.startedAt, what: 'identity', step: 'begun', check }];
  if (isUnderWay(check.state)) return entries;
  return [...entries, { at: later(check.changedAt, check.startedAt), what: 'identity', step: 'changed', check }];
}

function sessionEntries(session: Part<'cardSessions'>, { moves }: TimelineParts): Entry[] {
  const entries: Entry[] = [{ at: session.startedAt, what: 'card', step: 'begun', session }];
  if (isUnderWay(session.state) && session.decline === null) return entries;
  const at = session.state === 'paid' ? nearest(moves, 'funds_received', session.changedAt) : session.changedAt;
  return [...entries, { at: later(at, session.startedAt), what: 'card', step: 'changed', session }];
}

const isUnderWay = (state: string) => state === 'asked' || state === 'open';

function reversalEntries(reversal: Part<'cardReversals'>): Entry[] {
  const posted: Entry = { at: reversal.at, what: 'reversal', step: 'posted', reversal };
  const isWithdrawn = reversal.state === 'withdrawn';
  if (!isWithdrawn && reversal.goneCents === reversal.amountCents) return [posted];
  const step = isWithdrawn ? 'withdrawn' : 'changed';
  return [posted, { at: later(reversal.changedAt, reversal.at), what: 'reversal', step, reversal }];
}

function submissionEntries(submission: Part<'submissions'>, { moves }: TimelineParts): Entry[] {
  const { attempt, submittedAt, batch } = submission;
  // Only what was never submitted before moves when it is.
  const at = attempt === 1 ? nearest(moves, 'batched', submittedAt) : submittedAt;
  const entries: Entry[] = [{ at, what: 'submission', step: 'batched', submission }];
  if (batch.writtenAt) entries.push({ at: batch.writtenAt, what: 'submission', step: 'written', submission });
  return entries;
}

function reportAt(report: Part<'reports'>, { moves }: TimelineParts): Temporal.Instant {
  if (report.action === 'accept') return nearest(moves, 'accepted', report.at);
  return report.action === 'reject' ? nearest(moves, 'rejected', report.at) : report.at;
}

function webhookEntries({ attempts, ...webhook }: Part<'webhooks'>): Entry[] {
  return [
    { at: webhook.at, what: 'webhook', webhook },
    ...attempts.map(
      (delivery): Entry => ({
        at: webhook.at.add(delivery.startedAt.since(webhook.createdAt)),
        what: 'delivery',
        event: webhook.event,
        delivery,
      }),
    ),
  ];
}

/** The time of the move of this kind that was made with it, in one commit; its own time where there is none. */
function nearest(moves: TimelineParts['moves'], event: string, at: Temporal.Instant): Temporal.Instant {
  const apart = (one: Temporal.Instant) => Math.abs(one.epochMilliseconds - at.epochMilliseconds);
  const [first] = moves
    .filter((move) => move.event === event)
    .toSorted((one, other) => apart(one.at) - apart(other.at));
  return first?.at ?? at;
}

function later(one: Temporal.Instant, other: Temporal.Instant | undefined): Temporal.Instant {
  return other && Temporal.Instant.compare(other, one) > 0 ? other : one;
}
