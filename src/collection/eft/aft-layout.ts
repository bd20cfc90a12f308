/**
 * The records of Standard 005 (AFT) as data (formats §1.1): which field stands where, how long it is, and how it is filled.
 * Writer and reader both use these tables, and nothing else knows a position.
 *
 *   record, 1464 characters on a line of its own
 *   ├ control part, 24: type · record count · originator · file creation number
 *   └ rest: A (head of the file) │ six segments of 240 (C D E F I J: one transaction each) │ Z (totals)
 *
 * Offsets count from 0 within their part and follow from the lengths. N is right-justified and zero-filled, AN left-justified and
 * space-filled; an empty N is zeros, an empty AN is spaces.
 */

export type FieldKind = 'N' | 'AN';

export interface Field {
  /** From 0, within the record (control part, A, Z) or within the segment. */
  readonly offset: number;
  readonly length: number;
  readonly kind: FieldKind;
  /** What the field is called where a fault is told: its data element number and a name. */
  readonly label: string;
}

type Row<Name extends string> = readonly [name: Name, length: number, kind: FieldKind, label: string];

function laidOut<const Name extends string>(start: number, rows: readonly Row<Name>[]): Readonly<Record<Name, Field>> {
  const fields = {} as Record<Name, Field>;
  let offset = start;
  for (const [name, length, kind, label] of rows) {
    fields[name] = { offset, length, kind, label };
    offset += length;
  }
  return fields;
}

export const recordLength = 1464;
export const controlLength = 24;
export const segmentLength = 240;
export const segmentsPerRecord = 6;

/** The control part that every record begins with. */
export const controlFields = laidOut(0, [
  ['recordType', 1, 'AN', 'record type'],
  ['recordCount', 9, 'N', 'record count'],
  ['originatorId', 10, 'AN', 'originator id'],
  ['fileCreationNumber', 4, 'N', 'file creation number'],
]);

/** The rest of an A record; blank behind it. */
export const headFields = laidOut(controlLength, [
  ['creationDate', 6, 'N', 'creation date'],
  ['destinationDataCentre', 5, 'N', 'destination data centre'],
  ['reserved', 20, 'AN', 'reserved for the direct clearer'],
  ['currency', 3, 'AN', 'currency'],
]);

/** A segment: one transaction. What the fields hold in a return is said by `returnFields`. */
export const segmentFields = laidOut(0, [
  ['transactionType', 3, 'N', '04 transaction type'],
  ['amount', 10, 'N', '05 amount'],
  ['date', 6, 'N', '06 date'],
  ['institution', 9, 'N', '07 institution'],
  ['account', 12, 'AN', '08 account'],
  ['trace', 22, 'N', '09 item trace number'],
  ['storedType', 3, 'N', '10 stored transaction type'],
  ['shortName', 15, 'AN', '11 originator short name'],
  ['partyName', 30, 'AN', '12 payor or payee name'],
  ['longName', 30, 'AN', '13 originator long name'],
  ['userId', 10, 'AN', "14 originating direct clearer's user id"],
  ['crossReference', 19, 'AN', '15 cross-reference'],
  ['returnInstitution', 9, 'N', '16 institution for returns'],
  ['returnAccount', 12, 'AN', '17 account for returns'],
  ['sundry', 15, 'AN', '18 sundry information'],
  ['originalTrace', 22, 'AN', '19 original item trace number'],
  ['settlementCode', 2, 'AN', '20 settlement code'],
  ['invalidElements', 11, 'N', '21 invalid data elements'],
]);

export type SegmentFieldName = keyof typeof segmentFields;

/** The rest of a Z record: for each kind of total the cents, then the number of transactions (segments, not records). */
export const totalFields = laidOut(controlLength, [
  ['debitCents', 14, 'N', 'total value of debits'],
  ['debitCount', 8, 'N', 'number of debits'],
  ['creditCents', 14, 'N', 'total value of credits'],
  ['creditCount', 8, 'N', 'number of credits'],
  ['errorCreditCents', 14, 'N', 'total value of E records'],
  ['errorCreditCount', 8, 'N', 'number of E records'],
  ['errorDebitCents', 14, 'N', 'total value of F records'],
  ['errorDebitCount', 8, 'N', 'number of F records'],
]);

export type TotalKind = 'debit' | 'credit' | 'errorCredit' | 'errorDebit';

/** The records that hold segments, and the total of Z to which each adds: returned credits to credits, returned debits to debits. */
export const segmentTypes = {
  C: { meaning: 'credit', total: 'credit', isReturn: false },
  D: { meaning: 'debit', total: 'debit', isReturn: false },
  E: { meaning: 'error correction of a credit', total: 'errorCredit', isReturn: false },
  F: { meaning: 'error correction of a debit', total: 'errorDebit', isReturn: false },
  I: { meaning: 'returned credit', total: 'credit', isReturn: true },
  J: { meaning: 'returned debit', total: 'debit', isReturn: true },
} as const satisfies Readonly<Record<string, { meaning: string; total: TotalKind; isReturn: boolean }>>;

export type SegmentType = keyof typeof segmentTypes;

/**
 * The first record of a file and the last one that belongs to it. U, S and V are notices of change; that U and V stand around a
 * file of them as A and Z do is general knowledge, not confirmed.
 */
export const endOfFile: Readonly<Record<string, string>> = { A: 'Z', U: 'V' };
export const noticeTypes: ReadonlySet<string> = new Set(['S', 'U', 'V']);

/**
 * What the fields of a segment hold in I and J records. Inferred, not confirmed: no readable copy of the Standard's page was
 * found (formats §1.1, note). Should a bank do otherwise, this is the place to correct.
 */
export const returnFields = {
  /** The return reason, 9xx. */
  reason: 'transactionType',
  /** The transaction type of the original. */
  originalType: 'storedType',
  /** Where the original was drawn on: the payor's branch and account. */
  originalInstitution: 'returnInstitution',
  originalAccount: 'returnAccount',
  originalTrace: 'originalTrace',
  /** For an edit reject (900): the numbers of the data elements in error, two digits each. */
  elementsInError: 'invalidElements',
} as const satisfies Readonly<Record<string, SegmentFieldName>>;

export const amountCentsMax = 9_999_999_999n;
export const fileCreationNumberMax = 9999;
/** What a total of Z can say. */
export const totalCentsMax = 10n ** BigInt(totalFields.debitCents.length) - 1n;
/** The file creation number must differ from those of so many files before. */
export const fileCreationNumbersApart = 10;
export const currency = 'CAD';

/** How far the due date may lie from the day on which the file is made (formats §1.1). */
export const dueDateWindow = { daysBackMax: 30, daysAheadMax: 173 } as const;

/** The file creation number after this one: 1 to 9999, then from the beginning. */
export function nextFileCreationNumber(previous: number): number {
  return (previous % fileCreationNumberMax) + 1;
}
