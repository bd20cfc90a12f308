/**
 * The bytes of an AFT file as lines of text whose characters stand at the positions of the layout, in bounded memory.
 *
 *   bytes, cut anywhere ──▶ line (LF or CRLF) ──▶ characters ──▶ blanks at its end off
 *
 * Banks differ in what a position counts once a name has an accent (formats §1.1): characters, or bytes. So each line with other
 * than plain ASCII is tried both ways, and the way in which it ends where a record may end is taken:
 *
 *   valid UTF-8, and as long as a record in characters ──▶ UTF-8, positions are characters
 *   else                                               ──▶ positions are bytes; a text field that is UTF-8 is read as such when it
 *                                                          is taken out (`fieldValue`), any other as ISO-8859-1
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { controlLength, recordLength, segmentFields, segmentLength } from './aft-layout.ts';

export interface AftLine {
  /** From 1. Empty lines count. */
  number: number;
  /** Without the blanks at its end; at most about four times a record's length is kept of a longer line. */
  text: string;
  /** Whether the positions in `text` are bytes of text that is not plain ASCII: `fieldValue` reads its fields. */
  inBytes: boolean;
  /** How long the line is in all, with a CR at its end, where not all of it was kept: too long for a record in any case. */
  cutFromBytes?: number;
}

/** A record in which every character takes four bytes, and some blanks. */
const keptBytesMax = 4 * recordLength + 64;
const lineFeed = 0x0a;
const blankAtEnd = new Set([0x20, 0x0d]);

/** Splits bytes into lines. Memory: one line. */
export class AftLines {
  #number = 0;
  /** The beginning of the line whose end has not come yet. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #bytes = 0;

  /** The lines that end in this chunk. */
  *write(chunk: Uint8Array): Generator<AftLine> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      this.#keep(bytes.subarray(from, end));
      yield this.#line();
      from = end + 1;
    }
    // A copy: the caller may use the chunk's memory again.
    if (from < bytes.length) this.#keep(Buffer.from(bytes.subarray(from)));
  }

  /** The last line, where no line end stands behind it. */
  *end(): Generator<AftLine> {
    if (this.#bytes > 0) yield this.#line();
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    const room = keptBytesMax - this.#keptBytes;
    if (room <= 0 || part.length === 0) return;
    const kept = part.subarray(0, room);
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #line(): AftLine {
    const bytes = this.#kept.length === 1 ? (this.#kept[0] as Buffer) : Buffer.concat(this.#kept);
    const cut = this.#bytes > this.#keptBytes ? { cutFromBytes: this.#bytes } : {};
    this.#kept = [];
    this.#keptBytes = 0;
    this.#bytes = 0;
    this.#number += 1;
    return { number: this.#number, ...textOfLine(bytes), ...cut };
  }
}

function textOfLine(bytes: Buffer): { text: string; inBytes: boolean } {
  let end = bytes.length;
  while (end > 0 && blankAtEnd.has(bytes[end - 1] as number)) end -= 1;
  const trimmed = bytes.subarray(0, end);
  const latin = trimmed.toString('latin1');
  if (isAscii(trimmed)) return { text: latin, inBytes: false };
  if (!isUtf8(trimmed)) return { text: latin, inBytes: true };
  // One position each, also beyond the first plane: a mark stands for such a character.
  const characters = trimmed.toString('utf8').replace(/[\u{10000}-\u{10ffff}]/gu, '?');
  return lengthFit(latin.length) > lengthFit(characters.length)
    ? { text: latin, inBytes: true }
    : { text: characters, inBytes: false };
}

/**
 * How well a line without the blanks at its end ends where a record may: 2 behind a whole segment; 1 where a bank left the last one
 * or two fields of a segment blank; 0 elsewhere: the line was cut, or a character is missing or too many, and nothing in it can be
 * trusted to stand in its place.
 */
export function lengthFit(length: number): 0 | 1 | 2 {
  if (length > recordLength || length < controlLength) return 0;
  const behind = (length - controlLength) % segmentLength;
  if (behind === 0) return 2;
  return behind >= segmentFields.settlementCode.offset && behind <= segmentFields.invalidElements.offset ? 1 : 0;
}

/** A text field taken out of a line: blanks at its end off, control characters of ISO-8859-1 to spaces. */
export function fieldValue(text: string, inBytes: boolean): string {
  let value = text;
  if (inBytes && /[\x80-\xff]/.test(text)) {
    const bytes = Buffer.from(text, 'latin1');
    if (isUtf8(bytes)) value = bytes.toString('utf8');
  }
  return value.replace(/[\u007f-\u009f]/g, ' ').trimEnd();
}
