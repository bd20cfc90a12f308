/**
 * The README and the pages it leads to, held to what is there: its walk is taken out of it and really walked with bash, from
 * a folder that looks like a fresh clone, against a sandbox that was never started before.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { faultOf } from '../scripts/receiver.ts';
import { eftCommands } from '../src/commands/eft.ts';
import { filesCommands } from '../src/commands/files.ts';
import { interacCommands } from '../src/commands/interac.ts';
import { paymentCommands, settlementCommands } from '../src/commands/money.ts';
import { openApiCommand } from '../src/commands/open-api.ts';
import { auditCommand, quarantineCommands } from '../src/commands/oversight.ts';
import { partnerCommands, tokenCommands } from '../src/commands/partners.ts';
import { personCommands } from '../src/commands/people.ts';
import { webhookCommands } from '../src/commands/webhooks.ts';
import { signatureHeader } from '../src/webhooks/signature.ts';
import { createTestDatabase } from './world/database.ts';
import { until } from './world/payments.ts';
import { type PaymentRecord, startService, temporaryFolder } from './world/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = (name: string) => readFileSync(path.join(root, name), 'utf8');
const readme = page('README.md');
const walkSecondsMax = 90;

const walkBlocks = [...readme.matchAll(/^<!-- walk -->\n```bash\n(.*?)^```$/gms)].map((found) => found[1] ?? '');

/** What the README's commands need of the repository, as links in a folder that has no `.data` yet. */
function freshClone(): string {
  const folder = temporaryFolder();
  for (const name of ['contract', 'docs', 'migrations', 'node_modules', 'package.json', 'scripts', 'src']) {
    symlinkSync(path.join(root, name), path.join(folder, name));
  }
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs a script in bash, ending at its first failing command. Whatever it left running ends with it. */
async function bash(
  script: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endAll = () => {
    try {
      process.kill(-(shell.pid as number), 'SIGKILL');
    } catch {
      // nothing of it is left
    }
  };
  process.once('exit', endAll);
  const late = setTimeout(endAll, walkSecondsMax * 1000);
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const closed = once(shell, 'close');
  const [code, signal] = await once(shell, 'exit');
  clearTimeout(late);
  endAll();
  await closed;
  process.off('exit', endAll);
  return { code: code ?? signal, said };
}

test('every line of the walk in the README works on a fresh sandbox, and comes out as the README says', async (t) => {
  const folder = freshClone();
  const service = await startService({ DATA_DIR: path.join(folder, '.data') });
  t.after(() => service.end());
  await until('the token of the demo partner', () => existsSync(path.join(folder, '.data/demo-token')));
  const receiverPort = String(await freePort());
  const script = walkBlocks
    .join('')
    .replaceAll('http://127.0.0.1:3000', service.address)
    .replace('http://127.0.0.1:4000/', `http://127.0.0.1:${receiverPort}/`)
    .replace('"$SECRET" 4000', `"$SECRET" ${receiverPort}`);
  const { code, said } = await bash(script, folder, service.env);
  const lines = said.split('\n');
  const has = (...wanted: string[]) => {
    for (const text of wanted) assert.ok(said.includes(text), `${JSON.stringify(text)} is missing in:\n${said}`);
  };
  assert.equal(code, 0, said);
  has('"name":"Manitoba Hydro"', '{"valid":false,"reason":"must be 14 digits; 4 were given"}', '{"valid":true}');
  has('idempotency-replayed: true', '{"delivered":true,"statusCode":204}', '"outcome":"matched"');
  const created = lines.filter(
    (line) => line.startsWith('{"id":') && line.includes('"type":"bill"') && line.includes('"status":"pending"'),
  );
  assert.equal(created.length, 2, said);
  assert.equal(created[0], created[1], 'a replay repeats the answer byte for byte');
  has('matched: 1\nheld: 0\nduplicates: 0', 'matched: 0\nheld: 0\nduplicates: 1', 'payments: 2\ntotalCents: 25100');
  has('status: failed\nstate: resettling', 'balanced: true');
  has('"accountNumber":"********4321"', 'debit 1 in file debits-S', 'shown as pending', 'debit 1 presumed paid');
  has('debit 1 came back: 901 There is not enough money', 'status: failed\nstate: recollecting', 'debits: 1\n');
  has('debit 2 presumed paid', 'completed (collected)');
  const due = [1, 2].map((attempt) => said.slice(said.lastIndexOf(`debit ${attempt} in file debits-S`)).slice(24, 32));
  assert.ok(due[0] && due[1] && due[1] >= due[0], `a command goes by the sandbox's clock: ${due}`);

  const { payments } = (
    await service.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', {
      token: readFileSync(path.join(folder, '.data/demo-token'), 'utf8').trim(),
    })
  ).json;
  assert.deepEqual(
    payments.map((payment) => payment.status),
    ['completed', 'completed', 'completed', 'completed', 'completed'],
  );
  const heard = [...said.matchAll(/webhook {2}(payment\.\w+): payment (\d+) is/g)];
  const [fifth, fourth, third, second, first] = payments.map((payment) =>
    heard.filter(([, , id]) => id === String(payment.id)).map(([, event]) => event),
  );
  assert.deepEqual(first, ['payment.completed', 'payment.failed', 'payment.completed']);
  assert.deepEqual(second, ['payment.created', 'payment.completed']);
  assert.deepEqual(third, ['payment.created', 'payment.completed']);
  assert.deepEqual(fourth, ['payment.created', 'payment.failed', 'payment.completed']);
  assert.deepEqual(fifth, ['payment.completed'], 'a card payment is told of once it is paid');
  has('"paymentUrl":"http://127.0.0.1:', 'already paid');
  assert.ok(!said.includes('refused'), said);
});

