/**
 * The real service as a process of its own, for tests from the outside: started on a fresh database (or on one that comes
 * along in DATA_DIR), spoken to over HTTP, stopped or killed as an operator or a fault would.
 *
 *   openWorld() ─▶ database + service + partner() ─▶ call(…) …          everything ends with the test file
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { permissions } from '../../contract/permissions.ts';
import { openDatabase } from '../../src/base/database.ts';
import { SecretBox } from '../../src/base/secrets.ts';
import { createPartner } from '../../src/partners/partners.ts';
import { createToken } from '../../src/partners/tokens.ts';
import { setEndpoint } from '../../src/webhooks/endpoints.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The SECRET_KEY of every service and command of a test. */
export const testSecretKey = 'a1'.repeat(32);
const startSecondsMax = 40;

/** A payment record of an answer or a webhook (interface §2.1). */
export interface PaymentRecord {
  id: number;
  type: string;
  status: string;
  identificationNumber: string;
  amount: number;
  userId: string;
  dueDate: string;
  createdAt: string;
  source: string;
  accountNumber?: string;
  recipientEmail?: string;
  paymentMade?: string;
  paymentAmount?: number;
  [member: string]: unknown;
}

/** The error body (interface §2.4). */
export interface ErrorBody {
  error: string;
  details?: { path: string[]; message: string }[];
  timestamp: string;
  endpoint: string;
}

export interface Answer<T> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body read as JSON; undefined where it is none. */
  json: T;
}

export interface CallOptions {
  token?: string;
  /** A text or bytes are sent as they are; anything else as JSON; absent: no body. */
  body?: unknown;
  headers?: OutgoingHttpHeaders;
}

const agent = new Agent({ keepAlive: true });

/** One HTTP request. Header values may hold any character: they are sent as UTF-8. */
export async function call<T = ErrorBody>(
  address: string,
  method: string,
  target: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Answer<T>> {
  const bytes = body === undefined ? undefined : bytesOf(body);
  const sent: OutgoingHttpHeaders = {
    ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'string') sent[name] = Buffer.from(value, 'utf8').toString('latin1');
    if (value === undefined) delete sent[name];
  }
  // the target as it is given: a URL would put its path in order
  const { hostname, port } = new URL(address);
  const request = httpRequest({ hostname, port, path: target, method, headers: sent, agent });
  request.on('error', () => undefined); // the one that matters is thrown by `once`; one behind the answer is not
  request.end(bytes);
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: jsonOf(text) as T };
}

function bytesOf(body: unknown): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Service {
  address: string;
  /** The environment it was started with: commands given the same speak to the same database. */
  env: Record<string, string>;
  process: ChildProcess;
  /** All it wrote so far: log lines and welcome. */
  output(): string;
  call<T = ErrorBody>(method: string, target: string, options?: CallOptions): Promise<Answer<T>>;
  /** Sends a signal and waits for the end, or only waits (null). Answers the exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals | null): Promise<number | NodeJS.Signals | null>;
}

/** The environment of a service or command of a test: nothing of the test run's own leaks in. */
export function serviceEnv(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    PORT: '0',
    DATABASE_POOL_MAX: '5',
    SECRET_KEY: testSecretKey,
    ...more,
  };
}

/** A folder that goes away with the test file. Others may walk through it: as root, PostgreSQL runs under another account. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-service-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** Where the PostgreSQL of a DATA_DIR lives: elsewhere, where its account cannot reach the folder or the program. */
function postgresHome(dataDirectory: string): string {
  const note = path.join(dataDirectory, 'postgres-place');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDirectory;
}

/** The PostgreSQL that runs for a DATA_DIR, if one does. */
export function postgresPid(dataDirectory: string): number | undefined {
  try {
    const pidFile = path.join(postgresHome(dataDirectory), 'postgres', 'postmaster.pid');
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

const folders: string[] = [];
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// An interrupted run ends its services too.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(130));
after(async () => {
  agent.destroy();
  await Promise.all([...running].map((child) => endProcess(child)));
  for (const folder of folders) {
    const pid = postgresPid(folder);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT'); // only where a killed service could not stop it
  }
  for (const folder of folders.flatMap((each) => [postgresHome(each), each])) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** Starts the service and waits until it says that it is ready. Throws with its output where it ends before that. */
export async function startService(more: Record<string, string> = {}): Promise<Service> {
  const env = serviceEnv({ ...(more.DATA_DIR === undefined && { DATA_DIR: temporaryFolder() }), ...more });
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the service ${why}; its output:\n${output}`));
    const late = setTimeout(() => fail(`was not ready in ${startSecondsMax} s`), startSecondsMax * 1000);
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^\{.*"address":"([^"]+)".*"msg":"ready"\}$/m.exec(output)?.[1];
      if (ready === undefined) return;
      clearTimeout(late);
      resolve(ready);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', (code, signal) => fail(`ended with ${code ?? signal}`));
  });
  return {
    address,
    env,
    process: child,
    output: () => output,
    call: (method, target, options) => call(address, method, target, options),
    end: (signal = 'SIGTERM') => endProcess(child, signal),
  };
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals | null = 'SIGTERM') {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    if (signal !== null) child.kill(signal);
    await ended;
  }
  return child.exitCode ?? child.signalCode;
}

export interface Partner {
  id: bigint;
  tokenId: bigint;
  token: string;
  /** Of its webhook endpoint, where one was asked for. */
  signingSecret: string;
}

export interface World extends Service {
  testDatabase: TestDatabase;
  /** A new partner with a token; with `webhook`, one that listens there to `events`. Made through the rooms: it is quick. */
  partner(options?: {
    scopes?: readonly string[];
    webhook?: { url: string; events: readonly string[] };
  }): Promise<Partner>;
}

/** A service in the sandbox on a database of its own; both end with the test file. */
export async function openWorld(more: Record<string, string> = {}): Promise<World> {
  const testDatabase = await createTestDatabase();
  const service = await startService({ DATABASE_URL: testDatabase.url, ...more }).catch(async (error) => {
    await testDatabase.close();
    throw error;
  });
  after(async () => {
    await service.end();
    await testDatabase.close();
  });
  return { ...service, testDatabase, partner: (options) => newPartner(testDatabase.url, 'sandbox', options) };
}

/** A partner made in one environment of a database. */
export async function newPartner(
  url: string,
  environment: 'sandbox' | 'production',
  { scopes = permissions, webhook }: Parameters<World['partner']>[0] = {},
): Promise<Partner> {
  const database = openDatabase({ url, schema: environment, connectionsMax: 1 });
  try {
    return await database.transaction(async (tx) => {
      const { id } = await createPartner(tx, `partner of ${path.basename(process.argv[1] ?? '')}`);
      const issued = await createToken(tx, id, 'test', scopes);
      const box = new SecretBox(testSecretKey, 'webhook-secret');
      const endpoint = webhook && (await setEndpoint(tx, box, { partnerId: id, ...webhook, roll: false }));
      return { id, ...issued, signingSecret: endpoint?.signingSecret ?? '' };
    });
  } finally {
    await database.close();
  }
}
