/**
 * The service: the only place where everything is wired together.
 *
 *   settings → database, schema, keys → catalogue → server (api, sandbox) → deliverer and schedule (worker) → ready
 *   SIGTERM  → not ready → requests answered, attempts recorded, jobs finished → creations → sender → database left
 */
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bodyBytesMax } from '../contract/limits.ts';
import type { ApiContext } from './api/context.ts';
import { installDocumentation } from './api/documentation.ts';
import { installApi } from './api/routes.ts';
import { DropFolderFault, openDropFolder } from './bank-files/drop-folder.ts';
import { type Config, ConfigError, readServiceConfig } from './base/config.ts';
import { refusedByPostgres } from './base/database.ts';
import { type Foundation, openFoundation } from './base/foundation.ts';
import { groupCommit } from './base/group-commit.ts';
import { createLog, type Log } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { inRounds, stopOnSignals } from './base/shutdown.ts';
import { CardPayments, type CardRail } from './collection/card/card-payments.ts';
import { payPath } from './collection/card/links.ts';
import { type DueSettings, dueTimes, runDue } from './console/due.ts';
import { dropDirectory, type InboxWatch, watchInbox } from './console/pick-up.ts';
import { rails } from './console/rails.ts';
import { installOperations } from './http/operations.ts';
import { createServer } from './http/server.ts';
import { tokenLookup } from './partners/tokens.ts';
import { catalogueFromFile } from './payees/catalogue.ts';
import { PayeeDirectory } from './payees/snapshot.ts';
import { loadCatalogue } from './payees/store.ts';
import { secretPathHeaders } from './payment-page/headers.ts';
import { installPaymentPage } from './payment-page/routes.ts';
import { create } from './payments/create.ts';
import { installSimulatedProvider } from './sandbox/card-provider/pages.ts';
import { providerPath, simulatedPorts } from './sandbox/card-provider/ports.ts';
import { installSandbox } from './sandbox/routes.ts';
import { demoToken, welcome } from './sandbox/welcome.ts';
import { Deliverer } from './webhooks/deliver.ts';
import { Sender } from './webhooks/send.ts';

/**
 * How much of SHUTDOWN_SECONDS the senders of unfinished requests are given. The rest is for answering what arrived last, and
 * for what comes after the server.
 */
const drainShare = 0.5;
/** Addresses under these are known to those only who may open them. */
const secretPaths = [`${payPath}/`, `${providerPath}/`];

async function start(config: Config, log: Log): Promise<void> {
  const began = performance.now();
  const foundation = await openFoundation(config, (error) =>
    log.warn({ err: error }, 'an idle database connection broke'),
  );
  try {
    await serve(foundation, log, began);
  } catch (error) {
    // A start that fails leaves nothing running, least of all the database that came along.
    await foundation.close().catch(() => undefined);
    throw error;
  }
}