test('every block of bash in the README belongs to the walk', () => {
  assert.equal(readme.match(/^```bash$/gm)?.length, walkBlocks.length);
  assert.ok(walkBlocks.length >= 12);
});

test('the README names the two commands, and its table of commands is the whole command line', () => {
  assert.match(readme, /^ {4}npm ci && npm start$/m);
  assert.match(readme, /^ {4}npm ci && npm test$/m);
  const groups = [partnerCommands, tokenCommands, webhookCommands, interacCommands, eftCommands, settlementCommands];
  const there = [
    ...groups,
    personCommands,
    paymentCommands,
    filesCommands,
    quarantineCommands,
    auditCommand,
    openApiCommand,
  ].map((make) => make());
  const names = there.flatMap((group: Command) =>
    group.commands.length === 0 ? [group.name()] : group.commands.map((each) => `${group.name()} ${each.name()}`),
  );
  const table = readme.slice(readme.indexOf('## Commands'), readme.indexOf('## Not built yet'));
  const named = [...table.matchAll(/^\| `([a-z]+)(?: ([a-z\\|-]+))?/gm)].flatMap(([, group = '', verbs]) =>
    verbs === undefined ? [group] : verbs.split('\\|').map((verb) => `${group} ${verb}`),
  );
  assert.deepEqual(named.sort(), names.sort());
});

test('the receiver trusts what the service signs, for 300 seconds to either side, and nothing else', () => {
  const secret = `whsec_${'5e'.repeat(32)}`;
  const body = Buffer.from('{"event":"payment.created","payments":[],"amount":12.30}');
  const header = signatureHeader(secret, 1_700_000_000, body);
  for (const now of [1_700_000_000, 1_699_999_700, 1_700_000_300]) {
    assert.equal(faultOf(secret, header, body, now), undefined);
  }
  for (const now of [1_699_999_699, 1_700_000_301]) assert.match(faultOf(secret, header, body, now) ?? '', /301 s/);
  const fits = (...args: Parameters<typeof faultOf>) => faultOf(...args) === undefined;
  const reserialised = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  assert.equal(fits(secret, header, reserialised, 1_700_000_000), false);
  assert.equal(fits(`${secret}0`, header, body, 1_700_000_000), false);
  assert.equal(fits(secret, header.replace('t=17', 't=18'), body, 1_800_000_000), false);
  for (const bad of [undefined, '', header.slice(0, -1), header.replace('v1', 'v0'), `${header},v1=00`]) {
    assert.equal(fits(secret, bad, body, 1_700_000_000), false, String(bad));
  }
});

test('every query in the pages for operators runs on the schema as it is', async () => {
  const { database, close } = await createTestDatabase();
  try {
    const queries = [...page('docs/operating.md').matchAll(/^```sql\n(.*?)^```$/gms)].map(
      (found) => found[1] as string,
    );
    assert.ok(queries.length > 0);
    for (const query of queries) await database.query(query);
  } finally {
    await close();
  }
});

test('every direct dependency has its reason in docs/decisions/0012, and nothing else is listed there', () => {
  const direct = ['package.json', 'web/package.json'].flatMap((name) => {
    const { dependencies, devDependencies } = JSON.parse(page(name));
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const table = page('docs/decisions/0012-dependencies.md').match(/^\| `.*$/gm) ?? [];
  const listed = table.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((found) => found[1]));
  assert.deepEqual(listed.sort(), direct.sort());
});

test('every link between the pages leads to a file that is there', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const broken = pages.flatMap((name) =>
    [...page(name).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((found) => found[1] as string)
      .filter((target) => !existsSync(path.join(root, path.dirname(name), target)))
      .map((target) => `${name} → ${target}`),
  );
  assert.deepEqual(broken, []);
});
