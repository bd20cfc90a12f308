/**
 * Arrays as PostgreSQL reads them in binary: a batch of a thousand rows reaches a set-based statement as one buffer per
 * column, which costs both sides less than array literals do. The statement names the type: `unnest($1::bigint[], …)`.
 *
 *   int32 dimensions (1) · int32 has-nulls · int32 element type · int32 length · int32 lower bound (1) · elements
 *   element: int32 byte length (-1 is null) · bytes
 */

const headerBytes = 20;
/** What a UTF-16 code unit takes at most in UTF-8. */
const utf8BytesMax = 3;
const oids = { int8: 20, int4: 23, text: 25, bytea: 17, bool: 16, timestamptz: 1184 } as const;
/** Microseconds from 1970-01-01 to 2000-01-01, PostgreSQL's own zero. */
const epochMicroseconds = 946_684_800_000_000n;

function header(target: Buffer, oid: number, length: number): number {
  target.writeInt32BE(length === 0 ? 0 : 1, 0);
  target.writeInt32BE(1, 4);
  target.writeInt32BE(oid, 8);
  if (length === 0) return 12;
  target.writeInt32BE(length, 12);
  target.writeInt32BE(1, 16);
  return headerBytes;
}

function fixed<T>(
  oid: number,
  width: number,
  values: readonly (T | null)[],
  write: (at: number, value: T, target: Buffer) => void,
): Buffer {
  const target = Buffer.allocUnsafe(headerBytes + values.length * (4 + width));
  let at = header(target, oid, values.length);
  for (const value of values) {
    if (value === null) {
      at = target.writeInt32BE(-1, at);
      continue;
    }
    at = target.writeInt32BE(width, at);
    write(at, value, target);
    at += width;
  }
  return target.subarray(0, at);
}

/** `$n::bigint[]` */
export function int8Array(values: readonly (bigint | null)[]): Buffer {
  return fixed(oids.int8, 8, values, (at, value, target) => target.writeBigInt64BE(value, at));
}

/** `$n::integer[]` */
export function int4Array(values: readonly (number | null)[]): Buffer {
  return fixed(oids.int4, 4, values, (at, value, target) => target.writeInt32BE(value, at));
}

/** `$n::boolean[]` */
export function boolArray(values: readonly (boolean | null)[]): Buffer {
  return fixed(oids.bool, 1, values, (at, value, target) => target.writeUInt8(value ? 1 : 0, at));
}

/** `$n::timestamptz[]`, cut down to the microsecond (downwards also before 1970, as texts are shortened). */
export function instantArray(values: readonly (Temporal.Instant | null)[]): Buffer {
  return fixed(oids.timestamptz, 8, values, (at, value, target) => {
    const nanoseconds = value.epochNanoseconds;
    const below = nanoseconds < 0n && nanoseconds % 1000n !== 0n ? 1n : 0n;
    target.writeBigInt64BE(nanoseconds / 1000n - below - epochMicroseconds, at);
  });
}

/** `$n::text[]`. Sized for ASCII, where a character is a byte; grown where other characters fill it early. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = headerBytes;
  let longest = 0;
  for (const value of values) {
    const length = value === null ? 0 : value.length;
    size += 4 + length;
    if (length > longest) longest = length;
  }
  let target = Buffer.allocUnsafe(size + longest * (utf8BytesMax - 1));
  let at = header(target, oids.text, values.length);
  for (const value of values) {
    const sizeMax = 4 + (value === null ? 0 : value.length * utf8BytesMax);
    if (target.length - at < sizeMax) target = grown(target, at, sizeMax);
    if (value === null) {
      at = target.writeInt32BE(-1, at);
      continue;
    }
    const written = target.write(value, at + 4, 'utf8');
    target.writeInt32BE(written, at);
    at += 4 + written;
  }
  return target.subarray(0, at);
}

/** A larger buffer with the same beginning: twice the size, or as much more as is needed. */
function grown(target: Buffer, filled: number, neededBytes: number) {
  const larger = Buffer.allocUnsafe(Math.max(target.length * 2, filled + neededBytes));
  target.copy(larger, 0, 0, filled);
  return larger;
}

/** `$n::bytea[]` */
export function byteaArray(values: readonly (Uint8Array | null)[]): Buffer {
  let size = headerBytes;
  for (const value of values) size += 4 + (value?.length ?? 0);
  const target = Buffer.allocUnsafe(size);
  let at = header(target, oids.bytea, values.length);
  for (const value of values) {
    at = target.writeInt32BE(value === null ? -1 : value.length, at);
    if (value !== null) {
      target.set(value, at);
      at += value.length;
    }
  }
  return target.subarray(0, at);
}
