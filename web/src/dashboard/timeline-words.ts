/** An entry of a timeline in words: a title, and what more there is to say. */
import type { TimelineEntryView } from '../../../src/dashboard/views.ts';
import type { Format } from '../base/format.ts';
import type { Chosen, Language, Texts } from '../base/language.tsx';
import { named } from '../base/words.ts';

export interface Words {
  title: string;
  about: string;
}

type Entry<W extends TimelineEntryView['what']> = Extract<TimelineEntryView, { what: W }>;
type InWords<W extends TimelineEntryView['what']> = (
  entry: Entry<W>,
  texts: Texts,
  format: Format,
  language: Language,
  said: Chosen['said'],
) => Words;

const list = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' · ');

const words: { [W in TimelineEntryView['what']]: InWords<W> } = {
  move: ({ event, status, cause }, { timeline, words: known }) => ({
    title: named(timeline.moves, event),
    about: list([known.statuses[status], cause && named(timeline.causes, cause.kind), cause?.code]),
  }),
  correction: ({ field, before, after }, { timeline }) => ({
    title: timeline.corrected(timeline.fields[field]),
    about: `${before} → ${after}`,
  }),
  refund: ({ amount, means }, { timeline }, format) => ({
    title: timeline.givenBack,
    about: list([format.money(amount), timeline.means[means]]),
  }),
  transfer: ({ step, state, amount, senderName, senderEmail, heldReason }, { timeline }, format) => ({
    title: state === 'held' ? timeline.transferHeld : timeline.transfer[step],
    about: list([
      format.money(amount),
      senderName,
      senderEmail,
      heldReason !== undefined && named(timeline.heldReasons, heldReason),
    ]),
  }),
  debit: ({ step, amount, account, attempt }, { timeline }, format) => ({
    title: timeline.debit[step],
    about: list([format.money(amount), account, attempt > 1 && timeline.attempt(attempt)]),
  }),
  return: ({ effect, amount, code, meaning }, { timeline }, format, language) => ({
    title: timeline.returns[effect],
    about: list([amount !== undefined && format.money(amount), code, meaning?.[language]]),
  }),
  identity: ({ step, state, attempt }, { timeline }) => ({
    title: timeline.identity[step],
    about: list([named(timeline.cardStates, state), attempt > 1 && timeline.attempt(attempt)]),
  }),
  card: ({ step, state, amount, decline, attempt }, { timeline }, format) => ({
    title: timeline.card[step],
    about: list([
      named(timeline.cardStates, state),
      format.money(amount),
      decline !== undefined && named(timeline.declines, decline),
      attempt > 1 && timeline.attempt(attempt),
    ]),
  }),
  reversal: ({ step, kind, amount, reason }, { timeline }, format) => ({
    title: timeline.reversal[kind][step],
    about: list([format.money(amount), reason]),
  }),
  submission: ({ step, amount, payeeName, accountNumber, attempt }, { timeline }, format) => ({
    title: timeline.submission[step],
    about: list([payeeName, accountNumber, format.money(amount), attempt > 1 && timeline.attempt(attempt)]),
  }),
  report: ({ effect, code, meaning, text }, { timeline }, _format, language) => ({
    title: timeline.reports[effect],
    about: list([code, meaning?.[language], text]),
  }),
  webhook: ({ event, state }, { timeline, words: known }) => ({
    title: timeline.webhook(event),
    about: known.deliveryStates[state],
  }),
  delivery: (
    { event, byHand, outcome, statusCode, reason, durationMs },
    { timeline, words: known },
    _format,
    _language,
    said,
  ) => ({
    title: byHand ? timeline.resent(event) : timeline.delivery(event),
    about: list([
      outcome === undefined ? timeline.underWay : named(known.outcomes, outcome),
      statusCode !== undefined && `HTTP ${statusCode}`,
      reason && (said(reason) ?? reason),
      durationMs !== undefined && `${durationMs} ms`,
    ]),
  }),
};

export function timelineWords(entry: TimelineEntryView, { texts, format, language, said }: Chosen): Words {
  return (words[entry.what] as InWords<typeof entry.what>)(entry as never, texts, format, language, said);
}
