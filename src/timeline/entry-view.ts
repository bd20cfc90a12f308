/**
 * A timeline's entries as the pages show them: to a partner without what stands in files of the bank, in batches and in what
 * the operator's people wrote; to those people with it.
 */
import { dollarsFromCents } from '../base/money.ts';
import { isoFromInstant } from '../base/time.ts';
import { toldCause } from './cause.ts';
import type { Entry } from './entries.ts';
import type { OperatorsEntryView, TimelineEntryView } from './views.ts';

type Told<What extends Entry['what']> = Extract<Entry, { what: What }>;
type Shown = TimelineEntryView extends infer View ? (View extends unknown ? Omit<View, 'at'> : never) : never;
type ShownAs<What> = Extract<TimelineEntryView, { what: What }>;

/** As a partner sees it: amounts in dollars, times ISO 8601. */
export function timelineView(entry: Entry): TimelineEntryView {
  return { at: isoFromInstant(entry.at), ...shownOf(entry) } as TimelineEntryView;
}

/** As the operator's people see it. */
export function operatorsView(entry: Entry): OperatorsEntryView {
  const { notes = [], transferId, fileName, line, said: bank } = besides(entry);
  const said = notes.filter((note): note is string => Boolean(note));
  return {
    ...timelineView(entry),
    ...bank,
    ...(transferId !== undefined && { transferId: Number(transferId) }),
    ...(fileName && { fileName }),
    ...(line && { line }),
    ...(said.length > 0 && { notes: said }),
  };
}

interface Besides {
  transferId?: bigint;
  fileName?: string | null | undefined;
  line?: number | null;
  notes?: (string | null)[];
  /** In the bank's words, whatever came of it. */
  said?: Pick<ShownAs<'return'>, 'amount' | 'code' | 'meaning'>;
}

/** What an entry says to the operator only. */
function besides(entry: Entry): Besides {
  switch (entry.what) {
    case 'move':
      return { notes: [entry.move.cause] };
    case 'correction':
      return { notes: [entry.correction.cause] };
    case 'refund': {
      const { reference, reason, by } = entry.refund;
      return { notes: [reference, byHand(reason, by)] };
    }
    case 'transfer': {
      const { transferId, fileName, description, resolution } = entry.transfer;
      return { transferId, fileName, notes: [description, entry.step === 'attached' ? resolution : null] };
    }
    case 'debit':
      return entry.step === 'waiting' ? {} : { fileName: entry.debit.file?.name };
    case 'return': {
      const { fileName, line, why, resolvedBy, resolution, amountCents, code } = entry.return;
      const said = { amount: dollarsFromCents(amountCents), code: code.code, meaning: code.meaning };
      return { fileName, line, notes: [why, byHand(resolution, resolvedBy)], said };
    }
    case 'identity':
      return { notes: [entry.check.failure] };
    case 'submission':
      return { fileName: entry.submission.batch.fileName, notes: [entry.submission.warning] };
    case 'report': {
      const { fileName, line, why, resolution, resolvedBy } = entry.report;
      return { fileName, line, notes: [why, byHand(resolution, resolvedBy)] };
    }
    default:
      return {};
  }
}

/** What somebody said of what he did, and who it was. */
const byHand = (...said: readonly (string | null)[]) => said.filter(Boolean).join(' – ');

