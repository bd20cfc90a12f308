/**
 * One webhook request, sent once, and everything that can come of it as a value (interface §6, design §7).
 *
 *   checkUrl ─▶ resolve, check every address ─▶ connect ─▶ POST ─▶ status ─▶ answer (its beginning is kept) ─▶ close
 *   └────────────────────────── one deadline over all of it: `timeoutMilliseconds` ─────────────────────────┘
 *
 * Every exchange has a connection of its own, closed afterwards. A kept connection saves a handshake, but it may be cut
 * by the receiver at the very moment of sending; since nothing is ever sent a second time, that event would be lost. So
 * nothing can be lost to a stale connection, and nothing can be repeated: the connector connects once and then refuses.
 * How many exchanges run at a time is for the caller to bound.
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls } from 'node:tls';
import type { buildConnector, Client } from 'undici';
import {
  checkedAddresses,
  checkedLookup,
  checkUrl,
  hostOf,
  publicResolver,
  type Resolve,
  systemResolve,
} from './outward-address.ts';

/** Everything that can come of an exchange, and the sentence that partner and log read. */
export const outcomes = {
  delivered: 'The receiver answered with a 2xx status.',
  refused_status: 'The receiver answered with a status that is not 2xx.',
  redirect: 'The receiver answered with a redirect; redirects are not followed and do not count as delivered.',
  timeout: 'The exchange was not finished in time.',
  connection: 'The connection could not be made, or was cut before the answer was complete.',
  tls: 'No trusted TLS connection could be made: check the certificate, its chain and its host name.',
  dns: 'The host name of the URL could not be resolved.',
  forbidden_address: 'The URL leads to an address that the service does not call.',
  forbidden_url: 'The URL is not one that the service can call.',
  protocol: 'What the receiver answered is not valid HTTP/1.1, or its head is too long.',
  not_sent: 'Nothing was sent.',
} as const;

export type SendOutcome = keyof typeof outcomes;

export interface SendRequest {
  url: string;
  /** What the caller adds, such as `Service-Signature`. The fixed headers below cannot be replaced. */
  headers: Readonly<Record<string, string>>;
  /** Sent byte for byte; a text as UTF-8. */
  body: string | Uint8Array;
}

export interface SendResult {
  outcome: SendOutcome;
  /** Present when a status arrived, even where the rest of the answer did not. */
  statusCode?: number;
  /** The beginning of the answer's body as text (bytes that are not UTF-8, and NULs, as U+FFFD); with `statusCode`. */
  answer?: string;
  /** Whether the answer was longer than what is kept. */
  answerCut?: boolean;
  durationMilliseconds: number;
  /** Absent when delivered: the sentence of `outcomes` with the particulars. Names no resolved address. */
  reason?: string;
}

export interface SenderOptions {
  /** Whether only public addresses may be called (production). */
  publicOnly: boolean;
  /** Default: as `publicOnly`. */
  httpsOnly?: boolean;
  /** For the whole exchange, from resolving the name to the end of the answer (open point `webhook-timeouts`). */
  timeoutMilliseconds?: number;
  /** How much of an answer is read and kept; the rest is not read. Enough for any error page's first lines. */
  answerBytesMax?: number;
  /** Default: the DNS when `publicOnly`, else the operating system's resolver. */
  resolve?: Resolve;
  /** Certificate authorities (PEM) instead of the public ones: for receivers inside a company, and for tests. */
  certificateAuthorities?: readonly string[];
}

/** Sent with every request. An `Authorization` header is not among them: the API token never leaves (interface §5). */
const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Quittance-Webhooks/1' } as const;

/** How long one of several addresses may keep the others waiting. */
const nextAddressAfterMilliseconds = 1_000;

/** What an exchange has brought so far: filled as it goes, so that a failure half-way still tells the first half. */
interface Progress {
  statusCode?: number;
  chunks: Buffer[];
  bytes: number;
  cut: boolean;
}

export class Sender {
  readonly #options: Required<Omit<SenderOptions, 'certificateAuthorities'>>;
  readonly #authorities: string[] | undefined;
  readonly #cancelLookups: () => void;
  readonly #underWay = new Set<Promise<SendResult>>();
  #closed = false;

