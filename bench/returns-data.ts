/**
 * Data sets of the returns bench: debits that were really originated, some of them presumed paid, and what the bank sends back, in an
 * order of its own: failures of pending payments, late returns, a return told twice, returns of debits that are not ours.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountContext, type BankAccount } from '../src/bank-accounts/store.ts';
import { torontoDate } from '../src/base/calendar.ts';
import { completeDebits } from '../src/collection/eft/complete.ts';
import type { ReturnAction } from '../src/collection/eft/decide-return.ts';
import { type EftSettings, originateDebits } from '../src/collection/eft/originate.ts';
import { eftSettings } from '../src/console/eft-settings.ts';
import { type WrittenReturn, writeAftReturnsNow } from '../src/sandbox/aft-return-writer.ts';
import { emptyTables, makePayments } from './eft-data.ts';
import type { World } from './world.ts';

/** Of each payment that comes back, so many that do not. */
const sentForEach = 2;
const codes = ['901', '901', '901', '901', '901', '901', '905', '908', '901', '907'] as const;

/** A return, and what must become of it. */
export interface Expected extends WrittenReturn {
  action: ReturnAction;
  trace: string;
}

export type Mix = Record<ReturnAction, number>;

/** In each fifty returns one that is late, in each hundred one told twice and one of nobody's; the others fail their payment. */
function actionOf(index: number): ReturnAction {
  if (index % 50 === 10) return 'late';
  if (index % 100 === 21) return 'duplicate';
  return index % 100 === 32 ? 'hold' : 'fail';
}

export function mixOf(lines: number): Mix {
  const mix: Mix = { fail: 0, late: 0, duplicate: 0, hold: 0 };
  for (let index = 0; index < lines; index += 1) mix[actionOf(index)] += 1;
  return mix;
}

/** Debits in files that were written, those of late returns presumed paid; and the returns, in the order of their file. */
export async function makeReturns(world: World, accounts: readonly BankAccount[], lines: number): Promise<Expected[]> {
  const { database } = world;
  const mix = mixOf(lines);
  await emptyTables(world);
  const now = Temporal.Now.instant();
  const late = await send(world, accounts, mix.late, now);
  const completed = await completeDebits(database, 3, now.add({ hours: 14 * 24 }));
  if (completed !== late.length) throw new Error(`${completed} debits were presumed paid instead of ${late.length}`);
  const failing = await send(world, accounts, lines * sentForEach, now);
  return expected(world, late, failing, lines);
}

/** Has payments made and debited. Answers the debits in an order of the bank's. */
async function send(
  world: World,
  accounts: readonly BankAccount[],
  count: number,
  at: Temporal.Instant,
): Promise<SentRow[]> {
  const { database, foundation } = world;
  await makePayments(world, accounts, count);
  const settings = eftSettings(foundation.config, foundation.box('bank-account')) as EftSettings;
  const outDir = mkdtempSync(path.join(world.dataDir, 'sent-'));
  await originateDebits(database, settings, { outDir, at });
  rmSync(outDir, { recursive: true });
  const { rows } = await database.query<SentRow>(
    `select d.partner_id, d.payment_id, d.institution_number, d.transit_number, d.account_sealed, d.account_holder_name,
       d.amount_cents, f.due_date, d.cross_reference
     from eft_debits d join eft_files f on f.id = d.file_id where d.state = 'open' order by hashint8(payment_id), payment_id`,
  );
  return rows;
}

interface SentRow {
  [column: string]: unknown;
  partner_id: bigint;
  payment_id: bigint;
  institution_number: string;
  transit_number: string;
  account_sealed: Buffer;
  account_holder_name: string;
  amount_cents: bigint;
  due_date: Temporal.PlainDate;
  cross_reference: string;
}

function expected(world: World, late: readonly SentRow[], failing: readonly SentRow[], lines: number): Expected[] {
  const box = world.foundation.box('bank-account');
  const lateOnes = late.values();
  const failingOnes = failing.values();
  const returns: Expected[] = [];
  for (let index = 0; index < lines; index += 1) {
    const action = actionOf(index);
    const before = returns.at(-1);
    const row = action === 'late' ? lateOnes.next().value : action === 'fail' ? failingOnes.next().value : undefined;
    const original = row
      ? {
          institutionNumber: row.institution_number,
          transitNumber: row.transit_number,
          accountNumber: box.open(row.account_sealed, accountContext(row.partner_id)),
          reference: row.cross_reference,
          amountCents: row.amount_cents,
          dueDate: row.due_date,
          payorName: row.account_holder_name,
        }
      : (before as Expected).original;
    const trace = action === 'duplicate' ? (before as Expected).trace : String(index + 1).padStart(22, '9');
    const code = action === 'duplicate' ? (before as Expected).code : (codes[index % codes.length] as string);
    const reference = action === 'hold' ? `X${index}` : original.reference;
    returns.push({ action, code, trace, original: { ...original, reference } });
  }
  return returns;
}

/** Writes the returns as the bank would. */
export async function writeFile(world: World, name: string, returns: readonly Expected[]) {
  const file = path.join(world.dataDir, `${name}.txt`);
  const head = {
    originatorId: world.foundation.config.eftOriginatorId as string,
    fileCreationNumber: 1,
    creationDate: torontoDate(Temporal.Now.instant()),
    destinationDataCentre: '00320',
    originatorShortName: 'Quittance',
    originatorLongName: 'Quittance',
    returnAccount: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000002' },
  };
  await pipeline(Readable.from(writeAftReturnsNow(head, returns)), createWriteStream(file));
  return { file, megabytes: (await stat(file)).size / 1e6 };
}
