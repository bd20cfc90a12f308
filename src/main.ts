/**
 * The service: the only place where everything is wired together.
 *
 *   settings → database, schema, keys → catalogue → server (api, sandbox) → deliverer and schedule (worker) → ready
 *   SIGTERM  → not ready → requests answered, attempts recorded, jobs finished → creations → sender → database left
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
import { type DueSettings, dueTimes, runDue } from './console/due.ts';
import { eftSettings } from './console/eft-settings.ts';
import { installOperations } from './http/operations.ts';
import { createServer } from './http/server.ts';
import { tokenLookup } from './partners/tokens.ts';
import { catalogueFromFile } from './payees/catalogue.ts';
import { PayeeDirectory } from './payees/snapshot.ts';
import { loadCatalogue } from './payees/store.ts';
import { create } from './payments/create.ts';
import { installSandbox } from './sandbox/routes.ts';
import { demoToken, welcome } from './sandbox/welcome.ts';
import { Deliverer } from './webhooks/deliver.ts';
import { Sender } from './webhooks/send.ts';

/**
 * How much of SHUTDOWN_SECONDS the senders of unfinished requests are given. The rest is for answering what arrived last, and
 * for what comes after the server.
 */
const drainShare = 0.5;
/** At the end of SHUTDOWN_SECONDS: how long webhook attempts that have an outcome may still take to be recorded. */
const recordingMillisecondsMax = 2_000;

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
  const { settlement, eft, due } = rails(foundation, context);
  let draining = false;
  const app = createServer({
    log,
    bodyBytesMax,
    drainMilliseconds: config.shutdownSeconds * 1000 * drainShare,
    onAnswered: (route, method, status, seconds) => metrics.requests.observe({ route, method, status }, seconds),
  });
  installOperations(app, {
    isReady: async () => !draining && (await database.query('select 1')).rowCount === 1,
    metrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  if (config.roles.has('api')) {
    installApi(app, context);
    installDocumentation(app);
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
  deliverer?.start();
  const stop = () => {
    draining = true;
    return inRounds(log, [
      // Nothing new is claimed while the last requests are answered: a slow sender must not cost a webhook its record.
      [
        ['server', () => app.close()],
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
    ? startScheduleBehind(foundation, log, due, deliverer, metrics)
    : undefined;
  stopOnSignals({ stop, lastRecords: async () => deliverer?.recorded() }, config, log);
  log.info(
    { address, environment: config.environment, startedInMilliseconds: Math.round(performance.now() - began) },
    'ready',
  );
  if (demo) process.stdout.write(welcome(foundation, address, demo));
}

/** How money goes out and comes in by file, and what of it is due by the clock. */
function rails(foundation: Foundation, context: ApiContext) {
  const { config, database } = foundation;
  const settlement = config.settlementAccount && {
    environment: config.environment,
    operatorName: config.operatorName,
    debtor: config.settlementAccount,
  };
  const eft = eftSettings(config, context.accountBox);
  const eftDirectory =
    config.eftDirectory ?? (config.environment === 'sandbox' ? path.join(config.dataDirectory, 'eft') : undefined);
  const due: DueSettings = {
    database,
    payees: context.payees,
    presumedAfterBusinessDays: config.presumedAfterBusinessDays,
    eftCompletedAfterBusinessDays: config.eftCompletedAfterBusinessDays,
    ...(settlement &&
      config.settlementDirectory !== undefined && {
        cutOff: { settlement, time: config.settlementCutOff, outDir: config.settlementDirectory },
      }),
    ...(eft && eftDirectory !== undefined && { eftCutOff: { eft, time: config.eftCutOff, outDir: eftDirectory } }),
  };
  return { settlement, eft, due };
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
    accountBox: foundation.box('bank-account'),
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

type StopStep = [name: string, run: () => Promise<unknown> | undefined];

/** The steps of a round run together, the rounds in order; every one runs, whatever the others do. Answers which failed. */
async function inRounds(log: Log, rounds: StopStep[][]): Promise<string[]> {
  const failed: string[] = [];
  for (const round of rounds) {
    const attempts = round.map(async ([step, run]) => {
      try {
        await run();
      } catch (error) {
        failed.push(step);
        log.error({ err: error, step }, 'a step of the stop failed');
      }
    });
    await Promise.all(attempts);
  }
  return failed;
}

interface Ending {
  /** Answers the steps that failed. */
  stop: () => Promise<string[]>;
  /** What is still waited for, briefly, when the stop takes too long. */
  lastRecords: () => Promise<void>;
}

/** The first signal drains; a second one ends at once, the end of SHUTDOWN_SECONDS nearly so. */
function stopOnSignals({ stop, lastRecords }: Ending, config: Config, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    setTimeout(async () => {
      log.error({ seconds: config.shutdownSeconds }, 'not drained in time: what is left is cut');
      await Promise.race([lastRecords(), delay(recordingMillisecondsMax)]);
      process.exit(1);
    }, config.shutdownSeconds * 1000);
    void stop().then((failed) => {
      log.info({ failed }, 'stopped');
      process.exit(failed.length > 0 ? 1 : 0);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

// Whoever read the output may end before the service does: that is no reason to fall over.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

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