  constructor(options: SenderOptions) {
    const dns = options.publicOnly && !options.resolve ? publicResolver() : undefined;
    this.#cancelLookups = dns?.cancel ?? (() => {});
    this.#authorities = options.certificateAuthorities && [...options.certificateAuthorities];
    this.#options = {
      publicOnly: options.publicOnly,
      httpsOnly: options.httpsOnly ?? options.publicOnly,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 10_000,
      answerBytesMax: options.answerBytesMax ?? 16 * 1024,
      resolve: options.resolve ?? dns?.resolve ?? systemResolve,
    };
  }

  /** Sends one POST, once, whatever happens; never throws. `delivered` means that a 2xx status came back. */
  send(request: SendRequest): Promise<SendResult> {
    const exchange = this.#send(request);
    this.#underWay.add(exchange);
    void exchange.then(() => this.#underWay.delete(exchange));
    return exchange;
  }

  /**
   * What can be said of a URL before anything is sent to it: its text, its name, the addresses it leads to. For saving
   * a URL; `send` checks again by itself. Rejects never, and takes no longer than the name servers' timeouts.
   */
  async check(url: string): Promise<{ ok: true } | { ok: false; outcome: SendOutcome; why: string }> {
    const checked = checkUrl(url, this.#options);
    if (!checked.ok) return { ok: false, outcome: urlOutcome[checked.fault], why: checked.why };
    try {
      await checkedAddresses(hostOf(checked.url), this.#options.resolve, this.#options.publicOnly);
      return { ok: true };
    } catch (error) {
      const [outcome, detail] = finding(error);
      return { ok: false, outcome, why: `${outcomes[outcome]} (${detail})` };
    }
  }

  /** Sends nothing more, and waits for what is under way: at most `timeoutMilliseconds`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#underWay);
    this.#cancelLookups();
  }

  async #send(request: SendRequest): Promise<SendResult> {
    const startedMilliseconds = performance.now();
    const progress: Progress = { chunks: [], bytes: 0, cut: false };
    const [found, detail] = await this.#exchange(request, progress).catch(finding);
    // Once a status has arrived, it decides, whatever became of the rest of the answer (interface §6: any 2xx is delivered).
    const outcome = progress.statusCode === undefined ? found : outcomeOfStatus(progress.statusCode);
    const result: SendResult = {
      outcome,
      durationMilliseconds: Math.round(performance.now() - startedMilliseconds),
    };
    if (progress.statusCode !== undefined) {
      result.statusCode = progress.statusCode;
      result.answer = Buffer.concat(progress.chunks).toString('utf8').replaceAll('\0', '\uFFFD');
      result.answerCut = progress.cut;
    }
    if (outcome !== 'delivered') result.reason = `${outcomes[outcome]} (${detail})`;
    return result;
  }

  /** Throws what `finding` can read. */
  async #exchange(request: SendRequest, progress: Progress): Promise<Finding> {
    if (this.#closed) return ['not_sent', 'the service is shutting down'];
    const checked = checkUrl(request.url, this.#options);
    if (!checked.ok) return [urlOutcome[checked.fault], checked.why];

    // Loaded by the first delivery: it would be a twentieth of every start.
    const { Client } = await import('undici');
    const { timeoutMilliseconds } = this.#options;
    const ending = new AbortController();
    // undici's own limits are off: they begin anew with every phase, this one covers the whole
    const client = new Client(checked.url.origin, {
      connect: this.#connectOnce(ending.signal),
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<Finding>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(timeoutMilliseconds, progress)), timeoutMilliseconds);
    });
    try {
      return await Promise.race([deadline, this.#converse(client, checked.url, request, progress)]);
    } finally {
      clearTimeout(timer);
      ending.abort();
      client.destroy().catch(() => {});
    }
  }

  async #converse(client: Client, url: URL, request: SendRequest, progress: Progress): Promise<Finding> {
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...lowerCaseNames(request.headers), ...fixedHeaders },
      body: request.body,
      reset: true,
    });
    progress.statusCode = answer.statusCode;
    // when reading is stopped half-way, the stream says so once more, to nobody
    answer.body.on('error', () => {});
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      const room = this.#options.answerBytesMax - progress.bytes;
      progress.cut = chunk.length > room;
      progress.chunks.push(progress.cut ? chunk.subarray(0, room) : chunk);
      progress.bytes += Math.min(chunk.length, room);
      if (progress.cut) break;
    }
    return [outcomeOfStatus(answer.statusCode), `status ${answer.statusCode}`];
  }

  /** A connector for one connection, to checked addresses only; `ending` closes it in whatever state it is. */
  #connectOnce(ending: AbortSignal): buildConnector.connector {
    const lookup = checkedLookup(this.#options.resolve, this.#options.publicOnly);
    let used = false;
    return ({ hostname, port, protocol, servername }, callback) => {
      if (used) return callback(new Error('an exchange has one connection'), null);
      used = true;
      const secure = protocol === 'https:';
      const target = {
        host: hostname,
        port: Number(port || (secure ? 443 : 80)),
        lookup,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: nextAddressAfterMilliseconds,
        noDelay: true,
      };
      const trust = {
        // said aloud, so that no variable of the environment can switch the check off
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        ...(servername ? { servername } : {}),
        ...(this.#authorities ? { ca: this.#authorities } : {}),
      };
      const socket: Socket = secure ? connectTls({ ...target, ...trust }) : connectPlain(target);
      ending.addEventListener('abort', () => socket.destroy());
      let answered = false;
      const answer = (error: Error | null) => {
        if (answered) return;
        answered = true;
        if (error) callback(error, null);
        else callback(null, socket);
      };
      socket.on('error', answer).once(secure ? 'secureConnect' : 'connect', () => answer(null));
    };
  }
}

