/**
 * The settings, read from the environment once, at start, and checked together: one start tells every mistake
 * (design §9). The table below is the whole truth about them; `settingsMarkdown` writes the documentation from it.
 *
 *   environment variables ──readConfig──▶ Config      or ConfigError with a line for each bad setting
 */
import { isIP } from 'node:net';
import { readSecretKey, secretKeyForms } from './secrets.ts';

export type Environment = 'sandbox' | 'production';
export type Role = 'api' | 'worker';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface SettlementAccountSetting {
  institutionNumber: string;
  transitNumber: string;
  accountNumber: string;
}

export interface Setting<T> {
  name: string;
  /** What it is for: one sentence of the documentation. */
  about: string;
  /** What is allowed, in words: documentation and error message. */
  allowed: string;
  /** The value, or undefined where the text is not allowed. Never sees an empty text: that counts as not set. */
  parse: (text: string) => T | undefined;
  /** Texts in the form of the variable; where there is none, the setting stays undefined. */
  defaults: { sandbox?: string; production?: string };
  /** Whether production refuses to start without it. */
  requiredInProduction: boolean;
  /** A secret's value is never printed, not even when it is wrong. */
  secret: boolean;
}

/** A row with the usual answers: the same default everywhere, required nowhere, no secret. */
function setting<T>(
  row: Pick<Setting<T>, 'name' | 'about' | 'allowed' | 'parse'> & Partial<Setting<T>> & { default?: string },
): Setting<T> {
  const { default: everywhere, ...rest } = row;
  const defaults = everywhere === undefined ? {} : { sandbox: everywhere, production: everywhere };
  return { defaults, requiredInProduction: false, secret: false, ...rest };
}

/** A row that always has a value. */
type Always<T> = Setting<T> & { always: true };
function always<T>(row: Parameters<typeof setting<T>>[0] & { default: string }): Always<T> {
  return { ...setting<T>(row), always: true };
}

const roles: readonly Role[] = ['api', 'worker'];
const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Every setting, in the order of the documentation, under its name in `Config`. */
export const settings = {
  environment: always<Environment>({
    name: 'ENVIRONMENT',
    about: 'Which world this is. Simulators exist in the sandbox only; tokens of one do not work in the other.',
    ...oneOf<Environment>(['sandbox', 'production']),
    default: 'sandbox',
  }),
  port: always({
    name: 'PORT',
    about: 'The port to listen on; 0 takes any free one.',
    ...wholeNumber(0, 65_535),
    default: '3000',
  }),
  host: always({
    name: 'HOST',
    about: 'The address to listen on; `0.0.0.0` or `::` for all.',
    allowed: 'an IP address or a host name',
    parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
    default: '127.0.0.1',
  }),
  dataDirectory: always({
    name: 'DATA_DIR',
    about: 'Where files are kept, and the database itself when `DATABASE_URL` is not set.',
    allowed: 'a path, relative to where the service is started',
    parse: (text) => (text.includes('\0') ? undefined : text),
    default: '.data',
  }),
  databaseUrl: setting<string>({
    name: 'DATABASE_URL',
    about: 'The PostgreSQL database. Not set in the sandbox: the service starts its own.',
    allowed: '`postgres://user:password@host:port/database`',
    parse: (text) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
    requiredInProduction: true,
    secret: true,
  }),
  databasePoolMax: always({
    name: 'DATABASE_POOL_MAX',
    about: 'How many connections one process opens to the database at most.',
    ...wholeNumber(1, 1_000),
    default: '10',
  }),
  secretKey: setting<string>({
    name: 'SECRET_KEY',
    about:
      'Encrypts signing secrets and bank account numbers. Not set in the sandbox: made at the first start and kept ' +
      'in `DATA_DIR`. What was encrypted with a lost key is lost.',
    allowed: secretKeyForms,
    parse: (text) => (readSecretKey(text) ? text : undefined),
    requiredInProduction: true,
    secret: true,
  }),
  publicUrl: setting<string>({
    name: 'PUBLIC_URL',
    about: 'The address under which browsers reach the service. Not set in the sandbox: that of `HOST` and `PORT`.',
    allowed: 'an http or https address without a path, such as `https://pay.example.ca`',
    parse: origin,
    requiredInProduction: true,
  }),
  roles: always<ReadonlySet<Role>>({
    name: 'ROLES',
    about: 'What this process does: answer requests, or deliver webhooks and run what is due.',
    allowed: `${listed(roles)}, or both with a comma between`,
    parse: (text) => {
      const chosen = text.split(',').map((role) => role.trim());
      return chosen.every((role) => includes(roles, role)) ? new Set(chosen as Role[]) : undefined;
    },
    default: 'api,worker',
  }),
  logLevel: always<LogLevel>({
    name: 'LOG_LEVEL',
    about: 'The least important level that is logged.',
    ...oneOf(logLevels),
    default: 'info',
  }),
  shutdownSeconds: always({
    name: 'SHUTDOWN_SECONDS',
    about: 'How long a stopping process may take to finish what it has begun.',
    ...wholeNumber(0, 3_600),
    default: '20',
  }),
  interacAddress: setting<string>({
    name: 'INTERAC_ADDRESS',
    about: 'Where payers send their Interac e-Transfers; shown in dashboard and documentation.',
    allowed: 'an e-mail address',
    parse: (text) => (text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined),
    defaults: { sandbox: 'payments@quittance.invalid' },
  }),
  operatorName: always({
    name: 'OPERATOR_NAME',
    about: 'The name under which billers are paid.',
    allowed: 'a text of 1 to 70 characters',
    parse: (text) => (text.length <= 70 ? text : undefined),
    default: 'Quittance',
  }),
  settlementAccount: setting<SettlementAccountSetting>({
    name: 'SETTLEMENT_ACCOUNT',
    about: 'The account from which billers are paid. Not set in production: no settlement file can be written.',
    allowed: '`institution-transit-account`, such as `003-00010-1234567`',
    parse: (text) => {
      const [, institutionNumber, transitNumber, accountNumber] = /^(\d{3})-(\d{5})-(\d{1,12})$/.exec(text) ?? [];
      if (!institutionNumber || !transitNumber || !accountNumber) return undefined;
      return { institutionNumber, transitNumber, accountNumber };
    },
    defaults: { sandbox: '999-00001-1000001' },
    secret: true,
  }),
  presumedAfterBusinessDays: always({
    name: 'PRESUMED_AFTER_BUSINESS_DAYS',
    about: 'After how many business days without a rejection a re-queued payment counts as accepted by the biller.',
    ...wholeNumber(1, 60),
    default: '3',
  }),
  settlementCutOff: always<Temporal.PlainTime>({
    name: 'SETTLEMENT_CUT_OFF',
    about: "When the day's settlement is closed, Toronto time.",
    allowed: 'a time of day as HH:MM, 00:00 to 23:59',
    parse: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? Temporal.PlainTime.from(text) : undefined),
    default: '17:00',
  }),
  settlementDirectory: setting<string>({
    name: 'SETTLEMENT_DIR',
    about: "Where the worker writes each cut-off's settlement file. Not set: settlement runs by command only.",
    allowed: 'a path, relative to where the service is started',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  webhookConcurrency: always({
    name: 'WEBHOOK_CONCURRENCY',
    about: 'How many webhook requests one process has under way at a time.',
    ...wholeNumber(1, 10_000),
    default: '100',
  }),
  webhookConcurrencyPerPartner: always({
    name: 'WEBHOOK_CONCURRENCY_PER_PARTNER',
    about: 'How many of them to one partner, so that a slow receiver does not hold up the others.',
    ...wholeNumber(1, 10_000),
    default: '10',
  }),
};

type Settings = typeof settings;
export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Always<infer T>
    ? T
    : Settings[K] extends Setting<infer T>
      ? T | undefined
      : never;
};

