/**
 * Reads an AFT file (Standard 005, formats §1.1) as a stream: the bank's returns, our own debits, files of any size, in bounded
 * memory.
 *
 *   bytes ──▶ lines ──▶ control part: A first, counted without gap, one originator, one file ──▶ segments ──▶ batches of items
 *                                                                             Z: totals hold ──▶ end
 *
 * A segment or a line that cannot be used becomes a quarantined item and the others go on. A file whose frame does not hold is a
 * `FileRefused` with the place of the fault: it may be thrown after batches were yielded, so nothing of a file may take effect before
 * its end was read (design §8).
 */
import { FileRefused } from '../../base/file-refused.ts';
import {
  controlFields,
  controlLength,
  currency,
  endOfFile,
  type Field,
  headFields,
  noticeTypes,
  recordLength,
  type SegmentType,
  segmentLength,
  segmentTypes,
} from './aft-layout.ts';
import { type AftLine, AftLines, lengthFit } from './aft-lines.ts';
import { type AftSegment, controlCharacterAt, parseSegment } from './aft-segment.ts';
import { dateFromAft, told } from './aft-text.ts';
import { AftTotals } from './aft-totals.ts';

/** Large enough for one statement to be worth it, small enough to be forgotten soon. */
export const batchItemsMax = 1_000;

/** Where something stands: `line` and `column` from 1; `position` counts segments, quarantined ones and notices from 1. */
export interface AftPlace {
  position: number;
  line: number;
  column: number;
}

/** The first item of a file. */
export interface AftHeader {
  /** U where the file holds notices of change. */
  recordType: string;
  originatorId: string;
  fileCreationNumber: number;
  creationDate: Temporal.PlainDate;
  destinationDataCentre: string;
}

/** What is kept of a piece that could not be used. Holds account numbers: to be kept as such. */
export interface AftQuarantined {
  recordType: string;
  /** 1 to 6; absent where the whole line is meant. `parseSegment` reads the text of a segment again. */
  segmentNumber?: number;
  text: string;
  /** `parseSegment` may read it as it is kept here; whether the bank means it, only a person can tell. */
  needsDecision?: true;
}

export type AftItem =
  | { kind: 'header'; header: AftHeader }
  | ({ kind: 'segment'; segment: AftSegment; segmentNumber: number } & AftPlace)
  | ({ kind: 'quarantined'; reason: string; content: AftQuarantined } & AftPlace)
  /** A notice of change (S, or U and V inside a file): for the operator to read. Holds account numbers. */
  | ({ kind: 'notice'; recordType: string; text: string } & AftPlace);

export interface AftReadOptions {
  /** Whose file it must be; any where it is not said. */
  originatorId?: string;
}

/**
 * Reads a file given as chunks of bytes, cut anywhere. Yields batches of up to about 1,000 items in the order of the file, the header
 * first. Throws `FileRefused`.
 */
export async function* readAft(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: AftReadOptions = {},
): AsyncGenerator<AftItem[], void, undefined> {
  const lines = new AftLines();
  const reading = new AftReading(options);
  for await (const chunk of chunks) {
    for (const line of lines.write(chunk)) {
      reading.take(line);
      if (reading.items.length >= batchItemsMax) yield reading.items.splice(0);
    }
  }
  for (const line of lines.end()) reading.take(line);
  reading.end();
  if (reading.items.length > 0) yield reading.items;
}

class AftReading {
  readonly items: AftItem[] = [];
  readonly #options: AftReadOptions;
  readonly #totals = new AftTotals();
  #position = 0;
  #lastLine: AftLine = { number: 1, text: '', inBytes: false };
  #header: AftHeader | undefined;
  /** Originator and file creation number as the first record writes them: the same in every record. */
  #controlEnd = '';
  #recordCount = 0;
  #ended = false;

  constructor(options: AftReadOptions) {
    this.#options = options;
  }

