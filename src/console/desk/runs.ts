/**
 * What the next cut-off would do, done now: the settlement run and the debit run, by the very functions of schedule and commands. The
 * cut-off comes all the same, with what is there by then.
 *
 *   asked ─▶ trail ─▶ run (its own transactions) ─▶ trail: the files, or why there is none
 */
import path from 'node:path';
import { FilesNotWritten } from '../../bank-files/cut-offs.ts';
import { dropFolderAt } from '../../bank-files/drop-folder.ts';
import type { JsonValue } from '../../base/json.ts';
import { DebitRunUnderWay, originateDebits } from '../../collection/eft/originate.ts';
import type { Answer } from '../../http/answer.ts';
import { compileBody } from '../../http/validation.ts';
import { bodyOf, refuse, shown } from '../../people/asked.ts';
import { operatorId, type PersonExchange, trail } from '../../people/door.ts';
import { SettlementUnderWay, submitSettlement } from '../../settlement/submit.ts';
import { dropDirectory } from '../pick-up.ts';
import { rails } from '../rails.ts';
import { Run } from './bodies.ts';
import { type DeskContext, dollars, type Handler } from './context.ts';
import type { RunAnswer, RunRequest } from './views.ts';

const checkRun = compileBody(Run);
/** How long a run waits for the one before it to end. */
const waitMillisecondsMax = 10_000;

type Rails = ReturnType<typeof rails>;
type Way<Settings> = { settings: NonNullable<Settings>; outDir: string };

/** How billers are paid, and where the file goes; undefined where either is not set. */
export function settlementWay(desk: DeskContext): Way<Rails['settlement']> | undefined {
  const { settlement, due } = railsOf(desk);
  const outDir = due.cutOff?.outDir ?? outbox(desk);
  return settlement && outDir !== undefined ? { settings: settlement, outDir } : undefined;
}

/** How accounts are debited, and where the file goes; undefined where either is not set. */
export function debitWay(desk: DeskContext): Way<Rails['eft']> | undefined {
  const { eft, due } = railsOf(desk);
  const outDir = due.eftCutOff?.outDir ?? outbox(desk);
  return eft && outDir !== undefined ? { settings: eft, outDir } : undefined;
}

export const runSettlement: Handler = async (desk, exchange) => {
  const request = bodyOf<RunRequest>(checkRun, exchange);
  const way = settlementWay(desk);
  if (!way) return refuse(409, 'SETTLEMENT_ACCOUNT and SETTLEMENT_DIR must be set before settlement can be run here');
  const { outDir } = way;
  return run(desk, exchange, 'settlement', request, async () => {
    const [payees, at] = [await desk.payees.current(), await desk.clock.now()];
    const made = await submitSettlement(desk.database, way.settings, { outDir, payees, at, waitMillisecondsMax });
    const { payments, totalCents, rejected, waiting } = made;
    return { files: written(made.file, made.resumed), payments, total: dollars(totalCents), rejected, waiting };
  });
};

export const runDebits: Handler = async (desk, exchange) => {
  const request = bodyOf<RunRequest>(checkRun, exchange);
  const way = debitWay(desk);
  if (!way) return refuse(409, 'EFT_ORIGINATOR_ID, EFT_RETURN_ACCOUNT and EFT_DIR must be set before debits are made');
  const { outDir } = way;
  return run(desk, exchange, 'debits', request, async () => {
    const made = await originateDebits(desk.database, way.settings, { outDir, at: await desk.clock.now() });
    const { file, otherFiles, debits, totalCents } = made;
    return {
      files: written(file, otherFiles),
      payments: debits,
      total: dollars(totalCents),
      rejected: null,
      waiting: null,
    };
  });
};

const railsOf = (desk: DeskContext) => rails(desk, { ...desk, cards: undefined });

function outbox({ config }: DeskContext): string | undefined {
  const drop = dropDirectory(config);
  return drop === undefined ? undefined : dropFolderAt(drop).outbox;
}

const written = (file: string | null, others: readonly string[]) =>
  [...(file === null ? [] : [file]), ...others].map((each) => path.basename(each));

async function run(
  desk: DeskContext,
  { visitor }: PersonExchange,
  what: 'settlement' | 'debits',
  { reason }: RunRequest,
  work: () => Promise<Omit<RunAnswer, 'outcome'>>,
): Promise<Answer> {
  const kept = (act: string, after: JsonValue) =>
    trail(desk.database, { partnerId: operatorId, visitor, act, subject: what, after });
  await kept(`${what} run asked for`, { reason });
  try {
    const made = await work();
    await kept(`${what} run`, { ...made, reason });
    return shown({ outcome: 'done', ...made } satisfies RunAnswer);
  } catch (error) {
    if (error instanceof SettlementUnderWay || error instanceof DebitRunUnderWay) return refuse(409, error.message);
    if (!(error instanceof FilesNotWritten)) throw error;
    await kept(`${what} run without its file`, { why: error.message, reason });
    return refuse(409, `${error.message}. What stands without its file is written by the next run`);
  } finally {
    desk.wakeDeliverer();
  }
}
