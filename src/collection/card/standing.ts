/**
 * Where a payer stands, as it is written down. Also for whoever cannot ask a provider: card payments may be switched off.
 */
import type { Database } from '../../base/database.ts';
import type { Payment } from '../../payments/record.ts';
import { type PayerState, payerState } from './decide.ts';
import { type CardSession, type IdentityCheck, latestCheck, sessionsOf } from './store.ts';

export interface Standing {
  state: PayerState;
  check: IdentityCheck | undefined;
  /** The latest first. */
  sessions: CardSession[];
}

/** Reads it; `payment` is at most as old as what is read here. */
export async function readStanding(
  database: Database,
  { partnerId, id, state }: Pick<Payment, 'partnerId' | 'id' | 'state'>,
): Promise<Standing> {
  const key = { partnerId, paymentId: id };
  const check = await latestCheck(database, key);
  const sessions = check ? await sessionsOf(database, key) : [];
  return { state: payerState({ state }, check, sessions), check, sessions };
}
