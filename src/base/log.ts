/**
 * The log: one JSON object per line on standard output. No token, no secret and no account number gets out (design §5):
 *
 *   log.info(fields, text) ──withhold: members by name──▶ pino ──line──▶ lastLook: what still has the form ──▶ out
 *
 * The first sieve knows names at every depth, the second knows nothing but the finished line, and so catches what was
 * written into a text, a URL or the message of an error.
 */
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

const withheld = '[withheld]';

/** Members whose value never reaches the log, compared without case, `-` and `_` (`account_number`). */
export const withheldNames: readonly string[] = [
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'servicesignature',
  'token',
  'apitoken',
  'accesstoken',
  'secret',
  'signingsecret',
  'clientsecret',
  'secretkey',
  'apikey',
  'password',
  'databaseurl',
  'connectionstring',
  'accountnumber',
  'oldaccountnumber',
  'newaccountnumber',
  'payeraccountnumber',
  'paymentlink',
  'paymenturl',
  'signinlink',
  'smtpurl',
  'totpuri',
  'backupcodes',
];
const withheldSet = new Set(withheldNames);
const depthMax = 8;

/**
 * Makes the log. `destination` instead of standard output, for tests. Errors may be given as `{ err }` or anywhere in
 * the fields: their type, code, message, stack and cause are kept, other members (a database's `detail` quotes whole
 * rows) are not.
 */
export function createLog({ level, destination }: { level: LogLevel; destination?: DestinationStream }): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (value: unknown) => value },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => withhold(fields, 0) as Record<string, unknown>,
      bindings: (fields: object) => withhold(fields, 0) as Record<string, unknown>,
    },
    hooks: { streamWrite: lastLook, logMethod: shortenErrorText },
  };
  // Written line by line: with lines still in memory when nobody reads any more (a pipe that ended first), pino's last flush
  // tries for ever, and the process would never end.
  return pino(options, destination ?? pino.destination({ fd: process.stdout.fd, sync: true }));
}

/** pino and the server repeat the message of an error as the text of the line: there it is shortened as well. */
function shortenErrorText(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, text]: readonly unknown[] = args;
  const error = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err;
  const repeats = error instanceof Error && args.length <= 2 && (text === undefined || text === error.message);
  if (repeats) method.call(this, first, shortened(error.message));
  else method.apply(this, args);
}

/** A copy in which members named in `withheldNames` are replaced and errors are described, at every depth. */
function withhold(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthMax) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => withhold(item, depth + 1));
  // bytes are ciphertext, hashes and files: nothing that a log line is for
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  // a Temporal value knows its own text, a request of the server has a serializer; `lastLook` sees what they write
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isWithheldName(name) && member !== undefined && member !== null ? withheld : withhold(member, depth + 1),
    ]),
  );
}

function isWithheldName(name: string): boolean {
  return withheldSet.has(name.replace(/[-_]/g, '').toLowerCase());
}

function describeError(error: Error, depth: number): unknown {
  if (depth >= depthMax) return '[too deep]';
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: shortened(error.message),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: shortened(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: withhold(error.cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: withhold(error.errors, depth + 1) } : {}),
  };
}

/** Long numbers in the text of an error may be account numbers that a database quoted: the last four digits stay. */
function shortened(text: string): string {
  return text.replace(/\d{3,}(?=\d{4}(?!\d))/g, '…');
}

const names = withheldNames.map((name) => [...name].join('[-_]?')).join('|');

type Look = readonly [pattern: RegExp, replacement: string];

/** What the finished line is searched for, and what stands there instead. */
const looksAtForms: readonly Look[] = [
  [/svcapi_[0-9a-f]{64}/gi, `svcapi_${withheld}`],
  [/whsec_\w+/g, `whsec_${withheld}`],
  [/\b([rs]k_(?:live|test))_\w+/g, `$1_${withheld}`],
  [/\bBearer [\w.~+/=-]+/gi, `Bearer ${withheld}`],
  // user:password@ in a URL
  [/(\w:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/g, `$1:${withheld}@`],
  // one-time links and invitations
  [/(\/(?:sign-in\/\w+|invitation)#)[\w-]+/g, `$1${withheld}`],
];

/** The same in lines with such a name only: their alternatives take 30 ms to be made ready. */
const looksAtNames: readonly Look[] = [
  // members by name once more, for what wrote its own JSON
  [new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s,"}\\]\\\\{[]+)`, 'gi'), `$1"${withheld}"`],
  // … and for JSON inside a text, where the quotes have backslashes before them
  [new RegExp(`(\\\\+")(${names})\\1(\\s*:\\s*)(?:\\1[^"]*?\\1|[^\\s,"}\\]\\\\{[]+)`, 'gi'), `$1$2$1$3$1${withheld}$1`],
];

/** The safety net under everything else: sees the line as it will be written. */
function lastLook(line: string): string {
  const looks = holdsWithheldName(line) ? [...looksAtForms, ...looksAtNames] : looksAtForms;
  return looks.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

function holdsWithheldName(line: string): boolean {
  return line.matchAll(/"([\w-]+)\\*"\s*:/g).some(([, name = '']) => isWithheldName(name));
}
