/**
 * The rooms put together for one process: what the endpoints work with, who stands behind the card rail, and the pages' side.
 */
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api/context.ts';
import { refusedByPostgres } from '../base/database.ts';
import type { Foundation } from '../base/foundation.ts';
import { groupCommit } from '../base/group-commit.ts';
import type { Log } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import { CardPayments, type CardRail } from '../collection/card/card-payments.ts';
import { installDesk } from '../console/desk/routes.ts';
import { installDashboard } from '../dashboard/routes.ts';
import { tokenLookup } from '../partners/tokens.ts';
import { PayeeDirectory } from '../payees/snapshot.ts';
import { installPaymentPage } from '../payment-page/routes.ts';
import { create } from '../payments/create.ts';
import type { People } from '../people/door.ts';
import { installPeople } from '../people/install.ts';
import { installSimulatedProvider } from '../sandbox/card-provider/pages.ts';
import { simulatedPorts } from '../sandbox/card-provider/ports.ts';
import { Hands } from '../webhooks/by-hand.ts';
import { Deliverer } from '../webhooks/deliver.ts';
import { Sender } from '../webhooks/send.ts';

/** What the endpoints work with, and the deliverer where this process is a worker. */
export async function rooms(
  foundation: Foundation,
  log: Log,
  metrics: Metrics,
  publicUrl: () => string,
): Promise<{ context: ApiContext; deliverer: Deliverer | undefined }> {
  const { config, database, clock } = foundation;
  const wakeDeliverer = () => deliverer?.wake();
  const cards = await cardRail(foundation, { log, publicUrl, onChange: wakeDeliverer });
  if (!cards)
    log.warn(
      'card payments are switched off (CARD_PROVIDER=off): their creation answers 400, and links show receipts only',
    );
  const sender = new Sender({ publicOnly: config.environment !== 'sandbox' });
  const webhookBox = foundation.box('webhook-secret');
  const deliverer = config.roles.has('worker')
    ? new Deliverer({
        database,
        sender,
        box: webhookBox,
        log,
        concurrency: config.webhookConcurrency,
        concurrencyPerPartner: config.webhookConcurrencyPerPartner,
        onAttempt: (outcome, seconds) => metrics.webhookAttempts.observe({ outcome }, seconds),
      })
    : undefined;
  const context: ApiContext = {
    database,
    clock,
    payees: new PayeeDirectory(database, {
      onFault: (error) => log.warn({ err: error }, 'the payee catalogue could not be read'),
    }),
    creations: groupCommit((payments) => create(database, payments), { mayRunAgain: refusedByPostgres }),
    findCaller: tokenLookup(database),
    sender,
    hands: new Hands({ database, sender, box: webhookBox }),
    webhookBox,
    accountBox: foundation.box('bank-account'),
    cards,
    wakeDeliverer,
  };
  return { context, deliverer };
}

/** The card rail with whoever stands behind its ports. */
async function cardRail(
  { config, database, clock }: Foundation,
  rest: { log: Log; publicUrl: () => string; onChange: () => void },
): Promise<CardRail | undefined> {
  const settings = { database, clock, ...rest };
  switch (config.cardProvider) {
    case 'off':
      return undefined;
    case 'simulated':
      return {
        payments: new CardPayments({ ...settings, ports: simulatedPorts(settings) }),
        publicUrl: rest.publicUrl,
      };
    case 'stripe': {
      const { stripeRail } = await import('../collection/card/stripe/rail.ts');
      return stripeRail({ ...settings, secretKey: config.stripeSecretKey ?? '', address: config.stripeAddress });
    }
  }
}

/** Sign-in, and the data of the pages behind it. */
export function installPeoplesSide(
  app: FastifyInstance,
  foundation: Foundation,
  context: ApiContext,
  log: Log,
  listening: () => string,
): People {
  const { environment, interacAddress, publicUrl } = foundation.config;
  const people = installPeople(app, foundation, { log, listening });
  installDashboard(app, { ...context, people, environment, interacAddress, publicUrl: () => publicUrl ?? listening() });
  installDesk(app, people, { ...context, config: foundation.config });
  return people;
}

/** The payer's page, and what the provider behind it needs of us. */
export async function installCards(
  app: FastifyInstance,
  { config, database, clock }: Foundation,
  { cards }: ApiContext,
) {
  installPaymentPage(app, { database, cards });
  if (!cards) return;
  if (config.cardProvider === 'simulated') installSimulatedProvider(app, { database, clock, cards });
  if (cards.events) {
    const { installStripeCallbacks } = await import('../callbacks/stripe.ts');
    installStripeCallbacks(app, { events: cards.events, signingSecret: config.stripeWebhookSecret ?? '' });
  }
}
