/**
 * The cut-offs at which files for the bank are made, on business days, Toronto time: each is run once, whoever drives the clock.
 *
 *   the first time on a database ─▶ nothing is made, only what comes after is due
 *   a cut-off has passed ─▶ run ─▶ recorded        (a worker that was down runs the latest one when it is back)
 *   in between ─▶ files that could not be written are tried again
 */
import { latestCutOffBefore } from '../base/calendar.ts';
import type { Database } from '../base/database.ts';

export type Rail = 'eft' | 'settlement';

/** Some files of a run could not be written; the message says which, and why. */
export class FilesNotWritten<Done = undefined> extends Error {
  override readonly name = 'FilesNotWritten';
  /** What was done all the same. */
  readonly done: Done;
  /** Whether everything that was due is made: then only files are left to be written, by any later run. */
  readonly madeAll: boolean;

  constructor(faults: readonly Error[], done: Done, madeAll: boolean) {
    super(faults.map((fault) => fault.message).join('\n'), { cause: faults[0] });
    this.done = done;
    this.madeAll = madeAll;
  }
}

export interface CutOffSteps {
  /** Makes everything that is due, and its files. Throws `FilesNotWritten` at the end where some could not be written. */
  run(): Promise<unknown>;
  /** Writes what earlier runs could not write, and makes nothing. */
  resume(): Promise<unknown>;
}

/** Does what is due on a rail at business time `at`; `time` is its cut-off's time of day. Throws what the steps throw. */
export async function atCutOff(
  database: Database,
  rail: Rail,
  time: Temporal.PlainTime,
  at: Temporal.Instant,
  steps: CutOffSteps,
): Promise<void> {
  const due = latestCutOffBefore(at, time);
  const last = await latestRun(database, rail);
  if (last && Temporal.Instant.compare(last, due) >= 0) {
    await steps.resume();
    return;
  }
  try {
    if (last) await steps.run();
  } catch (error) {
    // What was due is made: what comes from now on waits for the next cut-off, whatever becomes of the files.
    if (error instanceof FilesNotWritten && error.madeAll) await record(database, rail, due);
    throw error;
  }
  await record(database, rail, due);
}

async function latestRun(database: Database, rail: Rail): Promise<Temporal.Instant | undefined> {
  const { rows } = await database.query<{ cut_off: Temporal.Instant | null }>(
    'select max(cut_off) as cut_off from cut_offs where rail = $1',
    [rail],
  );
  return rows[0]?.cut_off ?? undefined;
}

async function record(database: Database, rail: Rail, cutOff: Temporal.Instant): Promise<void> {
  await database.query(
    'insert into cut_offs (rail, cut_off, run_at) values ($1, $2, (select business_now())) on conflict do nothing',
    [rail, cutOff.toString()],
  );
}