  take(line: AftLine): void {
    // Some senders put the end-of-file mark of DOS behind the last line.
    const { text } = line;
    if (text === '' || (text === '\u001a' && this.#ended)) return;
    this.#lastLine = line;
    if (this.#ended) refuse(line, 1, 'data stands behind the last record of the file');
    if (!this.#header) {
      this.#begin(line);
      return;
    }
    this.#checkControl(line);
    const recordType = text[0] as string;
    if (recordType === endOfFile[this.#header.recordType]) this.#finish(line, recordType);
    else if (recordType === 'A' || recordType === 'Z') refuse(line, 1, `a record ${recordType} stands inside the file`);
    else if (noticeTypes.has(recordType)) this.items.push({ kind: 'notice', ...this.#place(line), recordType, text });
    else if (isSegmentType(recordType)) this.#segments(line, recordType);
    else {
      this.#totals.addDoubtful();
      const accepted = [...Object.keys(segmentTypes), ...noticeTypes].join(' ');
      this.#quarantine(line, 1, `record type ${told(recordType)} is not known: ${accepted} are accepted`);
    }
  }

  end(): void {
    if (this.#ended) return;
    const { text } = this.#lastLine;
    if (!this.#header) refuse(this.#lastLine, 1, 'the file is empty: it must begin with an A record');
    const last = endOfFile[this.#header.recordType];
    refuse(this.#lastLine, text.length + 1, `the file is cut off: it ends without a ${last} record`);
  }

  #begin(line: AftLine): void {
    const text = line.text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
    const recordType = text[0] as string;
    if (!(recordType in endOfFile)) refuse(line, 1, `the file must begin with an A record${hint(text)}`);
    if (line.cutFromBytes !== undefined || text.length > recordLength) {
      const found = line.cutFromBytes ?? text.length;
      refuse(line, recordLength + 1, `the first line is ${found} long: each record must be a line of ${recordLength}`);
    }
    const read = (field: Field) => text.slice(field.offset, field.offset + field.length).padEnd(field.length, ' ');
    const bad = (field: Field, accepted: string): never =>
      refuse(line, field.offset + 1, `${field.label} is ${told(read(field))}: ${accepted} is accepted`);
    if (Number(read(controlFields.recordCount)) !== 1) bad(controlFields.recordCount, '000000001');
    const fileCreationNumber = read(controlFields.fileCreationNumber);
    if (!/^[0-9]{4}$/.test(fileCreationNumber) || fileCreationNumber === '0000') {
      bad(controlFields.fileCreationNumber, '0001 to 9999');
    }
    const originatorId = read(controlFields.originatorId).trim();
    const { originatorId: expected = originatorId } = this.#options;
    if (originatorId !== expected) bad(controlFields.originatorId, `${JSON.stringify(expected)}, which is ours,`);
    const creationDate = dateFromAft(read(headFields.creationDate));
    if (!creationDate) throw bad(headFields.creationDate, 'a date 0YYDDD');
    if (![currency, ''].includes(read(headFields.currency).trim())) bad(headFields.currency, currency);
    const destinationDataCentre = read(headFields.destinationDataCentre).trim();
    this.#header = {
      recordType,
      originatorId,
      fileCreationNumber: Number(fileCreationNumber),
      creationDate,
      destinationDataCentre,
    };
    this.#controlEnd = text.slice(controlFields.originatorId.offset, controlLength);
    this.#recordCount = 1;
    this.items.push({ kind: 'header', header: this.#header });
  }

  /** A gap in the count would be a lost record, another originator or number a record of another file: the file is refused. */
  #checkControl(line: AftLine): void {
    const { recordCount, originatorId, fileCreationNumber } = controlFields;
    const found = line.text.slice(recordCount.offset, recordCount.offset + recordCount.length);
    const expected = this.#recordCount + 1;
    if (found !== String(expected).padStart(recordCount.length, '0')) {
      const reason = `record count is ${told(found)}: behind ${this.#recordCount} stands ${expected}`;
      refuse(line, recordCount.offset + 1, reason);
    }
    this.#recordCount = expected;
    const controlEnd = line.text.slice(originatorId.offset, controlLength);
    if (controlEnd === this.#controlEnd) return;
    const sameOriginator = controlEnd.slice(0, originatorId.length) === this.#controlEnd.slice(0, originatorId.length);
    const field = sameOriginator ? fileCreationNumber : originatorId;
    const part = (text: string) =>
      sameOriginator ? text.slice(originatorId.length) : text.slice(0, originatorId.length);
    const inFirst = JSON.stringify(part(this.#controlEnd));
    refuse(line, field.offset + 1, `${field.label} is ${told(part(controlEnd))}, but ${inFirst} in the first record`);
  }

  #segments(line: AftLine, recordType: SegmentType): void {
    const { text, inBytes } = line;
    const { total } = segmentTypes[recordType];
    if (line.cutFromBytes !== undefined || lengthFit(text.length) === 0) {
      this.#totals.addDoubtful(total);
      const long = line.cutFromBytes ?? text.length;
      const accepted = `${controlLength} and up to six times ${segmentLength}, blanks at the end left out,`;
      this.#quarantine(
        line,
        Math.min(text.length, recordLength) + 1,
        `the line is ${long} long: ${accepted} is accepted`,
      );
      return;
    }
    let blank: number | undefined;
    let number = 0;
    for (let at = controlLength; at < recordLength; at += segmentLength) {
      number += 1;
      const part = text.slice(at, at + segmentLength);
      if (part.trim() === '') {
        blank ??= number;
        continue;
      }
      const parsed = parseSegment(recordType, part, inBytes);
      const content = { recordType, segmentNumber: number, text: part };
      if (blank !== undefined) {
        this.#totals.addDoubtful(total, 1, 'segment' in parsed ? parsed.segment.amountCents : parsed.amountCents);
        const reason = `segment ${number} stands behind the blank segment ${blank}: only blank ones may follow`;
        this.#quarantine(line, at + 1, reason, { ...content, needsDecision: true });
      } else if ('segment' in parsed) {
        this.#totals.add(total, parsed.segment.amountCents);
        const { segment } = parsed;
        this.items.push({ kind: 'segment', ...this.#place(line, at + 1), segment, segmentNumber: number });
      } else {
        this.#totals.add(total, parsed.amountCents);
        const column = at + Math.min(...parsed.faults.map(({ offset }) => offset)) + 1;
        this.#quarantine(line, column, parsed.faults.map(({ reason }) => reason).join('; '), content);
      }
    }
    if (blank === 1 && text.length <= controlLength) this.#quarantine(line, controlLength + 1, 'the record is empty');
  }

  #finish(line: AftLine, recordType: string): void {
    if (line.cutFromBytes !== undefined || line.text.length > recordLength) {
      refuse(line, recordLength + 1, `the line is too long: ${recordLength} is accepted`);
    }
    const fault = recordType === 'Z' ? this.#totals.fault(line.text) : undefined;
    if (fault) refuse(line, fault.column, fault.reason);
    this.#ended = true;
  }

  #quarantine(line: AftLine, column: number, reason: string, content?: AftQuarantined): void {
    const { text } = line;
    const kept = content ?? { recordType: text[0] as string, text: text.slice(0, 2 * recordLength) };
    this.items.push({ kind: 'quarantined', ...this.#place(line, column), reason, content: withoutControls(kept) });
  }

  #place(line: AftLine, column = 1): AftPlace {
    this.#position += 1;
    return { position: this.#position, line: line.number, column };
  }
}

function isSegmentType(recordType: string): recordType is SegmentType {
  return Object.hasOwn(segmentTypes, recordType);
}

/** NUL and its like cannot be stored as text; a mark shows where one stood. */
function withoutControls(content: AftQuarantined): AftQuarantined {
  if (controlCharacterAt(content.text) === -1 && controlCharacterAt(content.recordType) === -1) return content;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f]/g, '\ufffd');
  return { ...content, recordType: clean(content.recordType), text: clean(content.text), needsDecision: true };
}

/** How an A record begins in encodings that are not accepted. */
const strangers: readonly (readonly [start: string, encoding: string])[] = [
  ['\u00ff\u00fe', 'UTF-16'],
  ['\u00fe\u00ff', 'UTF-16'],
  ['A\u0000', 'UTF-16'],
  ['\u0000A', 'UTF-16'],
  ['\u00c1\u00f0', 'EBCDIC'],
];

function hint(text: string): string {
  const encoding = strangers.find(([start]) => text.startsWith(start))?.[1];
  if (encoding) return ` (this is ${encoding}: plain text is accepted)`;
  return `, but begins with ${told(text.slice(0, 20))}`;
}

function refuse(line: AftLine, column: number, reason: string): never {
  throw new FileRefused(reason, line.number, column);
}
