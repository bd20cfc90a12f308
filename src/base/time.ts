/**
 * Times as text at the border: how they are answered, and which texts are accepted.
 */

/** An instant as every answer shows it: ISO 8601, UTC, milliseconds (`2026-11-21T10:00:00.000Z`). */
export function isoFromInstant(instant: Temporal.Instant): string {
  // The same text as Temporal's own, with less work: two of them stand in every record.
  return new Date(instant.epochMilliseconds).toISOString();
}

/** ISO 8601 with separators, then without: date, T, hours and minutes, optional seconds and fraction, optional offset. */
const extendedForm =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/;
const basicForm = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(\d{2})?)?$/;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The Gregorian calendar repeats after 400 years; `Date.UTC` reads the years 0 to 99 as 1900 to 1999, but not 400 to 499. */
const cycleYears = 400;
const cycleMilliseconds = 146_097 * 86_400_000;
const firstMilliseconds = Date.UTC(1 + cycleYears, 0, 1) - cycleMilliseconds;
const endMilliseconds = Date.UTC(10_000, 0, 1);

/**
 * Reads an ISO 8601 date-time (open point `due-date-form`): `2026-12-01T00:00:00Z`, with any offset or none (then UTC),
 * seconds and fraction optional, separators optional, T and Z in either case, 24:00 as the end of a day. A fraction is
 * kept to the microsecond, as PostgreSQL keeps it. Undefined for everything else: impossible dates, leap seconds, a date
 * alone, and moments outside the years 0001 to 9999.
 */
export function instantFromIso(text: string): Temporal.Instant | undefined {
  const parts = extendedForm.exec(text) ?? basicForm.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    parts;
  const midnight = midnightMilliseconds(Number(year), Number(month), Number(day));
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const offsetSeconds = Number(offsetHour) * 3600 + Number(offsetMinute) * 60;
  if (midnight === undefined || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (seconds > 86_400 || (seconds === 86_400 && /[1-9]/.test(fraction))) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0'));
  const wholeMillis = midnight + (seconds - (sign === '-' ? -offsetSeconds : offsetSeconds)) * 1000;
  if (wholeMillis < firstMilliseconds || wholeMillis >= endMilliseconds) return undefined;
  if (micros % 1000 === 0) return Temporal.Instant.fromEpochMilliseconds(wholeMillis + micros / 1000);
  return new Temporal.Instant(BigInt(wholeMillis) * 1_000_000n + BigInt(micros) * 1000n);
}

/** Reads a date as `2026-12-01`. Undefined for everything else, impossible dates and the year 0000 included. */
export function dateFromIso(text: string): Temporal.PlainDate | undefined {
  const parts = dateForm.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year === 0 || midnightMilliseconds(year, month, day) === undefined) return undefined;
  return new Temporal.PlainDate(year, month, day);
}

/** Reads a date-time as `instantFromIso` does, or a date alone as its beginning in UTC. Undefined for everything else. */
export function momentFromIso(text: string): Temporal.Instant | undefined {
  return instantFromIso(text) ?? (dateFromIso(text) ? instantFromIso(`${text}T00:00Z`) : undefined);
}

/** Milliseconds since the epoch at which a date begins in UTC; undefined if there is no such date. */
function midnightMilliseconds(year: number, month: number, day: number): number | undefined {
  const milliseconds = Date.UTC(year + cycleYears, month - 1, day);
  const found = new Date(milliseconds);
  if (found.getUTCMonth() !== month - 1 || found.getUTCDate() !== day) return undefined;
  return milliseconds - cycleMilliseconds;
}