async function serve(foundation: Foundation, log: Log, began: number): Promise<void> {
  const { config, database } = foundation;
  await database.transaction((tx) => loadCatalogue(tx, catalogueFromFile()));
  const metrics = createMetrics();
  const sandbox = config.environment === 'sandbox';
  let listening = '';
  const { context, deliverer } = await rooms(foundation, log, metrics, () => config.publicUrl ?? listening);
  const { settlement, eft, due } = rails(foundation, context);
  const inbox = config.roles.has('worker') ? await bankInbox(foundation, context, log, metrics) : undefined;
  let draining = false;
  const app = createServer({
    log,
    bodyBytesMax,
    drainMilliseconds: config.shutdownSeconds * 1000 * drainShare,
    headersAt: (where) => (secretPaths.some((each) => where.startsWith(each)) ? secretPathHeaders : undefined),
    onAnswered: (route, method, status, seconds) => metrics.requests.observe({ route, method, status }, seconds),
  });
  installOperations(app, {
    isReady: async () => !draining && (await database.query('select 1')).rowCount === 1,
    metrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  if (config.roles.has('api')) {
    installApi(app, context);
    installDocumentation(app);
    await installCards(app, foundation, context);
    if (sandbox && settlement && eft) {
      installSandbox(app, context, {
        settlement,
        eft,
        eftCompletedAfterBusinessDays: config.eftCompletedAfterBusinessDays,
        dir: path.join(config.dataDirectory, 'sandbox'),
        runDue: (at) => runDue(due, at),
        dueTimes: dueTimes(due),
      });
    }
  }
  await context.payees.refresh();
  // Whoever waits for /readyz finds the token in its file.
  const demo = sandbox && config.roles.has('api') ? await demoToken(foundation, log) : undefined;
  const address = await app.listen({ port: config.port, host: config.host });
  listening = reachable(address);
  deliverer?.start();
  const stop = () => {
    draining = true;
    return inRounds(log, [
      // Nothing new is claimed while the last requests are answered: a slow sender must not cost a webhook its record.
      [
        ['server', () => app.close()],
        ['cards', async () => context.cards?.payments.stopping.stop()],
        ['deliverer', () => deliverer?.stop()],
        ['schedule', async () => (await schedule)?.stop()],
      ],
      [['creations', () => context.creations.idle()]],
      [['sender', () => context.sender.close()]],
      [['database', () => foundation.close()]],
    ]);
  };
  // The schedule is not needed to answer requests: it comes up behind the server.
  const schedule = config.roles.has('worker')
    ? startScheduleBehind(foundation, log, due, inbox, deliverer, metrics)
    : undefined;
  stopOnSignals({ stop, lastRecords: async () => deliverer?.recorded() }, config.shutdownSeconds, log);
  log.info(
    { address, environment: config.environment, startedInMilliseconds: Math.round(performance.now() - began) },
    'ready',
  );
  if (demo) process.stdout.write(welcome(foundation, address, demo));
}

/** Where the bank's files come in, tried out at the start; undefined where no folder is watched. */
async function bankInbox(
  { config, database, clock }: Foundation,
  context: ApiContext,
  log: Log,
  metrics: Metrics,
): Promise<InboxWatch | undefined> {
  const dir = dropDirectory(config);
  if (dir === undefined) return undefined;
  const folder = await openDropFolder(dir).catch((error: unknown) => {
    if (!(error instanceof DropFolderFault)) throw error;
    if (config.dropDirectory !== undefined) {
      throw new ConfigError([{ name: 'DROP_DIR', value: JSON.stringify(dir), why: error.message }]);
    }
    // Nobody asked for this one: a sandbox without it only lacks a convenience.
    log.warn({ why: error.message }, 'there is no drop folder: bank files are taken in by command only');
    return undefined;
  });
  if (!folder) return undefined;
  return watchInbox(
    {
      database,
      clock,
      folder,
      settledMilliseconds: config.dropSettledSeconds * 1000,
      box: context.accountBox,
      originatorId: config.eftOriginatorId,
    },
    log,
    (format, outcome) => {
      metrics.bankFiles.inc({ format, outcome });
      context.wakeDeliverer();
    },
  );
}

/** What the endpoints work with, and the deliverer where this process is a worker. */
async function rooms(
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
      const { stripeRail } = await import('./collection/card/stripe/rail.ts');
      return stripeRail({ ...settings, secretKey: config.stripeSecretKey ?? '', address: config.stripeAddress });
    }
  }
}

/** The payer's page, and what the provider behind it needs of us. */
async function installCards(app: FastifyInstance, { config, database, clock }: Foundation, { cards }: ApiContext) {
  installPaymentPage(app, { database, cards });
  if (!cards) return;
  if (config.cardProvider === 'simulated') installSimulatedProvider(app, { database, clock, cards });
  if (cards.events) {
    const { installStripeCallbacks } = await import('./callbacks/stripe.ts');
    installStripeCallbacks(app, { events: cards.events, signingSecret: config.stripeWebhookSecret ?? '' });
  }
}

/** An address that listens everywhere is reached here. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

async function startScheduleBehind(
  { database, clock }: Foundation,
  log: Log,
  due: DueSettings,
  inbox: InboxWatch | undefined,
  deliverer: Deliverer | undefined,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  try {
    const { startSchedule } = await import('./console/schedule.ts');
    const onAudit = (balanced: boolean) => metrics.audits.inc({ balanced: String(balanced) });
    return await startSchedule({ database, clock, log, due, inbox, onDue: () => deliverer?.wake(), onAudit });
  } catch (error) {
    log.fatal({ err: error }, 'the schedule could not be started');
    process.kill(process.pid, 'SIGTERM');
    return undefined;
  }
}

// Whoever read the output may end before the service does: that is no reason to fall over.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const config = readServiceConfig(process.env);
  const log = createLog({ level: config.logLevel });
  await start(config, log).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      process.stderr.write(`Port ${config.port} on ${config.host} is taken: set PORT to a free one, or 0 for any.\n`);
    } else if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
    } else {
      log.fatal({ err: error }, 'the service could not start');
    }
    process.exit(1);
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
