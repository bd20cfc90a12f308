/**
 * The service: the only place where everything is wired together.
 *
 *   settings → database, schema, keys → catalogue → server (api, sandbox) → deliverer and schedule (worker) → ready
 *   SIGTERM  → not ready → requests finished → attempts recorded → jobs finished → database left
 */
import path from 'node:path';
import { bodyBytesMax } from '../contract/limits.ts';
import type { ApiContext } from './api/context.ts';
import { installDocumentation } from './api/documentation.ts';
import { installApi } from './api/routes.ts';
import { type Config, ConfigError, readConfig } from './base/config.ts';
import { refusedByPostgres } from './base/database.ts';
import { type Foundation, openFoundation } from './base/foundation.ts';
import { groupCommit } from './base/group-commit.ts';
import { createLog, type Log } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { type DueSettings, runDue } from './console/due.ts';
import { installOperations } from './http/operations.ts';
import { createServer } from './http/server.ts';
import { tokenLookup } from './partners/tokens.ts';
import { catalogueFromFile } from './payees/catalogue.ts';
import { PayeeDirectory } from './payees/snapshot.ts';
import { loadCatalogue } from './payees/store.ts';
import { create } from './payments/create.ts';
import { installSandbox } from './sandbox/routes.ts';
import { welcome } from './sandbox/welcome.ts';
import { Deliverer } from './webhooks/deliver.ts';
import { Sender } from './webhooks/send.ts';

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
  const { context, deliverer } = rooms(foundation, log, metrics);
  const settlement = config.settlementAccount && {
    environment: config.environment,
    operatorName: config.operatorName,
    debtor: config.settlementAccount,
  };
  const due: DueSettings = {
    database,
    payees: context.payees,
    presumedAfterBusinessDays: config.presumedAfterBusinessDays,
    ...(settlement &&
      config.settlementDirectory !== undefined && {
        cutOff: { settlement, time: config.settlementCutOff, outDir: config.settlementDirectory },
      }),
  };
  let draining = false;
  const app = createServer({
    log,
    bodyBytesMax,
    onAnswered: (route, method, status, seconds) => metrics.requests.observe({ route, method, status }, seconds),
  });
  installOperations(app, {
    isReady: async () => !draining && (await database.query('select 1')).rowCount === 1,
    metrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  if (config.roles.has('api')) {
    installApi(app, context);
    installDocumentation(app);
    if (sandbox && settlement) {
      const dir = path.join(config.dataDirectory, 'sandbox');
      installSandbox(app, context, { settlement, dir, runDue: (at) => runDue(due, at) });
    }
  }
  await context.payees.refresh();
  const address = await app.listen({ port: config.port, host: config.host });
  deliverer?.start();
  const stop = async () => {
    draining = true;
    await app.close();
    await context.creations.idle();
    await (await schedule)?.stop();
    await deliverer?.stop();
    await context.sender.close();
    await foundation.close();
  };
  // The schedule is not needed to answer requests: it comes up behind the server.
  const schedule = config.roles.has('worker')
    ? startScheduleBehind(foundation, log, due, deliverer, metrics)
    : undefined;
  stopOnSignals(stop, config, log);
  log.info(
    { address, environment: config.environment, startedInMilliseconds: Math.round(performance.now() - began) },
    'ready',
  );
  if (sandbox && config.roles.has('api')) process.stdout.write(await welcome(foundation, address));
}

/** What the endpoints work with, and the deliverer where this process is a worker. */
function rooms(
  foundation: Foundation,
  log: Log,
  metrics: Metrics,
): { context: ApiContext; deliverer: Deliverer | undefined } {
  const { config, database, clock } = foundation;
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
    wakeDeliverer: () => deliverer?.wake(),
  };
  return { context, deliverer };
}

async function startScheduleBehind(
  { database, clock }: Foundation,
  log: Log,
  due: DueSettings,
  deliverer: Deliverer | undefined,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  try {
    const { startSchedule } = await import('./console/schedule.ts');
    const onAudit = (balanced: boolean) => metrics.audits.inc({ balanced: String(balanced) });
    return await startSchedule({ database, clock, log, due, onDue: () => deliverer?.wake(), onAudit });
  } catch (error) {
    log.fatal({ err: error }, 'the schedule could not be started');
    process.kill(process.pid, 'SIGTERM');
    return undefined;
  }
}

/** The first signal drains; a second one, or the end of SHUTDOWN_SECONDS, ends at once. */
function stopOnSignals(stop: () => Promise<void>, config: Config, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    const deadline = setTimeout(() => {
      log.error({ seconds: config.shutdownSeconds }, 'not drained in time: what is left is cut');
      process.exit(1);
    }, config.shutdownSeconds * 1000);
    stop().then(
      () => {
        clearTimeout(deadline);
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

try {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  await start(config, log).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      process.stderr.write(`Port ${config.port} on ${config.host} is taken: set PORT to a free one, or 0 for any.\n`);
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
