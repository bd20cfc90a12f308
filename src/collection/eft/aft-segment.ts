/**
 * One segment of an AFT file: from its 240 characters to a transaction, and from an I or J segment to a return.
 *
 * Strict where a field decides (transaction type, amount, date, branches): there a fault is told with its column, and the segment is
 * quarantined. Lenient where a field only informs: what banks put there differs.
 */
import {
  returnFields,
  type SegmentFieldName,
  type SegmentType,
  segmentFields,
  segmentLength,
  segmentTypes,
} from './aft-layout.ts';
import { fieldValue } from './aft-lines.ts';
import { dateFromAft, told } from './aft-text.ts';

/** A transaction as it stands in a segment. Texts without the blanks at their end; `''` where a field is empty. */
export interface AftSegment {
  recordType: SegmentType;
  transactionType: string;
  amountCents: bigint;
  /** Undefined where the file has zeros. */
  date: Temporal.PlainDate | undefined;
  institution: string;
  account: string;
  trace: string;
  storedType: string;
  shortName: string;
  partyName: string;
  longName: string;
  userId: string;
  crossReference: string;
  returnInstitution: string;
  returnAccount: string;
  sundry: string;
  originalTrace: string;
  settlementCode: string;
  invalidElements: string;
}

export interface SegmentFault {
  /** From 0, within the segment. */
  offset: number;
  reason: string;
}

export type ParsedSegment =
  | { segment: AftSegment }
  /** `amountCents`: where at least the amount could be read. */
  | { faults: SegmentFault[]; amountCents: bigint | undefined };

/** What a returned debit or credit says. */
export interface AftReturn {
  /** The side of the original. */
  side: 'debit' | 'credit';
  /** 9xx. */
  code: string;
  amountCents: bigint;
  /** The date of the original, where the bank says it. */
  dueDate: Temporal.PlainDate | undefined;
  /** Our payment reference. */
  crossReference: string;
  originalType: string;
  /** Where the original was drawn on: the branch as `0IIITTTTT`, the account without spaces and dashes; `''` where not said. */
  originalBranch: string;
  originalAccountNumber: string;
  payorName: string;
  /** The return's own trace number, and the original's. */
  trace: string;
  originalTrace: string;
  /** For an edit reject (900): the numbers of the data elements in error. */
  elementsInError: string[];
}

/**
 * Reads the 240 characters of a segment; shorter text is filled up with blanks. `inBytes` as `AftLine` has it. Reasons name the field
 * and what is accepted; they never quote an account number.
 */
export function parseSegment(recordType: SegmentType, given: string, inBytes = false): ParsedSegment {
  const text = given.padEnd(segmentLength, ' ');
  const faults: SegmentFault[] = [];
  const raw = (name: SegmentFieldName) => {
    const { offset, length } = segmentFields[name];
    return text.slice(offset, offset + length);
  };
  const value = (name: SegmentFieldName) => fieldValue(raw(name), inBytes);
  const expect = (name: SegmentFieldName, holds: boolean, accepted: string, found?: string) => {
    if (holds) return;
    const { offset, label } = segmentFields[name];
    faults.push({ offset, reason: `${label} is ${found ?? told(raw(name))}: ${accepted} is accepted` });
  };

  const control = controlCharacterAt(text);
  if (control !== -1) faults.push({ offset: control, reason: 'a control character stands here: text is accepted' });
  const transactionType = raw('transactionType');
  const reasonForm = segmentTypes[recordType].isReturn && returnFields.reason === 'transactionType';
  if (reasonForm) expect('transactionType', /^9[0-9]{2}$/.test(transactionType), 'a return reason, 900 to 999,');
  else expect('transactionType', /^[0-9]{3}$/.test(transactionType), 'a code of three digits');
  const amountText = raw('amount');
  const isAmount = /^[0-9]+$/.test(amountText);
  expect('amount', isAmount, 'ten digits, cents,');
  const amountCents = isAmount ? BigInt(amountText) : undefined;
  expect('amount', amountCents !== 0n, 'an amount above zero');
  const date = dateFromAft(raw('date'));
  expect('date', date !== undefined || isEmptyNumber(raw('date')), 'a date 0YYDDD, or zeros,');
  for (const name of ['institution', 'returnInstitution'] as const) {
    // Not quoted: in a segment that has slipped, the account number stands here.
    const holds = /^[0-9]{9}$/.test(raw(name)) || isEmptyNumber(raw(name));
    expect(name, holds, '0, institution and transit, nine digits,', 'not a branch');
  }
  if (faults.length > 0 || amountCents === undefined) return { faults, amountCents };
  const number = (name: SegmentFieldName) => (isEmptyNumber(raw(name)) ? '' : value(name));
  return {
    segment: {
      recordType,
      transactionType,
      amountCents,
      date,
      institution: number('institution'),
      account: value('account'),
      trace: number('trace'),
      storedType: number('storedType'),
      shortName: value('shortName'),
      partyName: value('partyName'),
      longName: value('longName'),
      userId: value('userId'),
      crossReference: value('crossReference'),
      returnInstitution: number('returnInstitution'),
      returnAccount: value('returnAccount'),
      sundry: value('sundry'),
      originalTrace: number('originalTrace'),
      settlementCode: value('settlementCode'),
      invalidElements: number('invalidElements'),
    },
  };
}

/** What an I or J segment says, by the assumption of `returnFields`; undefined for other record types. */
export function returnOf(segment: AftSegment): AftReturn | undefined {
  const { isReturn, total } = segmentTypes[segment.recordType];
  if (!isReturn) return undefined;
  return {
    side: total,
    code: segment[returnFields.reason],
    amountCents: segment.amountCents,
    dueDate: segment.date,
    crossReference: segment.crossReference.trim(),
    originalType: segment[returnFields.originalType],
    originalBranch: segment[returnFields.originalInstitution],
    originalAccountNumber: segment[returnFields.originalAccount].replace(/[ -]/g, ''),
    payorName: segment.partyName,
    trace: segment.trace,
    originalTrace: segment[returnFields.originalTrace],
    elementsInError: (segment[returnFields.elementsInError].match(/[0-9]{2}/g) ?? []).filter((each) => each !== '00'),
  };
}

/** Zeros, blanks, or some of both: how banks and writers leave a number empty. */
function isEmptyNumber(text: string): boolean {
  return /^[0 ]*$/.test(text);
}

/** Where the first control character of ASCII stands; -1 where there is none. */
export function controlCharacterAt(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.search(/[\u0000-\u001f\u007f]/);
}
