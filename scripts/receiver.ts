/**
 * A receiver of webhooks in one file, without dependencies: prints every event and checks its signature (interface §5). To
 * watch a sandbox with, and to begin your own from.
 *
 *   node_modules/.bin/node scripts/receiver.ts whsec_… [port]        port: 4000 unless given
 *
 *   raw bytes ─▶ signature over "t.bytes" equal? ─▶ t within 300 s of now? ─▶ only then parsed ─▶ 204
 *                     └ no ─▶ 400                       └ no ─▶ 400
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { argv, exit, stderr, stdout } from 'node:process';

/** How far `t` may be from our own clock, in either direction. */
const toleranceSeconds = 300;

/**
 * Why a request must not be trusted; undefined where it may be. `body` is the bytes as they came, before anything parsed
 * them; `nowSeconds` is Unix time.
 */
export function faultOf(
  secret: string,
  header: string | undefined,
  body: Uint8Array,
  nowSeconds: number,
): string | undefined {
  const [, timestamp, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!timestamp || !given) return 'the Service-Signature header is missing, or not t=<seconds>,v1=<hex>';
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return 'the signature does not fit body and secret';
  const apartSeconds = Math.abs(nowSeconds - Number(timestamp));
  if (apartSeconds > toleranceSeconds) return `it was signed ${apartSeconds} s from now: at most ${toleranceSeconds}`;
  return undefined;
}

/** One event as one line. */
function lineOf(body: Uint8Array): string {
  const { event, payments } = JSON.parse(Buffer.from(body).toString('utf8'));
  const told = payments.map((payment: { id: number; status: string }) => `payment ${payment.id} is ${payment.status}`);
  return `    webhook  ${event}: ${told.join(', ')} (signature verified)\n`;
}

function listen(secret: string, port: number): void {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const header = request.headers['service-signature'];
    const fault = faultOf(secret, header?.toString(), body, Date.now() / 1000);
    stdout.write(fault === undefined ? lineOf(body) : `    webhook  refused: ${fault}\n`);
    return response.writeHead(fault === undefined ? 204 : 400).end();
  });
  server.listen(port, '127.0.0.1', () => stdout.write(`    webhook  receiver listens on http://127.0.0.1:${port}/\n`));
}

if (import.meta.main) {
  const [, , secret = '', port = '4000'] = argv;
  if (!/^whsec_\w+$/.test(secret) || !/^\d{1,5}$/.test(port)) {
    stderr.write('Usage: receiver.ts <signing secret, whsec_…> [port]\n');
    exit(1);
  }
  listen(secret, Number(port));
}
