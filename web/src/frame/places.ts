/**
 * The pages that the navigation and the keyboard lead to, in the order in which they are needed: those of one partner, and those
 * of the operator.
 */
import { useLocation, useParams } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { isSandbox } from '../base/environment.ts';
import { isOperator, partnersOf, useMe } from '../base/me.ts';
import type { IconName } from '../parts/Icon.tsx';

type Place = readonly [name: keyof typeof pagePaths, sign: IconName, key: string];

const partnerPlaces = [
  ['payments', 'payments', 'p'],
  ['totals', 'totals', 't'],
  ['start', 'start', 's'],
  ['tokens', 'tokens', 'k'],
  ['webhooks', 'webhooks', 'w'],
  ['sandbox', 'sandbox', 'x'],
  ['bankAccounts', 'bank', 'b'],
  ['payees', 'payees', 'e'],
  ['rentReports', 'rent', 'r'],
  ['people', 'people', 'm'],
  ['trail', 'trail', 'a'],
] as const satisfies readonly Place[];

const operatorPlaces = [
  ['console', 'desk', 'o'],
  ['transfers', 'transfers', 't'],
  ['failedPayments', 'failed', 'f'],
  ['approvals', 'approvals', 'a'],
  ['everyPayment', 'search', 'p'],
  ['files', 'files', 'i'],
  ['quarantine', 'quarantine', 'q'],
  ['returns', 'returns', 'r'],
  ['settlement', 'settlement', 's'],
  ['heldAnswers', 'answers', 'h'],
  ['cards', 'card', 'c'],
  ['catalogue', 'payees', 'e'],
  ['ledger', 'totals', 'l'],
  ['partners', 'bank', 'b'],
  ['endpoints', 'webhooks', 'w'],
  ['operators', 'people', 'm'],
  ['operatorTrail', 'trail', 'd'],
] as const satisfies readonly Place[];

export type PlaceName = (typeof partnerPlaces | typeof operatorPlaces)[number][0];
export interface PlaceHere {
  name: PlaceName;
  sign: IconName;
  /** Opens it after `g`. */
  key: string;
  params: { partnerId: string };
}

/** The partner whose pages are at hand: of this address, or the person's first. */
export function usePartnerAtHand(): string | undefined {
  const { partnerId } = useParams({ strict: false });
  const { data } = useMe();
  return partnerId ?? partnersOf(data?.person)[0]?.partnerId.toString();
}

/** The places of the side that one is on, and the way to the other side for who belongs to both. */
export function usePlaces(): { places: PlaceHere[]; other: 'console' | 'dashboard' | undefined } {
  const { pathname } = useLocation();
  const person = useMe().data?.person;
  const partnerId = usePartnerAtHand();
  const atDesk = isOperator(person) && (pathname.startsWith(pagePaths.console) || partnerId === undefined);
  const rows: readonly Place[] = atDesk ? operatorPlaces : partnerId === undefined ? [] : partnerPlaces;
  const isOwner = partnersOf(person).some((each) => String(each.partnerId) === partnerId && each.role === 'owner');
  return {
    // Nothing is played in production, and the trail is its owners' to read.
    places: rows
      .filter(([name]) => (name !== 'sandbox' || isSandbox) && (name !== 'trail' || isOwner))
      .map(([name, sign, key]) => ({ name: name as PlaceName, sign, key, params: { partnerId: partnerId ?? '' } })),
    other: atDesk ? (partnerId === undefined ? undefined : 'dashboard') : isOperator(person) ? 'console' : undefined,
  };
}
