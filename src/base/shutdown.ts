/**
 * How a process ends: on the first signal in rounds, each step of which runs whatever the others do; on a second one at once; at
 * the end of SHUTDOWN_SECONDS with what is left cut.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';

/** At the end of SHUTDOWN_SECONDS: how long webhook attempts that have an outcome may still take to be recorded. */
const recordingMillisecondsMax = 2_000;

export type StopStep = [name: string, run: () => Promise<unknown> | undefined];

/** The steps of a round run together, the rounds in order; every one runs, whatever the others do. Answers which failed. */
export async function inRounds(log: Log, rounds: StopStep[][]): Promise<string[]> {
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

export interface Ending {
  /** Answers the steps that failed. */
  stop: () => Promise<string[]>;
  /** What is still waited for, briefly, when the stop takes too long. */
  lastRecords: () => Promise<void>;
}

/** The first signal drains; a second one ends at once, the end of SHUTDOWN_SECONDS nearly so. */
export function stopOnSignals({ stop, lastRecords }: Ending, shutdownSeconds: number, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    setTimeout(async () => {
      log.error({ seconds: shutdownSeconds }, 'not drained in time: what is left is cut');
      await Promise.race([lastRecords(), delay(recordingMillisecondsMax)]);
      process.exit(1);
    }, shutdownSeconds * 1000);
    void stop().then((failed) => {
      log.info({ failed }, 'stopped');
      process.exit(failed.length > 0 ? 1 : 0);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
