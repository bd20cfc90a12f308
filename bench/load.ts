/**
 * The load generator, a process of its own: so many connections, on each one request under way, every answer checked. It shares
 * the machine with what it measures, so it is as cheap as can be: plain sockets, one buffer each, no HTTP library.
 *
 *   node bench/load.ts '<LoadRequest as JSON>'  ──▶  one line of JSON: LoadResult
 */
import { randomUUID } from 'node:crypto';
import net from 'node:net';

export interface LoadRequest {
  address: string;
  token: string;
  payeeName: string;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
}

export interface LoadResult {
  /** Payments acknowledged within the measured seconds, and in all. */
  measured: number;
  acknowledged: number;
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  maxMilliseconds: number;
}

/** The histogram's step and reach: 10 µs up to 2 s; what is slower counts as 2 s. */
const stepMilliseconds = 0.01;
const steps = 200_000;
const answered = Buffer.from('HTTP/1.1 200 ');
const headEnd = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('content-length: ');
const numberName = Buffer.from('"identificationNumber":"');
const zero = 48;
const quote = 34;

async function main(request: LoadRequest): Promise<LoadResult> {
  const histogram = new Uint32Array(steps);
  const url = new URL(request.address);
  const head =
    `POST /v1/create-payment HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${request.token}\r\n` +
    'Content-Type: application/json\r\nIdempotency-Key: ';
  const began = performance.now();
  const measureFrom = began + request.warmUpSeconds * 1000;
  const measureUntil = measureFrom + request.seconds * 1000;
  let acknowledged = 0;
  let measured = 0;
  let slowest = 0;

  /** One connection: resolves when its last answer is there after the end of the measurement. */
  const converse = (payer: number) =>
    new Promise<void>((resolve, reject) => {
      const buffer = Buffer.allocUnsafe(16 * 1024);
      let filled = 0;
      let sentAt = 0;
      let requests = 0;
      const socket = net.connect({
        host: url.hostname,
        port: Number(url.port),
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(16 * 1024),
          callback: (bytes, chunk) => {
            filled += (chunk as Buffer).copy(buffer, filled, 0, bytes);
            if (!isWhole(buffer, filled)) return true;
            const now = performance.now();
            try {
              check(buffer.subarray(0, filled));
            } catch (error) {
              socket.destroy(error as Error);
              return false;
            }
            filled = 0;
            acknowledged += 1;
            if (now >= measureFrom && now < measureUntil) {
              measured += 1;
              const took = now - sentAt;
              if (took > slowest) slowest = took;
              const step = Math.min(steps - 1, Math.floor(took / stepMilliseconds));
              histogram[step] = (histogram[step] as number) + 1;
            }
            if (now < measureUntil) send();
            else socket.end(resolve);
            return true;
          },
        },
      });
      const send = () => {
        requests += 1;
        const body =
          `{"paymentType":"bill","paymentMethod":"interac","userName":"Payer ${payer}","userEmail":"payer${payer}.${requests % 100}@example.com",` +
          `"amount":${100 + (requests % 900)}.25,"dueDate":"2027-01-01T00:00:00Z","payeeName":"${request.payeeName}",` +
          `"billType":"utilities","accountNumber":"299001234567"}`;
        sentAt = performance.now();
        socket.write(`${head}${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the service closed a connection')));
    });

  await Promise.all(Array.from({ length: request.connections }, (_, index) => converse(index)));
  return {
    measured,
    acknowledged,
    perSecond: measured / request.seconds,
    p50Milliseconds: percentile(histogram, measured, 0.5),
    p99Milliseconds: percentile(histogram, measured, 0.99),
    maxMilliseconds: slowest,
  };
}

/** Whether the buffer holds an answer to its end, by its Content-Length. */
function isWhole(buffer: Buffer, filled: number): boolean {
  const text = buffer.subarray(0, filled);
  const bodyAt = text.indexOf(headEnd);
  if (bodyAt < 0) return false;
  const lengthAt = text.indexOf(lengthName);
  if (lengthAt < 0 || lengthAt > bodyAt) throw new Error(`an answer without a length: ${text.toString('latin1')}`);
  let length = 0;
  for (let at = lengthAt + lengthName.length; buffer[at] !== 13; at += 1) {
    length = length * 10 + (buffer[at] as number) - zero;
  }
  return filled >= bodyAt + headEnd.length + length;
}

/** 200, with an identification number of exactly 12 digits. */
function check(answer: Buffer): void {
  let good = answer.subarray(0, answered.length).equals(answered);
  const from = answer.indexOf(numberName) + numberName.length;
  good &&= from >= numberName.length && answer[from + 12] === quote;
  for (let at = from; good && at < from + 12; at += 1) {
    const digit = (answer[at] as number) - zero;
    good = digit >= 0 && digit <= 9;
  }
  if (!good) throw new Error(`not the answer of a creation: ${answer.toString('latin1')}`);
}

function percentile(histogram: Uint32Array, count: number, part: number): number {
  let rest = count * part;
  for (let step = 0; step < steps; step += 1) {
    rest -= histogram[step] as number;
    if (rest <= 0) return (step + 1) * stepMilliseconds;
  }
  return steps * stepMilliseconds;
}

process.stdout.write(`${JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as LoadRequest))}\n`);
