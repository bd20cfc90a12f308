/**
 * Every setting of the service, one row each: the whole truth about them. `config.ts` reads them, the documentation is
 * written from them.
 */
import { isIP } from 'node:net';
import { type ConfigurableHoliday, configurableHolidays } from './bank-holidays.ts';
import { peopleSettings } from './people-settings.ts';
import { readSecretKey, secretKeyForms } from './secrets.ts';
import {
  type Always,
  accountForm,
  always,
  type BankAccountSetting,
  dollarAmount,
  includes,
  listed,
  oneOf,
  origin,
  type Setting,
  setting,
  timeOfDay,
  wholeNumber,
} from './setting-forms.ts';

export type Environment = 'sandbox' | 'production';
export type Role = 'api' | 'worker';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

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
  settlementAccount: setting<BankAccountSetting>({
    name: 'SETTLEMENT_ACCOUNT',
    about: 'The account from which billers are paid. Not set in production: no settlement file can be written.',
    ...accountForm,
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
    ...timeOfDay,
    default: '17:00',
  }),
  eftOriginatorId: setting<string>({
    name: 'EFT_ORIGINATOR_ID',
    about: "The number under which the operator's bank knows it. Not set in production: no debit can be made.",
    allowed: '1 to 10 letters and digits',
    parse: (text) => (/^[A-Z0-9]{1,10}$/.test(text) ? text : undefined),
    defaults: { sandbox: '9990000001' },
  }),
  eftDestinationDataCentre: always({
    name: 'EFT_DATA_CENTRE',
    about: "The data centre of the operator's bank, to which debit files go.",
    allowed: '5 digits',
    parse: (text) => (/^\d{5}$/.test(text) ? text : undefined),
    default: '00320',
  }),
  eftReturnAccount: setting<BankAccountSetting>({
    name: 'EFT_RETURN_ACCOUNT',
    about: 'The account to which debits are credited and returns charged. Not set in production: no debit can be made.',
    ...accountForm,
    defaults: { sandbox: '999-00001-1000002' },
    secret: true,
  }),
  eftCutOff: always<Temporal.PlainTime>({
    name: 'EFT_CUT_OFF',
    about: "When the day's debits are closed, Toronto time.",
    ...timeOfDay,
    default: '16:00',
  }),
  dropDirectory: setting<string>({
    name: 'DROP_DIR',
    about:
      'The drop folder: bank files put into its `inbox` are taken in. Not set: in the sandbox `bank` in `DATA_DIR`, in production none.',
    allowed: 'a path, relative to where the service is started',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  dropSettledSeconds: always({
    name: 'DROP_SETTLED_SECONDS',
    about: 'How long a file in the `inbox` must have been unchanged to count as complete.',
    ...wholeNumber(0, 3_600),
    default: '5',
  }),
  eftDirectory: setting<string>({
    name: 'EFT_DIR',
    about:
      "Where the worker writes each cut-off's debit file. Not set: the `outbox` of the drop folder; without one, debits run by command only.",
    allowed: 'a path, relative to where the service is started',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  eftCompletedAfterBusinessDays: always({
    name: 'EFT_COMPLETED_AFTER_BUSINESS_DAYS',
    about: 'After how many business days without a return a debit counts as paid.',
    ...wholeNumber(1, 60),
    default: '3',
  }),
  workedHolidays: setting<ReadonlySet<ConfigurableHoliday>>({
    name: 'WORKED_HOLIDAYS',
    about: "Provincial holidays on which the operator's bank moves money all the same.",
    allowed: `${listed(configurableHolidays)}, or both with a comma between`,
    parse: (text) => {
      const chosen = text.split(',').map((name) => name.trim());
      return chosen.every((name) => includes(configurableHolidays, name))
        ? new Set(chosen as ConfigurableHoliday[])
        : undefined;
    },
  }),
  settlementDirectory: setting<string>({
    name: 'SETTLEMENT_DIR',
    about:
      "Where the worker writes each cut-off's settlement file. Not set: settlement runs by hand only, in the console into the `outbox` of the drop folder.",
    allowed: 'a path, relative to where the service is started',
    parse: (text) => (text.includes('\0') ? undefined : text),
  }),
  cardProvider: always<'simulated' | 'stripe' | 'off'>({
    name: 'CARD_PROVIDER',
    about:
      'Who verifies payers and takes their cards: the simulated provider (sandbox only) or Stripe; `off` switches card ' +
      'payments off, and their creation answers 400.',
    ...oneOf<'simulated' | 'stripe' | 'off'>(['simulated', 'stripe', 'off']),
    default: 'simulated',
    defaults: { sandbox: 'simulated', production: 'stripe' },
  }),
  stripeSecretKey: setting<string>({
    name: 'STRIPE_SECRET_KEY',
    about:
      'The key for Stripe: a live one in production, a test one in the sandbox. Needed with `CARD_PROVIDER=stripe`.',
    allowed: 'a secret or restricted key of Stripe, `sk_live_…`, `rk_live_…`, `sk_test_…` or `rk_test_…`',
    parse: (text) => (/^[sr]k_(live|test)_\w+$/.test(text) ? text : undefined),
    secret: true,
  }),
  stripeWebhookSecret: setting<string>({
    name: 'STRIPE_WEBHOOK_SECRET',
    about: 'What Stripe signs its webhooks to `/stripe/webhooks` with. Needed with `CARD_PROVIDER=stripe`.',
    allowed: 'a signing secret of Stripe, `whsec_…`',
    parse: (text) => (/^whsec_\S+$/.test(text) ? text : undefined),
    secret: true,
  }),
  stripeAddress: always<string>({
    name: 'STRIPE_ADDRESS',
    about: 'Where Stripe is asked; something else only for tests and outgoing proxies.',
    allowed: 'an http or https address without a path',
    parse: origin,
    default: 'https://api.stripe.com',
  }),
  approvalAboveCents: always<bigint>({
    name: 'APPROVAL_ABOVE',
    about:
      'Above this amount, in dollars, what an operator does with money in the console is proposed, and another person approves it.',
    ...dollarAmount,
    default: '1000',
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
  ...peopleSettings,
};

type Settings = typeof settings;
export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Always<infer T>
    ? T
    : Settings[K] extends Setting<infer T>
      ? T | undefined
      : never;
};