function shownOf(entry: Entry): Shown {
  switch (entry.what) {
    case 'move': {
      const { event, from, to, status } = entry.move;
      const cause = toldCause(entry.move.cause);
      return { what: 'move', event, from, to, status, ...(cause && { cause }) };
    }
    case 'correction': {
      const { field, before, after } = entry.correction;
      return { what: 'correction', field, before, after };
    }
    case 'refund': {
      const { amountCents, means } = entry.refund;
      return { what: 'refund', amount: dollarsFromCents(amountCents), means };
    }
    case 'transfer':
      return transferView(entry);
    case 'debit':
      return debitView(entry);
    case 'return':
      return returnView(entry);
    case 'identity':
      return { what: 'identity', step: entry.step, attempt: entry.check.attempt, state: entry.check.state };
    case 'card':
      return cardView(entry);
    case 'reversal': {
      const { kind, amountCents, reason } = entry.reversal;
      const amount = dollarsFromCents(amountCents);
      return { what: 'reversal', step: entry.step, kind, amount, ...(reason !== null && { reason }) };
    }
    case 'submission': {
      const { attempt, amountCents, payeeName, accountNumber } = entry.submission;
      const amount = dollarsFromCents(amountCents);
      return { what: 'submission', step: entry.step, attempt, amount, payeeName, accountNumber };
    }
    case 'report':
      return reportView(entry);
    case 'webhook': {
      const { eventId, event, state } = entry.webhook;
      return { what: 'webhook', deliveryId: Number(eventId), event, state };
    }
    case 'delivery':
      return deliveryView(entry);
  }
}

function transferView({ step, transfer }: Told<'transfer'>): Omit<ShownAs<'transfer'>, 'at'> {
  const { state, amountCents, senderName, senderEmail, heldReason } = transfer;
  return {
    what: 'transfer',
    step,
    state,
    amount: dollarsFromCents(amountCents),
    ...(senderName !== null && { senderName }),
    ...(senderEmail !== null && { senderEmail }),
    ...(heldReason !== null && { heldReason }),
  };
}

function debitView({ step, debit }: Told<'debit'>): Omit<ShownAs<'debit'>, 'at'> {
  const { attempt, amountCents, account, dueDate, waitsFor } = debit;
  return {
    what: 'debit',
    step,
    attempt,
    amount: dollarsFromCents(amountCents),
    account: `${account.institutionNumber}-${account.transitNumber}-${account.accountNumber}`,
    ...(dueDate && { dueDate: dueDate.toString() }),
    ...(waitsFor !== null && { waitsFor }),
  };
}

function returnView({ return: given }: Told<'return'>): Omit<ShownAs<'return'>, 'at'> {
  const { attempt, debitCents, code, action, resolvedAt } = given;
  if (action === 'hold') return { what: 'return', effect: resolvedAt ? 'resolved' : 'held', attempt };
  const effect = action === 'late' ? 'late' : 'returned';
  return {
    what: 'return',
    effect,
    attempt,
    amount: dollarsFromCents(debitCents),
    code: code.code,
    meaning: code.meaning,
  };
}

function cardView({ step, session }: Told<'card'>): Omit<ShownAs<'card'>, 'at'> {
  const { attempt, state, amountCents, decline } = session;
  const amount = dollarsFromCents(amountCents);
  return { what: 'card', step, attempt, state, amount, ...(decline !== null && { decline }) };
}

const effects = {
  accept: 'accepted',
  reject: 'rejected',
  record: 'recorded',
  duplicate: 'recorded',
  hold: 'held',
  unknown: 'held',
} as const;

function reportView({ report }: Told<'report'>): Omit<ShownAs<'report'>, 'at'> {
  const { action, reason, reasonText, resolvedAt } = report;
  return {
    what: 'report',
    effect: resolvedAt ? 'resolved' : effects[action],
    ...(reason && { code: reason.code, meaning: reason.meaning }),
    ...(reasonText !== null && { text: reasonText }),
  };
}

function deliveryView({ event, delivery }: Told<'delivery'>): Omit<ShownAs<'delivery'>, 'at'> {
  const { number, byHand, outcome, statusCode, reason, durationMs } = delivery;
  return {
    what: 'delivery',
    event,
    number,
    byHand,
    ...(outcome !== null && { outcome }),
    ...(statusCode !== null && { statusCode }),
    ...(reason !== null && { reason }),
    ...(durationMs !== null && { durationMs }),
  };
}
