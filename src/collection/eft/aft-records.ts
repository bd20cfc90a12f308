/**
 * Puts transactions together to records, for any writer of AFT files: our debits, and the simulated bank's returns.
 *
 *   begin(type) · digits(field) · text(field) …    one segment, over a template that holds what never changes
 *        └─▶ six segments to a record, record count, Z with totals of transactions
 *
 * Everything is written into one buffer that is handed out piece by piece, so a file of any size takes the same memory; per
 * transaction only the fields that differ are written.
 */
import {
  controlFields,
  controlLength,
  currency,
  type Field,
  fileCreationNumberMax,
  headFields,
  recordLength,
  type SegmentFieldName,
  type SegmentType,
  segmentFields,
  segmentLength,
  segmentsPerRecord,
  segmentTypes,
  type TotalKind,
  totalFields,
} from './aft-layout.ts';
import { aftDate } from './aft-text.ts';

/** What stands at the head of a file. */
export interface AftHead {
  /** Given by the bank: 1 to 10 capitals or digits. */
  originatorId: string;
  /** 1 to 9999; must differ from those of the ten files before. */
  fileCreationNumber: number;
  creationDate: Temporal.PlainDate;
  /** 1 to 5 digits. */
  destinationDataCentre: string;
  /** What the bank wants at the end of a line; CRLF where it is not said. */
  lineEnd?: '\r\n' | '\n';
}

/** Records of which the buffer holds so many before it is handed out: pieces of some 90 kB. */
const recordsPerPiece = 64;
const zero = 48;
const countMax = 10 ** totalFields.debitCount.length - 1;
const centsMax = 10 ** totalFields.debitCents.length - 1;

/** A field's text at its full length, by its kind. Throws where it does not fit. */
export function fieldText(field: Field, text: string): string {
  if (text.length > field.length || !/^[\x20-\x7e]*$/.test(text)) {
    throw new Error(`${field.label} does not fit: at most ${field.length} plain characters`);
  }
  return field.kind === 'N' ? text.padStart(field.length, '0') : text.padEnd(field.length, ' ');
}

/** A number at a field's full length. Throws where it has more digits: the format cannot say it. */
export function fieldDigits(field: Field, value: number): string {
  const text = String(value);
  if (!Number.isSafeInteger(value) || value < 0 || text.length > field.length) {
    throw new Error(`${field.label} is ${text}, which does not fit: at most ${field.length} digits`);
  }
  return text.padStart(field.length, '0');
}

/** A whole segment with these fields filled and the others empty. Length: 240. */
export function segmentTemplate(values: Partial<Record<SegmentFieldName, string>>): Buffer {
  const texts = (Object.keys(segmentFields) as SegmentFieldName[]).map((name) =>
    fieldText(segmentFields[name], values[name] ?? ''),
  );
  return Buffer.from(texts.join(''), 'latin1');
}

export class AftRecords {
  /** Transactions written so far, and their cents, by the total they add to. */
  readonly counts: Record<TotalKind, number> = { debit: 0, credit: 0, errorCredit: 0, errorDebit: 0 };
  readonly cents: Record<TotalKind, number> = { debit: 0, credit: 0, errorCredit: 0, errorDebit: 0 };
  readonly #buffer: Buffer;
  /** A blank line, from which each record starts. */
  readonly #blank: Buffer;
  readonly #originator: string;
  /** Whole records stand before here; the record under way, if there is one, starts here. */
  #recordAt = 0;
  #recordType: string | undefined;
  #recordCount = 0;
  #segments = 0;
  /** Where the segment under way starts. */
  #segmentAt = 0;

  /** Writes the A record. Throws where the head does not fit. */
  constructor(head: AftHead) {
    const { originatorId, fileCreationNumber, destinationDataCentre, lineEnd = '\r\n' } = head;
    if (!/^[A-Z0-9]{1,10}$/.test(originatorId)) {
      throw new Error(`originator id ${JSON.stringify(originatorId)} does not fit: 1 to 10 of A-Z 0-9`);
    }
    if (!Number.isInteger(fileCreationNumber) || fileCreationNumber < 1 || fileCreationNumber > fileCreationNumberMax) {
      throw new Error(`file creation number ${fileCreationNumber} does not fit: 1 to ${fileCreationNumberMax}`);
    }
    if (!/^[0-9]{1,5}$/.test(destinationDataCentre)) {
      throw new Error(`destination data centre ${JSON.stringify(destinationDataCentre)} does not fit: 1 to 5 digits`);
    }
    this.#originator =
      fieldText(controlFields.originatorId, originatorId) +
      fieldDigits(controlFields.fileCreationNumber, fileCreationNumber);
    this.#blank = Buffer.from(' '.repeat(recordLength) + lineEnd, 'latin1');
    this.#buffer = Buffer.alloc(this.#blank.length * (recordsPerPiece + 2));
    this.#startRecord('A');
    this.#put(headFields.creationDate, aftDate(head.creationDate));
    this.#put(headFields.destinationDataCentre, destinationDataCentre);
    this.#put(headFields.currency, currency);
    this.#endRecord();
  }

