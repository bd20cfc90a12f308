/**
 * The simulated bank: writes AFT files of returned debits (J) and credits (I) from the originals, as pieces of text. For the sandbox,
 * for tests, for measuring.
 *
 *   debits that we sent ──▶ A · J J J … · Z        the totals count returns; I adds to credits, J to debits
 *
 * What stands where in a return is the assumption of `returnFields` (formats §1.1, note), and nothing else.
 */
import { branchNumber } from '../bank-accounts/account-number.ts';
import { returnFields, segmentFields } from '../collection/eft/aft-layout.ts';
import { AftRecords, segmentTemplate } from '../collection/eft/aft-records.ts';
import { aftDate, aftText } from '../collection/eft/aft-text.ts';
import { type AftDebit, type AftDebitFile, payorText } from '../collection/eft/aft-writer.ts';
import { defaultTransactionType } from '../collection/eft/transaction-codes.ts';

/** The file's head, and the names and the account of the originator, as in the file of debits. */
export interface AftReturnFile extends Omit<AftDebitFile, 'expected'> {
  /** Four digits that a trace number begins with; `0003` where it is not said. */
  directClearer?: string;
}

/** One return. */
export interface WrittenReturn {
  /** 9xx. */
  code: string;
  /** The original, as it was sent. */
  original: AftDebit;
  /** J (a returned debit) where it is not said. */
  recordType?: 'I' | 'J';
  /** 22 digits; where not said: direct clearer, data centre, file creation number, and the place in the file from 1. */
  trace?: string;
  /** 22 digits; the return's own trace where it is not said, as in the sample at hand. */
  originalTrace?: string;
  /** For an edit reject (900): two digits per data element, at most five of them. */
  elementsInError?: readonly string[];
}

/** The file as pieces of text. Throws where a field does not fit; due dates may lie anywhere. */
export async function* writeAftReturns(
  file: AftReturnFile,
  returns: AsyncIterable<WrittenReturn> | Iterable<WrittenReturn>,
): AsyncGenerator<string, void, undefined> {
  const returned = new ReturnRecords(file);
  for await (const each of returns) {
    const piece = returned.put(each);
    if (piece !== undefined) yield piece;
  }
  yield returned.end();
}

/** The same at once, where the returns are at hand. */
export function* writeAftReturnsNow(
  file: AftReturnFile,
  returns: Iterable<WrittenReturn>,
): Generator<string, void, undefined> {
  const returned = new ReturnRecords(file);
  for (const each of returns) {
    const piece = returned.put(each);
    if (piece !== undefined) yield piece;
  }
  yield returned.end();
}

class ReturnRecords {
  readonly #records: AftRecords;
  readonly #template: Buffer;
  readonly #traceStart: string;
  #written = 0;

  constructor(file: AftReturnFile) {
    const { originatorShortName, originatorLongName, originatorId, returnAccount } = file;
    this.#records = new AftRecords(file);
    this.#template = segmentTemplate({
      institution: branchNumber(returnAccount),
      account: returnAccount.accountNumber,
      shortName: aftText(originatorShortName, segmentFields.shortName.length),
      longName: aftText(originatorLongName, segmentFields.longName.length),
      userId: originatorId,
    });
    const centre = file.destinationDataCentre.padStart(5, '0');
    this.#traceStart = (file.directClearer ?? '0003') + centre + String(file.fileCreationNumber).padStart(4, '0');
  }

  put({ code, original, recordType = 'J', ...more }: WrittenReturn): string | undefined {
    const records = this.#records;
    this.#written += 1;
    const trace = more.trace ?? this.#traceStart + String(this.#written).padStart(9, '0');
    records.begin(recordType, this.#template, Number(original.amountCents));
    records.text(returnFields.reason, code);
    records.text('date', aftDate(original.dueDate));
    records.text('trace', trace);
    records.text(returnFields.originalType, original.transactionType ?? defaultTransactionType);
    records.text('partyName', payorText(original.payorName));
    records.text('crossReference', original.reference);
    records.text(returnFields.originalInstitution, branchNumber(original));
    records.text(returnFields.originalAccount, original.accountNumber);
    if (original.sundry !== undefined) records.text('sundry', aftText(original.sundry, segmentFields.sundry.length));
    records.text(returnFields.originalTrace, more.originalTrace ?? trace);
    const elements = (more.elementsInError ?? []).join('');
    // Two digits each from the left, zeros behind.
    records.text(returnFields.elementsInError, elements.padEnd(segmentFields.invalidElements.length, '0'));
    return records.piece();
  }

  end(): string {
    return this.#records.end();
  }
}
