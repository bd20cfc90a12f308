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
import { type Foundation, openFoundation } from './base/foundation.ts';
import { createLog, type Log } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { inRounds, stopOnSignals } from './base/shutdown.ts';
import { payPath } from './collection/card/links.ts';
import { type DueSettings, dueTimes, runDue } from './console/due.ts';
import { dropDirectory, type InboxWatch, watchInbox } from './console/pick-up.ts';
import { rails } from './console/rails.ts';
import { installOperations } from './http/operations.ts';
import { reachable } from './http/reachable.ts';
import { createServer } from './http/server.ts';
import { installPages } from './pages/routes.ts';
import { catalogueFromFile } from './payees/catalogue.ts';
import { loadCatalogue } from './payees/store.ts';
import { secretPathHeaders } from './payment-page/headers.ts';
import { providerPath } from './sandbox/card-provider/ports.ts';
import { installSandbox } from './sandbox/routes.ts';
import { openDemo, welcome } from './sandbox/welcome.ts';
import type { Deliverer } from './webhooks/deliver.ts';
import { installCards, installPeoplesSide, rooms } from './wiring/rooms.ts';

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
    ...(config.trustedProxies && { trustedProxies: config.trustedProxies }),
    drainMilliseconds: config.shutdownSeconds * 1000 * drainShare,
    headersAt: (where) => (secretPaths.some((each) => where.startsWith(each)) ? secretPathHeaders : undefined),
    onAnswered: (route, method, status, seconds) => metrics.requests.observe({ route, method, status }, seconds),
  });
  installOperations(app, {
    isReady: async () => !draining && (await database.query('select 1')).rowCount === 1,
    metrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  if (config.roles.has('api')) {
    await installRoutes(app, foundation, context, { rails: { settlement, eft, due }, log, listening: () => listening });
  }
  await context.payees.refresh();
  // Whoever waits for /readyz finds the token in its file.
  const demo = sandbox && config.roles.has('api') ? await openDemo(foundation, log) : undefined;
  const address = await app.listen({ port: config.port, host: config.host });
  listening = reachable(address);
  deliverer?.start();
  const stop = () => {
    draining = true;
    return inRounds(log, [
      // Nothing new is claimed while the last requests are answered: a slow sender must not cost a webhook its record.
      [
        ['server', () => app.close()],
        ['hands', async () => context.hands.stop()],
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
  if (demo) process.stdout.write(welcome(foundation, listening, demo));
}

/** Everything that answers requests. */
async function installRoutes(
  app: FastifyInstance,
  foundation: Foundation,
  context: ApiContext,
  { rails: { settlement, eft, due }, log, listening }: RouteParts,
): Promise<void> {
  const { config } = foundation;
  installApi(app, context);
  installDocumentation(app);
  await installCards(app, foundation, context);
  const people = installPeoplesSide(app, foundation, context, log, listening);
  installPages(app, config);
  if (config.environment !== 'sandbox' || !settlement || !eft) return;
  const world = {
    settlement,
    eft,
    eftCompletedAfterBusinessDays: config.eftCompletedAfterBusinessDays,
    dir: path.join(config.dataDirectory, 'sandbox'),
    runDue: (at: Temporal.Instant) => runDue(due, at),
    dueTimes: dueTimes(due),
  };
  installSandbox(app, context, world, people);
}

interface RouteParts {
  rails: ReturnType<typeof rails>;
  log: Log;
  /** The address that is listened to, once it is known. */
  listening: () => string;
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
