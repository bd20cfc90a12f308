/**
 * A database of its own for every test file: cloned from a template that has all migrations, on one PostgreSQL that the
 * test run starts (see test/world/setup.ts) or, for a file run by itself, that this file starts. Nothing outlives the
 * run: neither a process nor a folder, even where a test file is interrupted.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/base/database.ts';
import { migrate } from '../../src/base/migrate.ts';
import { type LocalServer, useLocalServer } from '../../src/base/postgres-server.ts';

export const templateName = 'quittance_template';

export interface TestDatabase {
  /** Like the service's: `bigint`, `Temporal.Instant`, schema `sandbox`. */
  database: Database;
  /** The same connections, for code that takes a plain pool. */
  pool: Database;
  url: string;
  close(): Promise<void>;
}

export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for tests and makes the template. Speed before safety: nothing here outlives the run. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-test-'));
  // Others may walk through: as root, PostgreSQL runs under another account, and its cluster shall stay in here.
  chmodSync(dataDir, 0o711);
  const cleared = clearAtExit(dataDir);
  const server: LocalServer = await useLocalServer(dataDir, {
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=300',
      'max_wal_size=256MB',
    ],
  });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const template = withDatabase(server.url, templateName);
  await migrate(template, 'sandbox');
  // The schedule's own tables too, which each service would make at its start.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: template, schema: 'schedule_sandbox' });
  return {
    url: server.url,
    stop: async () => {
      await server.leave();
      rmSync(dataDir, { recursive: true, force: true });
      cleared();
    },
  };
}

/** The server of this process, where the run gives none: shared by the databases that are open at a time. */
let own: { server: Promise<TestServer>; users: number } | undefined;

async function joinServer(): Promise<{ url: string; leave(): Promise<void> }> {
  const given = process.env.QUITTANCE_TEST_SERVER;
  if (given) return { url: given, leave: async () => undefined };
  own ??= { server: startTestServer(), users: 0 };
  const joined = own;
  joined.users += 1;
  const { url, stop } = await joined.server;
  const leave = async () => {
    joined.users -= 1;
    if (joined.users > 0) return;
    if (own === joined) own = undefined;
    await stop();
  };
  return { url, leave };
}

/** A fresh database with all migrations in schema `sandbox`; `empty: true` for one without anything in it. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = await joinServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(
    `create database ${name} template ${options.empty ? 'template0' : templateName} strategy file_copy`,
  );
  const url = withDatabase(server.url, name);
  const database = openDatabase({ url, schema: 'sandbox', connectionsMax: 5 });
  return {
    database,
    pool: database,
    url,
    close: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await server.leave();
    },
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/**
 * For a process that ends before it stops its server (a failed hook, an interrupt): kills that server and clears its
 * folder on the way out. Answers how to call it off.
 */
function clearAtExit(dataDir: string): () => void {
  const clear = () => {
    try {
      const pid = Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
      process.kill(pid, 'SIGQUIT'); // PostgreSQL's "immediate shutdown"
      // Whoever interrupts may be impatient: first what matters, then once more what the dying server still wrote.
      rmSync(dataDir, { recursive: true, force: true });
      const pause = new Int32Array(new SharedArrayBuffer(4));
      for (let waited = 0; waited < 5_000 && isRunning(pid); waited += 20) Atomics.wait(pause, 0, 0, 20);
    } catch {
      // no server is running in there
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const end = () => process.exit(130);
  process.once('exit', clear);
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('exit', clear).off('SIGINT', end).off('SIGTERM', end);
}

function isRunning(pid: number): boolean {
  try {
    // A child that has ended stays visible until this process collects it, which it cannot while it waits here.
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
    return state !== 'Z';
  } catch {
    try {
      process.kill(pid, 0);
      return process.platform !== 'linux';
    } catch {
      return false;
    }
  }
}
