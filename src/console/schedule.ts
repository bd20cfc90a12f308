/**
 * The worker's schedule, on graphile-worker: each turn is a job in the database, so that any number of workers on one
 * database take it once, and a worker that dies loses none.
 *
 *   every minute       what is due by the business clock
 *   every night 07:30  audit (UTC: in Toronto it is night all year round)
 */
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import type { Clock } from '../base/clock.ts';
import { connectionOptions, type Database } from '../base/database.ts';
import type { Log } from '../base/log.ts';
import { audit } from './audit.ts';
import { type DueSettings, runDue } from './due.ts';

export interface ScheduleSettings {
  database: Database;
  clock: Clock;
  log: Log;
  due: DueSettings;
  onDue: () => void;
  onAudit: (balanced: boolean) => void;
}

/** Starts the schedule. Stopping it waits for jobs under way. */
export async function startSchedule(settings: ScheduleSettings): Promise<{ stop(): Promise<void> }> {
  const { database, clock, log } = settings;
  const pool = new pg.Pool({
    ...connectionOptions(database.url, database.schema, 'quittance schedule'),
    types: pg.types,
    max: 3,
  });
  const onBroken = (error: Error) => log.warn({ err: error }, 'a connection of the schedule broke');
  pool.on('error', onBroken);
  // A connection in use reports its own end; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', onBroken));
  const runner: Runner = await run({
    pgPool: pool,
    schema: `schedule_${database.schema}`,
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ schedule: message }, 'schedule');
    }),
    parsedCronItems: parseCronItems([
      { task: 'due', match: '* * * * *', options: { jobKey: 'due', maxAttempts: 1 } },
      { task: 'audit', match: '30 7 * * *', options: { jobKey: 'audit', maxAttempts: 3 } },
    ]),
    taskList: {
      due: async () => {
        await runDue(settings.due, await clock.now());
        settings.onDue();
      },
      audit: async () => {
        const result = await audit(database);
        settings.onAudit(result.balanced);
        const failed = result.checks.filter((check) => !check.holds);
        if (result.balanced) log.info('the nightly audit balances');
        else log.error({ failed }, 'THE NIGHTLY AUDIT DOES NOT BALANCE');
      },
    },
  });
  return {
    stop: async () => {
      await runner.stop();
      await pool.end();
    },
  };
}