function outcomeOfStatus(statusCode: number): SendOutcome {
  if (statusCode >= 200 && statusCode <= 299) return 'delivered';
  return statusCode >= 300 && statusCode <= 399 ? 'redirect' : 'refused_status';
}

const urlOutcome = { url: 'forbidden_url', address: 'forbidden_address' } as const;

/** What came of an exchange, and its particulars in words. */
type Finding = readonly [outcome: SendOutcome, detail: string];

/** The first row whose pattern fits the code of an error; what fits none is of the connection. */
const outcomesByCode: readonly (readonly [pattern: RegExp, outcome: SendOutcome])[] = [
  [/^ADDRESS_FORBIDDEN$/, 'forbidden_address'],
  [/^DNS_FAILED$/, 'dns'],
  [/^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE)/, 'tls'],
  [/^(HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|EPROTO)$/, 'tls'],
  [/^(HTTPParserError$|HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/, 'protocol'],
  [/^(UND_ERR_INVALID_ARG|ERR_INVALID_)/, 'not_sent'],
];

/** Reads the error of an exchange. Messages of the network layer carry addresses, so only their codes are passed on. */
function finding(error: unknown): Finding {
  const { code, message } = describe(error);
  const outcome = outcomesByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection';
  // undici has one code for a cut connection and for an answer that nobody asked for
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad ')) return ['protocol', message];
  if (code === 'UND_ERR_SOCKET') return [outcome, 'the receiver closed the connection'];
  return [outcome, outcome === 'dns' || outcome === 'forbidden_address' ? message : code];
}

/** Code (else name) and message; of several addresses that failed, those of the first. */
function describe(error: unknown): { code: string; message: string } {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(first instanceof Error)) return { code: 'unknown', message: '' };
  const { code } = first as NodeJS.ErrnoException;
  return { code: typeof code === 'string' ? code : first.name, message: first.message };
}

function timedOut(timeoutMilliseconds: number, progress: Progress): Finding {
  const arrived = progress.statusCode === undefined ? 'no status' : `status ${progress.statusCode}`;
  const missing = progress.statusCode === undefined ? '' : ', but not the end of the answer';
  return ['timeout', `${arrived} arrived within ${timeoutMilliseconds / 1000} s${missing}`];
}

/** Header names are compared without case: so that a fixed header replaces its namesake instead of joining it. */
function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