/** One bad setting; `value` is absent where it is not set or secret. */
export interface SettingFault {
  name: string;
  value?: string;
  why: string;
}

/** The settings do not allow a start. The message has a line for each bad one, and no secret's value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    const lines = faults.map(({ name, value, why }) => `  ${name}${value === undefined ? '' : `=${value}`}: ${why}`);
    super(`${faults.length === 1 ? 'A setting is' : `${faults.length} settings are`} wrong:\n${lines.join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads and checks the settings. `env` is `process.env`; an empty variable counts as not set. Throws ConfigError with
 * all bad settings at once. An unset SECRET_KEY or DATABASE_URL of the sandbox stays undefined: the caller provides.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: SettingFault[] = [];
  // what production requires is asked for only when production was asked for without a slip
  const environment = settings.environment.parse(env.ENVIRONMENT?.trim() ?? '') ?? 'sandbox';
  const config = Object.entries<Setting<unknown>>(settings).map(([key, row]) => {
    const given = env[row.name]?.trim() || undefined;
    const text = given ?? row.defaults[environment];
    const value = text === undefined ? undefined : row.parse(text);
    if (text === undefined && row.requiredInProduction && environment === 'production') {
      faults.push({ name: row.name, why: `not set, but needed in production. Allowed: ${row.allowed}` });
    } else if (text !== undefined && value === undefined) {
      const why = `not allowed. Allowed: ${row.allowed}`;
      if (row.secret) faults.push({ name: row.name, why: `the value (not shown: it is a secret) is ${why}` });
      else faults.push({ name: row.name, value: quoted(text), why });
    }
    return [key, value] as const;
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(config) as Config;
}

/** The table of settings as Markdown, for the documentation. */
export function settingsMarkdown(): string {
  const shown = (text: string | undefined) => (text === undefined ? '—' : `\`${text}\``);
  const rows = Object.values<Setting<unknown>>(settings).map((row) => {
    const { sandbox, production } = row.defaults;
    const inProduction = row.requiredInProduction ? '**required**' : shown(production);
    const about = row.secret ? `${row.about} Secret.` : row.about;
    const cells = [`\`${row.name}\``, shown(sandbox), inProduction, row.allowed, about];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    '| Variable | Default (sandbox) | Default (production) | Allowed | What for |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** A wrong value as it is shown: a password that slipped into a URL is not. */
function quoted(text: string): string {
  return JSON.stringify(text.replace(/\/\/[^/@]*@/g, '//[withheld]@'));
}

function wholeNumber(min: number, max: number): Pick<Setting<number>, 'allowed' | 'parse'> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

function oneOf<T extends string>(values: readonly T[]): Pick<Setting<T>, 'allowed' | 'parse'> {
  return { allowed: listed(values), parse: (text) => (includes(values, text) ? text : undefined) };
}

function includes<T extends string>(values: readonly T[], text: string): text is T {
  return (values as readonly string[]).includes(text);
}

function listed(values: readonly string[]): string {
  return values
    .map((value) => `\`${value}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

/** The origin of an http(s) address, without a slash at its end; undefined for anything with more in it. */
function origin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
}
