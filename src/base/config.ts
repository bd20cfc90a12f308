/**
 * The settings, read from the environment once, at start, and checked together: one start tells every mistake (design §9).
 *
 *   environment variables ──readConfig──▶ Config      or ConfigError with a line for each bad setting
 */
import type { Setting } from './setting-forms.ts';
import { settingRules } from './setting-rules.ts';
import { type Config, settings } from './settings.ts';

export type { Config, Environment, LogLevel, Role } from './settings.ts';
export { settings } from './settings.ts';

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
export function readConfig(env: Env): Config {
  const { config, faults } = readSettings(env);
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Each setting by itself. What is wrong is undefined in `config`. */
function readSettings(env: Env): { config: Config; faults: SettingFault[] } {
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
  return { config: Object.fromEntries(config) as Config, faults };
}

/**
 * The same for the service, which also needs what its rails cannot work without (src/base/setting-rules.ts); commands do without.
 */
export function readServiceConfig(env: Env): Config {
  const { config, faults } = readSettings(env);
  const wrong = new Set(faults.map(({ name }) => name));
  const isRight = (key: keyof Config) => !wrong.has(settings[key].name);
  const broken = settingRules.filter((rule) => rule.of.every(isRight) && !rule.holds(config));
  const all = [...faults, ...broken.map(({ name, why }) => ({ name, why }))];
  if (all.length > 0) throw new ConfigError(all);
  return config;
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
