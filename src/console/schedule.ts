/**
 * The worker's schedule, on graphile-worker: each turn is a job in the database, so that any number of workers on one
 * database take it once, and a worker that dies loses none.
 *
 *   every minute       what is due by the business clock; bank files in the inbox (also when the schedule starts)
 *   every night 07:30  audit (UTC: in Toronto it is night all year round)
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, type RunnerOptions, run } from 'graphile-worker';
import pg from 'pg';
import type { Clock } from '../base/clock.ts';
import { connectionOptions, type Database } from '../base/database.ts';
import type { Log } from '../base/log.ts';
import { audit } from './audit.ts';
import { type DueSettings, runDue } from './due.ts';
import type { InboxWatch } from './pick-up.ts';

export interface ScheduleSettings {
  database: Database;
  clock: Clock;
  log: Log;
  due: DueSettings;
  /** Absent: no folder is watched. */
  inbox?: InboxWatch | undefined;
  onDue: () => void;
  onAudit: (balanced: boolean) => void;
}

/** A long bank file holds up neither what is due nor the audit. */
const jobsAtOnce = 3;
/** How long what is due waits for the bank's files, which come first: less than a turn, so that turns do not pile up. */
const filesFirstMillisecondsMax = 50_000;
/** The pause before a runner that ended by itself is started again: doubled each time, anew once one has lived longer. */
const pauseMillisecondsMin = 250;
const pauseMillisecondsMax = 30_000;

/** Starts the schedule, and keeps it running until it is stopped. Stopping it waits for jobs under way. */
export async function startSchedule(settings: ScheduleSettings): Promise<{ stop(): Promise<void> }> {
  const { database, log } = settings;
  const pool = new pg.Pool({
    ...connectionOptions(database.url, database.schema, 'quittance schedule'),
    types: pg.types,
    max: jobsAtOnce,
  });
  const onBroken = (error: Error) => log.warn({ err: error }, 'a connection of the schedule broke');
  pool.on('error', onBroken);
  // A connection in use reports its own end; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', onBroken));
  const begin = async () => {
    const runner = await run(runnerOptions(settings, pool));
    // At the next minute there is another one.
    if (settings.inbox) {
      await runner
        .addJob('pick-up', {}, onceAtATime('pick-up'))
        .catch((error: unknown) => log.warn({ err: error }, 'schedule'));
    }
    return runner;
  };
  const runner = await keepRunning(begin, log);
  return {
    stop: async () => {
      settings.inbox?.stop();
      await runner.stop();
      await pool.end();
    },
  };
}

const onceAtATime = (jobKey: string) => ({ jobKey, maxAttempts: 1 });

function runnerOptions(settings: ScheduleSettings, pool: pg.Pool): RunnerOptions {
  const { database, clock, log, due, inbox, onDue, onAudit } = settings;
  return {
    pgPool: pool,
    schema: `schedule_${database.schema}`,
    concurrency: jobsAtOnce,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ schedule: message }, 'schedule');
    }),
    parsedCronItems: parseCronItems([
      { task: 'due', match: '* * * * *', options: onceAtATime('due') },
      ...(inbox ? [{ task: 'pick-up', match: '* * * * *', options: onceAtATime('pick-up') }] : []),
      { task: 'audit', match: '30 7 * * *', options: { jobKey: 'audit', maxAttempts: 3 } },
    ]),
    taskList: {
      due: async () => {
        // A return that is there is read before its debit counts as paid.
        if (inbox) await Promise.race([inbox.turn(), delay(filesFirstMillisecondsMax, undefined, { ref: false })]);
        await runDue(due, await clock.now());
        onDue();
      },
      ...(inbox && { 'pick-up': () => inbox.turn() }),
      audit: async () => {
        const result = await audit(database);
        onAudit(result.balanced);
        const failed = result.checks.filter((check) => !check.holds);
        if (result.balanced) log.info('the nightly audit balances');
        else log.error({ failed }, 'THE NIGHTLY AUDIT DOES NOT BALANCE');
      },
    },
  };
}

/**
 * A runner ends by itself when its tables are changed beneath it. Its messages about that are heard by every runner of the
 * database, so the other environment's first start ends this one's too. It is started again, for as long as the process lives.
 */
async function keepRunning(begin: () => Promise<Runner>, log: Log): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner: Runner | undefined = await begin();
  let pause = pauseMillisecondsMin;
  const keep = async () => {
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      let reason: unknown;
      try {
        runner ??= await begin();
        // A stop that came while it began did not reach it.
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        reason = error;
      }
      runner = undefined;
      if (stopping.signal.aborted) return;
      if (performance.now() - begun > pauseMillisecondsMax) pause = pauseMillisecondsMin;
      log.warn({ err: reason, pauseMilliseconds: pause }, 'the schedule ended by itself: it is started again');
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, pauseMillisecondsMax);
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      // One that is ending by itself refuses to be stopped; its end is waited for all the same.
      await runner?.stop().catch(() => undefined);
      await kept;
    },
  };
}
