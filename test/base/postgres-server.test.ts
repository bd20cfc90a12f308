/** The PostgreSQL that comes along, shared by real processes: first starts it, last stops it, none leaves anything behind. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isAlive } from '../../src/base/alive.ts';
import { useLocalServer } from '../../src/base/postgres-server.ts';

const program = fileURLToPath(new URL('./a-server-user.ts', import.meta.url));

let folder: string;
const users = new Set<ChildProcessByStdio<Writable, Readable, null>>();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quittance-server-'));
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  for (const user of users) user.kill('SIGKILL');
  users.clear();
  const pid = serverPid();
  if (pid && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  if (pid) await gone(pid);
  rmSync(outside() ?? folder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Where root's server lives when its account cannot reach the folder. */
function outside(): string | undefined {
  const note = path.join(folder, 'postgres-place');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

function serverPid(): number | undefined {
  const file = path.join(outside() ?? folder, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

async function gone(pid: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (isAlive(pid)) {
    assert.ok(performance.now() < deadline, 'the server is still running');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Starts a process that uses the server; answers once it does. */
async function user(dataDir = folder) {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  users.add(child);
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('\n')) break;
  }
  const url = said.trim();
  assert.match(url, /^postgres:/, 'the process ended before it had a server');
  const exit = once(child, 'exit');
  const leave = async () => {
    child.stdin.end();
    await exit;
    users.delete(child);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
    users.delete(child);
  };
  return { url, leave, kill };
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('processes that start together share one server, and the last to leave stops it; the data stays', async () => {
  const [one, two, three] = await Promise.all([user(), user(), user()]);
  assert.equal(new Set([one.url, two.url, three.url]).size, 1);
  const pid = serverPid() as number;
  await ask(one.url, 'create table kept (number integer); insert into kept values (7)');
  await one.leave();
  await two.leave();
  assert.ok(isAlive(pid));
  assert.deepEqual(await ask(three.url, 'select number from kept'), [{ number: 7 }]);
  await three.leave();
  await gone(pid);
  const again = await user();
  assert.notEqual(serverPid(), pid);
  assert.deepEqual(await ask(again.url, 'select number from kept'), [{ number: 7 }]);
  await again.leave();
});

test('a process killed with SIGKILL leaves the server running: the next one joins it, and stops it when it leaves', async () => {
  const killed = await user();
  const pid = serverPid() as number;
  await killed.kill();
  assert.ok(isAlive(pid));
  const next = await user();
  assert.equal(next.url, killed.url);
  await next.leave();
  await gone(pid);
});

test('a server that was itself killed is started again with what it had committed', async () => {
  const first = await user();
  await ask(first.url, 'create table kept (number integer); insert into kept values (7)');
  const pid = serverPid() as number;
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  const second = await user();
  assert.deepEqual(await ask(second.url, 'select number from kept'), [{ number: 7 }]);
  await first.leave();
  assert.deepEqual(await ask(second.url, 'select number from kept'), [{ number: 7 }]);
  await second.leave();
});

test('who comes while the last one is just leaving gets a server, ten times over', async () => {
  let leaving: Promise<void> | undefined;
  for (let time = 0; time < 10; time += 1) {
    const server = await useLocalServer(folder, { settings: ['fsync=off'] });
    assert.deepEqual(await ask(server.url, 'select 1 as one'), [{ one: 1 }]);
    await leaving;
    leaving = server.leave();
  }
  await leaving;
  assert.equal(serverPid(), undefined);
});

test('half a cluster and a start lock of a process that died are cleared away', async () => {
  writeFileSync(path.join(folder, 'postgres-start.lock'), String(process.pid));
  const draft = mkdtempSync(path.join(folder, 'postgres-draft-'));
  writeFileSync(path.join(draft, 'PG_VERSION'), '18\n');
  const server = await useLocalServer(folder, { settings: ['fsync=off'] });
  assert.deepEqual(await ask(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.leave();
  // A draft beside a cluster that has to live elsewhere is in nobody's way.
  const cluster = outside() === undefined ? ['postgres'] : [path.basename(draft), 'postgres-place'];
  assert.deepEqual(readdirSync(folder).toSorted(), [...cluster, 'postgres-password', 'postgres.log'].toSorted());
});

test('a folder that only its owner may enter works too, also for root, and leads back to the same data', async () => {
  chmodSync(folder, 0o700);
  for (const expected of [[], [{ number: 7 }]]) {
    const server = await useLocalServer(folder, { settings: ['fsync=off'] });
    await ask(server.url, 'create table if not exists kept (number integer)');
    assert.deepEqual(await ask(server.url, 'select number from kept'), expected);
    await ask(server.url, 'insert into kept values (7)');
    await server.leave();
  }
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('two processes that make the same closed folder ready at once agree on one place', async () => {
  chmodSync(folder, 0o700);
  const before = readdirSync('/var/tmp').length;
  const [one, two] = await Promise.all([user(), user()]);
  assert.equal(one.url, two.url);
  await Promise.all([one.leave(), two.leave()]);
  const made = readdirSync('/var/tmp').length - before;
  assert.ok(made <= 1, `${made} folders were made`);
});

test('the password is only in a file that its owner alone may read, and no one gets in without it', async () => {
  const server = await useLocalServer(folder, { settings: ['fsync=off'] });
  try {
    assert.equal(statSync(path.join(folder, 'postgres-password')).mode & 0o077, 0);
    const without = new URL(server.url);
    without.password = 'wrong';
    await assert.rejects(ask(without.toString(), 'select 1'), /password authentication failed/);
    assert.equal(without.hostname, '127.0.0.1');
  } finally {
    await server.leave();
  }
});

test('a server that cannot start says so with the place of its log', async () => {
  const began = performance.now();
  await assert.rejects(useLocalServer(folder, { settings: ['no_such_setting=1'] }), /did not start.*postgres\.log/);
  assert.ok(performance.now() - began < 20_000);
  assert.match(readFileSync(path.join(folder, 'postgres.log'), 'utf8'), /no_such_setting/);
});
