/**
 * What every process of the service stands on, in the order in which it comes up: database (ours or the one named),
 * schema of the environment, secret key, clock. The service and the commands both start here.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { workOn } from './calendar.ts';
import { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { type LocalServer, useLocalServer } from './postgres-server.ts';
import { newSecretKey, SecretBox } from './secrets.ts';

export interface Foundation {
  config: Config;
  database: Database;
  clock: Clock;
  /** A box for one purpose: boxes of different purposes cannot open each other's values. */
  box(purpose: string): SecretBox;
  close(): Promise<void>;
}

const localDatabase = 'quittance';

/** Brings everything up. `onError` hears of connections that broke while nobody was using them. */
export async function openFoundation(
  config: Config,
  onError: (error: Error) => void = () => undefined,
): Promise<Foundation> {
  if (config.workedHolidays) workOn(config.workedHolidays);
  const server = config.databaseUrl === undefined ? await useLocalServer(config.dataDirectory) : undefined;
  try {
    const url = config.databaseUrl ?? (await ownDatabase(server as LocalServer));
    await migrate(url, config.environment);
    const database = openDatabase({ url, schema: config.environment, connectionsMax: config.databasePoolMax, onError });
    const secretKey = config.secretKey ?? keptSecretKey(config.dataDirectory);
    const clock = new Clock(database, config.environment === 'sandbox');
    // The first creation after a start may not wait for the clock: it is read before anybody can ask.
    await clock.now();
    return {
      config,
      database,
      clock,
      box: (purpose) => new SecretBox(secretKey, purpose),
      close: async () => {
        await database.close();
        await server?.leave();
      },
    };
  } catch (error) {
    await server?.leave();
    throw error;
  }
}

async function ownDatabase(server: LocalServer): Promise<string> {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [localDatabase]);
    if (rowCount === 0) {
      // Two processes may find it missing at the same time: the second one finds it made.
      await admin.query(`create database ${localDatabase}`).catch((error: { code?: string }) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
    }
  } finally {
    await admin.end();
  }
  const url = new URL(server.url);
  url.pathname = `/${localDatabase}`;
  return url.toString();
}

/** The sandbox's own key, made at the first start. Production never comes here: it must name one. */
function keptSecretKey(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'secret-key');
  mkdirSync(dataDirectory, { recursive: true });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${newSecretKey()}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
