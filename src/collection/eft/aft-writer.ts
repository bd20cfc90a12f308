/**
 * Our debits as the bank reads them: one AFT file (Standard 005, formats §1.1), written as a stream.
 *
 *   A (head) · D D D … (six debits each, the last filled up with blanks) · Z (how many debits, how much)
 *
 * The caller writes to a name nobody reads and renames at the end: what does not fit throws on the way. `debitFault` says
 * beforehand whether a debit fits.
 */
import { type BankAccountNumber, branchNumber, hasAccountForm } from '../../bank-accounts/account-number.ts';
import { amountCentsMax, dueDateWindow, segmentFields } from './aft-layout.ts';
import { type AftHead, AftRecords, segmentTemplate } from './aft-records.ts';
import { aftDate, aftText } from './aft-text.ts';
import { defaultTransactionType } from './transaction-codes.ts';

/** A file of debits. Names are made fit and cut: 15 and 30 characters. */
export interface AftDebitFile extends AftHead {
  originatorShortName: string;
  originatorLongName: string;
  /** Our account, to which returns go. */
  returnAccount: BankAccountNumber;
  /** What the file is meant to hold, where the caller knows it: compared with what was written. */
  expected?: { count: number; totalCents: bigint };
}

/** One debit. */
export interface AftDebit extends BankAccountNumber {
  /** Comes back with the return, so it is never altered: 1 to 19 of A-Z 0-9 . , - */
  reference: string;
  /** 1 to 9,999,999,999. */
  amountCents: bigint;
  /** At most 30 days before and 173 days after the file's creation date. */
  dueDate: Temporal.PlainDate;
  /** The account's holder; made fit and cut at 30 characters. */
  payorName: string;
  /** Three digits of Standard 007; 718 where it is not said. */
  transactionType?: string;
  /** Printed by some banks; made fit and cut at 15 characters. */
  sundry?: string;
}

/** A debit that an AFT file cannot carry. */
export class DebitDoesNotFit extends Error {
  override readonly name = 'DebitDoesNotFit';
  readonly reference: string;

  constructor(reference: string, fault: string) {
    super(`debit ${JSON.stringify(reference)}: ${fault}`);
    this.reference = reference;
  }
}

const referenceForm = /^[A-Z0-9.,-]{1,19}$/;
const transactionTypeForm = /^[0-9]{3}$/;

/**
 * The file as pieces of text (plain ASCII) of some 90 kB. Throws where the head does not fit, `DebitDoesNotFit` where a debit does
 * not, and where the sum, the count or `expected` does not hold. A file has at least one debit.
 */
export async function* writeAft(
  file: AftDebitFile,
  debits: AsyncIterable<AftDebit> | Iterable<AftDebit>,
): AsyncGenerator<string, void, undefined> {
  const records = new AftRecords(file);
  const template = debitTemplate(file);
  const dates = new DueDates(file.creationDate);
  const names = new PayorNames();
  for await (const debit of debits) {
    const fault = debitFault(debit) ?? dates.fault(debit.dueDate);
    if (fault !== undefined) throw new DebitDoesNotFit(debit.reference, fault);
    putDebit(records, template, debit, dates.text, names.text(debit.payorName));
    const piece = records.piece();
    if (piece !== undefined) yield piece;
  }
  const count = records.counts.debit;
  const totalCents = BigInt(records.cents.debit);
  if (count === 0) throw new Error('a file without debits is not made');
  const { expected } = file;
  if (expected && (expected.count !== count || expected.totalCents !== totalCents)) {
    throw new Error(
      `the file is meant to hold ${expected.count} debits of ${expected.totalCents} cents in all, ` +
        `but ${count} of ${totalCents} cents were to be written`,
    );
  }
  yield records.end();
}

/**
 * Why a debit does not fit into an AFT file, whatever the day; undefined where it does. Never quotes the account number.
 */
export function debitFault(debit: Omit<AftDebit, 'dueDate'>): string | undefined {
  if (!referenceForm.test(debit.reference)) return 'the reference does not fit: 1 to 19 of A-Z 0-9 . , -';
  if (debit.amountCents <= 0n || debit.amountCents > amountCentsMax) {
    return `an amount of ${debit.amountCents} cents does not fit: more than 0, at most ${amountCentsMax}`;
  }
  if (!hasAccountForm(debit)) {
    return 'the account does not fit: institution 3 digits, transit 5 digits, account 1 to 12 digits';
  }
  if (debit.transactionType !== undefined && !transactionTypeForm.test(debit.transactionType)) {
    return `transaction type ${JSON.stringify(debit.transactionType)} does not fit: 3 digits`;
  }
  return undefined;
}

/** A payor's name for its field. Banks want one: where nothing is left of it in the bank's letters, `PAYOR`. */
export function payorText(name: string): string {
  return aftText(name, segmentFields.partyName.length) || 'PAYOR';
}

/** What is the same in every segment of a file. */
function debitTemplate(file: AftDebitFile): Buffer {
  const { originatorShortName, originatorLongName, returnAccount } = file;
  if (!hasAccountForm(returnAccount)) {
    throw new Error('the return account does not fit: institution 3 digits, transit 5 digits, account 1 to 12 digits');
  }
  return segmentTemplate({
    shortName: aftText(originatorShortName, segmentFields.shortName.length),
    longName: aftText(originatorLongName, segmentFields.longName.length),
    userId: file.originatorId,
    returnInstitution: branchNumber(returnAccount),
    returnAccount: returnAccount.accountNumber,
  });
}

function putDebit(records: AftRecords, template: Buffer, debit: AftDebit, date: string, payor: string): void {
  records.begin('D', template, Number(debit.amountCents));
  records.text('transactionType', debit.transactionType ?? defaultTransactionType);
  records.text('date', date);
  records.text('institution', branchNumber(debit));
  records.text('account', debit.accountNumber);
  records.text('partyName', payor);
  records.text('crossReference', debit.reference);
  if (debit.sundry !== undefined) records.text('sundry', aftText(debit.sundry, segmentFields.sundry.length));
}

/** Due dates as text. Nearly all debits of a file have the same one, so the last is kept. */
class DueDates {
  text = '';
  readonly #creationDate: Temporal.PlainDate;
  #last: Temporal.PlainDate | undefined;

  constructor(creationDate: Temporal.PlainDate) {
    this.#creationDate = creationDate;
  }

  /** Takes the date; answers why it does not fit, undefined where it does. */
  fault(date: Temporal.PlainDate): string | undefined {
    if (date === this.#last || (this.#last !== undefined && date.equals(this.#last))) return undefined;
    const { days } = this.#creationDate.until(date, { largestUnit: 'days' });
    if (days < -dueDateWindow.daysBackMax || days > dueDateWindow.daysAheadMax) {
      const { daysBackMax, daysAheadMax } = dueDateWindow;
      const accepted = `at most ${daysBackMax} days before, ${daysAheadMax} after ${this.#creationDate}`;
      return `due date ${date} does not fit: ${accepted}, the day of the file`;
    }
    this.#last = date;
    this.text = aftDate(date);
    return undefined;
  }
}

/** Names made fit. The holders of few accounts stand in most debits of a file, so some are kept. */
class PayorNames {
  static readonly keptMax = 1_000;
  readonly #texts = new Map<string, string>();

  text(name: string): string {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    if (this.#texts.size >= PayorNames.keptMax) this.#texts.clear();
    const text = payorText(name);
    this.#texts.set(name, text);
    return text;
  }
}
