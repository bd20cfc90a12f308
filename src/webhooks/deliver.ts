/**
 * Delivery: claim, commit, send once, record (design §7). No lock is held across the network; one attempt whatever the
 * receiver does; one slow receiver holds up nobody else.
 *
 *   pending ─claim, commit─▶ claimed ─send─▶ record ─▶ delivered | failed
 *                               └ process died ─(a minute later)─▶ unknown, never sent again by itself
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventSource } from '../../contract/events.ts';
import type { Database } from '../base/database.ts';
import { type GroupCommit, groupCommit } from '../base/group-commit.ts';
import type { Log } from '../base/log.ts';
import type { SecretBox } from '../base/secrets.ts';
import { type AttemptResult, type Claim, claim, giveUpUnknown, recordResults } from './attempts.ts';
import { openSecret } from './endpoints.ts';
import type { Sender } from './send.ts';
import { signatureHeader, signatureHeaderName } from './signature.ts';

export interface DelivererSettings {
  database: Database;
  sender: Sender;
  box: SecretBox;
  log: Log;
  concurrency: number;
  concurrencyPerPartner: number;
  onAttempt?: (outcome: string, seconds: number) => void;
}

/** How long a process without work waits before it looks again; a change in this process wakes it at once. */
const pollMilliseconds = 250;
/** Six times the longest exchange: an attempt begun longer ago has no process any more. */
const lostAfterSeconds = 60;
const lostCheckMilliseconds = 15_000;
const recordTriesMax = 8;

export class Deliverer {
  readonly #settings: DelivererSettings;
  readonly #recording: GroupCommit<AttemptResult, void>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #busy = new Map<bigint, number>();
  #wake: () => void = () => undefined;
  #stopping = false;
  #loop: Promise<void> | undefined;

  constructor(settings: DelivererSettings) {
    this.#settings = settings;
    this.#recording = groupCommit(async (results) => {
      await recordResults(settings.database, results);
      return results.map(() => undefined);
    });
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Tells the loop that something may be owed. */
  wake(): void {
    this.#wake();
  }

  /** Claims nothing more from this moment on, and waits until every attempt under way is recorded. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#loop;
    await Promise.all(this.#underWay);
  }

  /** Waits for the recording of the attempts that have an outcome, not for those that are still being sent. */
  async recorded(): Promise<void> {
    await this.#recording.idle();
  }

  async #run(): Promise<void> {
    const { database, log } = this.#settings;
    let lostCheckedAt = 0;
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      let claimed = 0;
      try {
        if (performance.now() - lostCheckedAt > lostCheckMilliseconds || lostCheckedAt === 0) {
          lostCheckedAt = performance.now();
          const lost = await giveUpUnknown(database, lostAfterSeconds);
          if (lost > 0) log.warn({ lost }, 'webhook attempts with an unknown outcome: their process died');
        }
        claimed = await this.#claimAndSend();
      } catch (error) {
        log.error({ err: error }, 'webhooks could not be claimed; trying again');
      }
      if (claimed === 0) await idle(woken, pollMilliseconds);
    }
  }

  async #claimAndSend(): Promise<number> {
    const { database, concurrency, concurrencyPerPartner } = this.#settings;
    const free = concurrency - this.#underWay.size;
    if (free <= 0 || this.#stopping) return 0;
    // A single statement is its own transaction: the claim is committed before anything is sent.
    const claims = await claim(database, { total: free, perPartner: concurrencyPerPartner, busy: this.#busy });
    for (const each of claims) {
      this.#busy.set(each.partnerId, (this.#busy.get(each.partnerId) ?? 0) + 1);
      const sending: Promise<void> = this.#sendAndRecord(each).finally(() => {
        this.#underWay.delete(sending);
        const left = (this.#busy.get(each.partnerId) ?? 1) - 1;
        if (left > 0) this.#busy.set(each.partnerId, left);
        else this.#busy.delete(each.partnerId);
        this.#wake();
      });
      this.#underWay.add(sending);
    }
    return claims.length;
  }

  async #sendAndRecord(each: Claim): Promise<void> {
    const { box, sender, log, onAttempt } = this.#settings;
    const result = await sendEvent(sender, box, each);
    onAttempt?.(result.outcome, result.durationMs / 1000);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#recording.add(result);
      } catch (error) {
        log.error({ err: error, eventId: each.eventId.toString(), tries }, 'a webhook attempt could not be recorded');
        if (tries === recordTriesMax) return; // it stays claimed, and is shown as unknown after a minute
        await delay(100 * 2 ** tries);
      }
    }
  }
}

/** Sends one event, once. The timestamps are real time: the receiver holds them against its own clock. */
export async function sendEvent(sender: Sender, box: SecretBox, each: Claim): Promise<AttemptResult> {
  const base = { partnerId: each.partnerId, eventId: each.eventId, number: each.number };
  const nothing = { signature: null, body: null, statusCode: null, answer: null, durationMs: 0 };
  if (each.url === null || each.secretSealed === null) {
    return { ...base, ...nothing, outcome: 'not_sent', reason: 'The partner has no webhook URL any more.' };
  }
  let secret: string;
  try {
    secret = openSecret(box, each.partnerId, each.secretSealed);
  } catch (error) {
    return {
      ...base,
      ...nothing,
      outcome: 'not_sent',
      reason: `The signing secret could not be opened: ${(error as Error).message}`,
    };
  }
  const now = Temporal.Now.instant();
  const timestamp = now.toString({ smallestUnit: 'millisecond' });
  const body =
    `{"event":${JSON.stringify(each.event)},"payments":[${each.record}],` +
    `"timestamp":"${timestamp}","source":"${eventSource}"}`;
  const signature = signatureHeader(secret, Math.floor(now.epochMilliseconds / 1000), body);
  const result = await sender.send({ url: each.url, headers: { [signatureHeaderName]: signature }, body });
  return {
    ...base,
    signature,
    body,
    outcome: result.outcome,
    statusCode: result.statusCode ?? null,
    answer: result.answer ?? null,
    reason: result.reason ?? null,
    durationMs: Math.round(result.durationMilliseconds),
  };
}

async function idle(woken: Promise<void>, milliseconds: number): Promise<void> {
  const stop = new AbortController();
  await Promise.race([woken, delay(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}