  /** The whole records, once they are enough for a piece; a record under way stays. Undefined while they are too few. */
  piece(): string | undefined {
    return this.#recordAt < this.#blank.length * recordsPerPiece ? undefined : this.#take();
  }

  /**
   * Begins a segment as a copy of the template, and counts it. A piece must be taken before the next one where there is one.
   * Throws where the totals overflow.
   */
  begin(type: SegmentType, template: Buffer, amountCents: number): void {
    if (this.#recordType !== type || this.#segments === segmentsPerRecord) {
      this.#endRecord();
      this.#startRecord(type);
    }
    this.#segmentAt = this.#recordAt + controlLength + this.#segments * segmentLength;
    this.#segments += 1;
    template.copy(this.#buffer, this.#segmentAt);
    const { total } = segmentTypes[type];
    this.counts[total] += 1;
    // The fourteen digits of a total are below 2^53: up to its overflow the sum is exact.
    this.cents[total] += amountCents;
    if (this.counts[total] > countMax || this.cents[total] > centsMax) this.#totals();
    this.digits('amount', amountCents);
  }

  /** A whole number in a field of the segment under way, which the template leaves empty. */
  digits(name: SegmentFieldName, value: number): void {
    const { offset, length, label } = segmentFields[name];
    const from = this.#segmentAt + offset;
    let rest = value;
    for (let at = from + length - 1; at >= from; at--) {
      this.#buffer[at] = zero + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    if (rest !== 0) throw new Error(`${label} is ${value}, which does not fit: at most ${length} digits`);
  }

  /** Text in a field of the segment under way, which the template leaves empty. Throws where it does not fit. */
  text(name: SegmentFieldName, text: string): void {
    const { offset, length, kind, label } = segmentFields[name];
    if (text.length > length) throw new Error(`${label} does not fit: at most ${length} characters`);
    const from = this.#segmentAt + offset + (kind === 'N' ? length - text.length : 0);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x20 || code > 0x7e) throw new Error(`${label} does not fit: plain characters only`);
      this.#buffer[from + at] = code;
    }
  }

  /** Ends the file with its Z record; answers what was not taken yet. */
  end(): string {
    this.#endRecord();
    this.#startRecord('Z');
    const totals = this.#totals();
    this.#buffer.write(totals, this.#recordAt + controlLength, 'latin1');
    this.#endRecord();
    return this.#take();
  }

  #totals(): string {
    return (Object.keys(this.counts) as TotalKind[])
      .map((kind) => {
        const [cents, count] = [totalFields[`${kind}Cents`], totalFields[`${kind}Count`]] as const;
        return fieldDigits(cents, this.cents[kind]) + fieldDigits(count, this.counts[kind]);
      })
      .join('');
  }

  #take(): string {
    const piece = this.#buffer.toString('latin1', 0, this.#recordAt);
    if (this.#recordType !== undefined) {
      this.#buffer.copyWithin(0, this.#recordAt, this.#recordAt + this.#blank.length);
    }
    this.#recordAt = 0;
    return piece;
  }

  #startRecord(type: string): void {
    this.#blank.copy(this.#buffer, this.#recordAt);
    this.#recordType = type;
    this.#recordCount += 1;
    this.#segments = 0;
    const control = type + fieldDigits(controlFields.recordCount, this.#recordCount) + this.#originator;
    this.#buffer.write(control, this.#recordAt, 'latin1');
  }

  #endRecord(): void {
    if (this.#recordType === undefined) return;
    this.#recordAt += this.#blank.length;
    this.#recordType = undefined;
  }

  #put(field: Field, text: string): void {
    this.#buffer.write(fieldText(field, text), this.#recordAt + field.offset, 'latin1');
  }
}
