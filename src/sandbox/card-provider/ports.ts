/**
 * The sandbox's own provider behind the two ports of the card rail: sessions are rows of its own, its pages stand under
 * /sandbox/provider (pages.ts). It believes nobody's clock but the business clock.
 */
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database.ts';
import type {
  BeginCard,
  BeginIdentity,
  CardDecline,
  CardPorts,
  CardView,
  IdentityFailure,
  IdentityView,
  ProviderFault,
} from '../../collection/card/ports.ts';
import { beginSession, findSession, isOpen, type Kind, type SimulatedSession } from './sessions.ts';

export const providerPath = '/sandbox/provider';

export interface SimulatedSettings {
  database: Database;
  clock: Clock;
  /** The origin under which browsers reach this service, without a slash at its end. */
  publicUrl: () => string;
}

const unreachable: ProviderFault = { fault: 'unavailable', why: 'the simulated provider does not answer for a while' };

/** Both ports. A session that is not there is `gone`; `unavailable` is played by a choice on the card page. */
export function simulatedPorts({ database, clock, publicUrl }: SimulatedSettings): CardPorts {
  const begin = async (kind: Kind, request: BeginIdentity | BeginCard) =>
    await beginSession(database, kind, request, await clock.now());
  const look = async (kind: Kind, id: string) => await findSession(database, kind, id, await clock.now());
  const urlOf = (session: SimulatedSession) =>
    isOpen(session) && { url: `${publicUrl()}${providerPath}/${session.kind}/${session.id}` };
  const identityView = (session: SimulatedSession): IdentityView => ({
    state: session.state as IdentityView['state'],
    ...(session.state === 'failed' && { failure: session.detail as IdentityFailure }),
    ...urlOf(session),
  });
  return {
    identity: {
      provider: 'simulated',
      begin: async (request) => {
        const session = await begin('identity', request);
        return { providerId: session.id, view: identityView(session) };
      },
      look: async (id) => {
        const session = await look('identity', id);
        return session ? identityView(session) : { state: 'canceled', gone: true };
      },
    },
    card: {
      provider: 'simulated',
      begin: async (request) => {
        const session = await begin('card', request);
        if (session.state === 'unreachable') return unreachable;
        return { providerId: session.id, view: { ...cardView(session), ...urlOf(session) } };
      },
      look: async (id) => {
        const session = await look('card', id);
        if (!session) return { state: 'expired', gone: true };
        return session.state === 'unreachable' ? unreachable : { ...cardView(session), ...urlOf(session) };
      },
    },
    // Its pages are of the same origin as the payer's page.
    pageOrigins: [],
  };
}

function cardView({ id, state, detail, amountCents }: SimulatedSession): CardView {
  const tried = state === 'open' || state === 'expired';
  return {
    state: state as CardView['state'],
    ...(tried && detail && { decline: detail as CardDecline }),
    ...((state === 'processing' || state === 'paid') && { providerPaymentId: id.replace('sim_card_', 'sim_payment_') }),
    ...(state === 'paid' && { paid: { amountCents: amountCents ?? 0n, currency: 'CAD' } }),
  };
}
