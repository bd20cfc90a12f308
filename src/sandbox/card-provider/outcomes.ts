/**
 * What may happen at the simulated provider: every choice on its two pages, and what comes of it. The texts are in texts.ts.
 *
 *   identity   open ⇄ failed ─▶ processing ─▶ verified        canceled is over
 *   card       open (declined: still open) ─▶ processing ─▶ paid, or expired: declined in the end
 *                                          └▶ unreachable ─▶ paid: the card is charged, the answer does not come through
 */
import { type CardDecline, cardDeclines, type IdentityFailure, identityFailures } from '../../collection/card/ports.ts';

export type SimulatedState =
  | 'open'
  | 'processing'
  | 'failed'
  | 'verified'
  | 'canceled'
  | 'unreachable'
  | 'paid'
  | 'expired';

export interface Outcome {
  state: SimulatedState;
  /** Why it failed or was declined; with `finishes`, why it will be. */
  detail?: IdentityFailure | CardDecline;
  /** What becomes of it by itself, so many seconds of business time later. */
  finishes?: { as: SimulatedState; seconds: number };
}

/** Long enough to see the page that waits, short enough to wait for. The sandbox's clock makes it shorter. */
const checkSeconds = 30;
const chargeSeconds = 120;
const silenceSeconds = 60;

export type IdentityOutcome = 'verified' | 'verified_later' | 'canceled' | IdentityFailure;
export type CardOutcome = 'paid' | 'paid_later' | 'declined_later' | 'unreachable' | CardDecline;

const all = <Name extends IdentityFailure | CardDecline>(names: readonly Name[], state: SimulatedState) =>
  Object.fromEntries(names.map((detail): [Name, Outcome] => [detail, { state, detail }])) as Record<Name, Outcome>;

/** In the order of the page. */
export const identityOutcomes: Readonly<Record<IdentityOutcome, Outcome>> = {
  verified: { state: 'verified' },
  verified_later: { state: 'processing', finishes: { as: 'verified', seconds: checkSeconds } },
  ...all(identityFailures, 'failed'),
  canceled: { state: 'canceled' },
};

export const cardOutcomes: Readonly<Record<CardOutcome, Outcome>> = {
  paid: { state: 'paid' },
  ...all(cardDeclines, 'open'),
  paid_later: { state: 'processing', finishes: { as: 'paid', seconds: chargeSeconds } },
  declined_later: {
    state: 'processing',
    detail: 'insufficient_funds',
    finishes: { as: 'expired', seconds: chargeSeconds },
  },
  unreachable: { state: 'unreachable', finishes: { as: 'paid', seconds: silenceSeconds } },
};

/** The outcome that a page's choice names; undefined where there is none of that name. */
export function outcomeNamed(kind: 'identity' | 'card', name: unknown): Outcome | undefined {
  const outcomes: Readonly<Record<string, Outcome>> = kind === 'identity' ? identityOutcomes : cardOutcomes;
  return typeof name === 'string' && Object.hasOwn(outcomes, name) ? outcomes[name] : undefined;
}
