/**
 * The sandbox plays a payer with a card: whose identity is verified and whose card is accepted, by the same steps as on the pages,
 * from wherever the payer stands.
 *
 *   begin identity ─▶ chosen at the simulated provider ─▶ told ─▶ begin card ─▶ chosen ─▶ told ─▶ collected
 */
import type { ApiContext, Handler } from '../api/context.ts';
import type { Visit } from '../collection/card/begin.ts';
import type { CardRail } from '../collection/card/card-payments.ts';
import { type Answer, failure, invalid, okText } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { type Payment, recordText } from '../payments/record.ts';
import { findPayment } from '../payments/store.ts';
import { PlayCard } from './bodies.ts';
import { cardOutcomes, identityOutcomes } from './card-provider/outcomes.ts';
import { choose, finishedBetween, type Kind } from './card-provider/sessions.ts';

const check = compileBody(PlayCard);

/** A payer verifies and pays: `{ paymentId }`. Answers the payment as it then stands. */
export const playCard: Handler = async (context, exchange): Promise<Answer> => {
  const faults = check(exchange.body, exchange.numberTexts);
  if (faults.length > 0) return invalid([...faults]);
  const { paymentId } = exchange.body as unknown as PlayCard;
  const { cards, database } = context;
  if (!cards) return failure(400, 'Card payments are switched off in this service');
  const find = () => findPayment(database, exchange.caller.partnerId, BigInt(paymentId));
  const payment = await find();
  if (!payment) return invalid([{ path: ['paymentId'], message: 'is not a payment of yours' }]);
  if (payment.kind !== 'rent_card') return failure(400, 'The payment is not paid by card');
  if (payment.state !== 'awaiting_funds') return failure(400, `The payment is paid already: it is ${payment.state}`);
  if (!isSimulated(cards)) {
    return failure(
      400,
      'Stripe stands behind card payments here: open the paymentUrl and pay with a test card of Stripe',
    );
  }
  await play(context, cards, payment, 'identity');
  await play(context, cards, payment, 'card');
  const after = (await find()) as Payment;
  if (after.state !== 'awaiting_funds') return okText(recordText(after));
  const { state } = await cards.payments.standing(after);
  return failure(400, `The payment cannot be paid now: it is ${state.replaceAll('_', ' ')}`);
};

/** One half of the way: begins where nothing is under way, and has it succeed at once. Where it is behind, nothing happens. */
async function play({ database, clock }: ApiContext, cards: CardRail, payment: Payment, kind: Kind): Promise<void> {
  const { payments } = cards;
  const visit: Visit = { language: 'en', returnUrl: `${cards.publicUrl()}/`, description: `Payment ${payment.id}` };
  // What is being processed, or does not answer for a while, begins nothing new: it is finished below.
  await (kind === 'identity' ? payments.beginIdentity(payment, visit) : payments.beginCard(payment, visit));
  const { check: identity, sessions } = await payments.standing(payment);
  const id = (kind === 'identity' ? identity : sessions[0])?.providerId;
  if (id === undefined) return;
  const outcome = kind === 'identity' ? identityOutcomes.verified : cardOutcomes.paid;
  await choose(database, kind, id, outcome, await clock.now(), { evenIfUnderWay: true });
  await payments.told(kind, id);
}

/**
 * Tells what finished at the simulated provider while the clock was moved, as a real one would by its webhook. Nothing is lost
 * where this is not done: the service asks by itself, only later.
 */
export async function tellFinished(context: ApiContext, from: Temporal.Instant, to: Temporal.Instant): Promise<void> {
  const { cards, database } = context;
  if (!cards || !isSimulated(cards)) return;
  for (const { kind, id } of await finishedBetween(database, from, to)) await cards.payments.told(kind, id);
}

const isSimulated = ({ payments }: CardRail) => payments.ports.card.provider === 'simulated';
