/**
 * What each move posts to the ledger, as a table. The balances that follow, per partner:
 *   owed_to_billers    = received of bills that are collected or rejected, but not of those that were given back
 *   given_back         = received of bills that were given back (src/payments/refund.ts)
 *   in_settlement      = received of bills that are settling or resettling
 *   paid_out           = received of bills that are settled
 *   owed_to_landlords  = received of rents that are collected
 * `audit` proves each of them.
 */
import type { Account } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/post.ts';
import { type Kind, kinds, type PaymentEvent, type State } from './machine.ts';

const collectedBy: Record<Kind, Account> = {
  bill_interac: 'collected_interac',
  rent_interac: 'collected_interac',
  bill_eft: 'collected_eft',
  rent_card: 'collected_card',
};

const owedTo: Record<Kind, Account> = {
  bill_interac: 'owed_to_billers',
  bill_eft: 'owed_to_billers',
  rent_interac: 'owed_to_landlords',
  rent_card: 'owed_to_landlords',
};

/** Pairs of accounts (debit, credit) by event and the state it leaves. Moves not listed move no money. */
const pairs: Partial<Record<`${State} ${PaymentEvent}`, (kind: Kind) => [Account, Account]>> = {
  'awaiting_funds funds_received': (kind) => [collectedBy[kind], owedTo[kind]],
  'recollecting funds_received': (kind) => [collectedBy[kind], owedTo[kind]],
  'collected batched': () => ['owed_to_billers', 'in_settlement'],
  'rejected requeued': () => ['owed_to_billers', 'in_settlement'],
  'settling rejected': () => ['in_settlement', 'owed_to_billers'],
  'resettling rejected': () => ['in_settlement', 'owed_to_billers'],
  'settling accepted': () => ['in_settlement', 'paid_out'],
  'resettling accepted': () => ['in_settlement', 'paid_out'],
};

/** The same table, one line for every kind and move that moves money: what `audit` holds the transfers against. */
export function postingLines(): { kind: Kind; from: string; event: string; debit: Account; credit: Account }[] {
  return Object.entries(pairs).flatMap(([step, pairOf]) => {
    const [from = '', event = ''] = step.split(' ');
    return kinds.map((kind) => {
      const [debit, credit] = pairOf(kind);
      return { kind, from, event, debit, credit };
    });
  });
}

/** The posting of one move, if it moves money. `amountCents` is what was received: that is what the biller gets. */
export function postingOf(
  kind: Kind,
  from: State,
  event: PaymentEvent,
  amountCents: bigint,
  at: { partnerId: bigint; paymentId: bigint; sequence: number },
): Posting | undefined {
  const pair = pairs[`${from} ${event}`]?.(kind);
  if (!pair) return undefined;
  return {
    partnerId: at.partnerId,
    debit: pair[0],
    credit: pair[1],
    amountCents,
    cause: `payment ${at.paymentId} move ${at.sequence}`,
  };
}
