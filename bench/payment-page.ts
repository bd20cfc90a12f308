/**
 * `payment-page`: how long a payer waits for the first answer of `/pay/{link}`, 50 first visits a second, each of another
 * payment on a connection of its own; in turns with the same load on `/healthz`, which is the server without any work.
 *
 *   /healthz ─ /pay ─ /healthz ─ /pay ─ …      open loop: a visit begins at its time, whatever became of those before
 */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { report } from './results.ts';
import { calm, median, openWorld, type World } from './world.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 3);
const seconds = Number(process.env.BENCH_SECONDS || 10);
const visitsPerSecond = 50;
const millisecondsBelow = 20;
const kilobytesBelow = 100;

interface Visits {
  p50: number;
  p99: number;
  max: number;
}

export async function benchPaymentPage(): Promise<void> {
  const world = await openWorld();
  try {
    const service = await world.startService();
    try {
      await measure(world, service.address);
    } finally {
      await service.stop();
    }
  } finally {
    await world.close();
  }
}

async function measure(world: World, address: string): Promise<void> {
  const partner = await world.command('partner', 'create', '--name', 'A landlord association');
  const id = String(partner.answer.partnerId);
  const issued = await world.command('token', 'create', '--partner', id, '--name', 'load', '--scopes', 'all');
  const links = await createLinks(address, issued.answer.token as string, seconds * visitsPerSecond);
  const healthz = links.map(() => '/healthz');
  const page = await wireBytes(address, links[0] as string);
  await visit(address, links.slice(0, visitsPerSecond));
  const done: { busy: number; bare: Visits; pay: Visits }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const busy = await calm();
    const bare = await visit(address, healthz);
    const pay = await visit(address, links);
    done.push({ busy, bare, pay });
    process.stdout.write(`round ${round}: healthz p99 ${bare.p99.toFixed(2)} ms, page p99 ${pay.p99.toFixed(2)} ms\n`);
  }
  const p99 = median(done.map((each) => each.pay.p99));
  await report(
    world,
    'payment-page',
    [
      `${visitsPerSecond} first visits a second for ${seconds} s a round, each of another payment on its own connection, to the first`,
      'byte of the answer; baseline: the same load on /healthz. The page, with all it loads, counted as it comes over the wire.',
      '',
      '| round | busy with other things, % | /healthz p50 ms | p99 ms | max ms | page p50 ms | p99 ms | max ms |',
      '|---|---|---|---|---|---|---|---|',
      ...done.map(
        ({ busy, bare, pay }, index) =>
          `| ${index + 1} | ${busy.toFixed(0)} | ${[bare.p50, bare.p99, bare.max, pay.p50, pay.p99, pay.max].map((each) => each.toFixed(2)).join(' | ')} |`,
      ),
      '',
      `Parts: ${page.parts.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')} bytes.`,
    ],
    [
      {
        what: 'p99 of the first answer of /pay/{link}, ms (median of the rounds)',
        value: p99,
        goal: `below ${millisecondsBelow}`,
        reached: p99 < millisecondsBelow,
      },
      {
        what: 'the page complete, kB over the wire, headers included',
        value: page.bytes / 1000,
        goal: `below ${kilobytesBelow}`,
        reached: page.bytes / 1000 < kilobytesBelow,
      },
    ],
  );
}

async function createLinks(address: string, token: string, count: number): Promise<string[]> {
  const links: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const response = await fetch(`${address}/v1/create-credit-card-payment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        userName: 'Amélie Roy',
        userEmail: `payer${number}@example.com`,
        amount: 1650,
        dueDate: '2026-12-01T00:00:00Z',
        term: '2026-12',
        landlordMemo: 'Unit 4, 12 rue des Érables',
      }),
    });
    if (response.status !== 200) throw new Error(`creation answered ${response.status}: ${await response.text()}`);
    links.push(new URL(((await response.json()) as { paymentUrl: string }).paymentUrl).pathname);
  }
  return links;
}

/** One visit for each path, at their times; answers the time to the first byte, in ms. Throws where one is not 200. */
async function visit(address: string, paths: readonly string[]): Promise<Visits> {
  const began = performance.now();
  const times = await Promise.all(
    paths.map(async (path, number) => {
      const at = began + (number * 1000) / visitsPerSecond;
      await delay(Math.max(0, at - performance.now()));
      const sent = performance.now();
      const response = await get(address, path);
      const milliseconds = performance.now() - sent;
      response.resume();
      if (response.statusCode !== 200) throw new Error(`${path.slice(0, 8)} answered ${response.statusCode}`);
      return milliseconds;
    }),
  );
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function get(address: string, path: string): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': 'br, gzip', 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5', connection: 'close' };
  const request = httpRequest(new URL(path, address), { agent: false, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** The page and everything that it names with `href` of a style or icon, or `src`: bytes as sent, head and body. */
async function wireBytes(address: string, link: string) {
  const parts: { name: string; bytes: number }[] = [];
  const load = async (name: string, path: string): Promise<string> => {
    const response = await get(address, path);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    parts.push({ name, bytes: response.rawHeaders.join(': ').length + body.length });
    return body.toString('utf8');
  };
  const html = await load('page', link);
  for (const [, path = ''] of html.matchAll(/<(?:link|script|img)\b[^>]*\b(?:href|src)="(\/[^"]+)"/g))
    await load(path, path);
  return { parts, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}
