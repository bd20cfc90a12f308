/**
 * The one client of Stripe, and what becomes of a call that fails: an answer or a fault, never an exception.
 *
 *   nothing came, too many at once, in progress ─▶ unavailable (ask again, same key)       refusal ─▶ refused       no such thing ─▶ gone
 *   5xx ─▶ unavailable; but for a session that was asked for ─▶ refused: Stripe keeps a 5xx under the key and would repeat it for a
 *          day, so that attempt is given up. If there is a session after all, nobody has its address, and it expires.
 */
import Stripe from 'stripe';
import { isFault, type ProviderFault } from '../ports.ts';

export interface StripeSettings {
  secretKey: string;
  /** Origin, such as `https://api.stripe.com`. */
  address: string;
  /** For tests; how long Stripe may be silent before a call is given up. */
  silenceMilliseconds?: number;
}

/** The form of Stripe's objects that this room reads. To take another one is to read its list of changes first. */
const apiVersion = '2026-10-28.endive';
const silenceMilliseconds = 10_000;
const retriesMax = 2;
const lookSilenceMilliseconds = 5_000;
/** Whatever happens, a call has ended by then: all its tries together, also where an answer only trickles in. */
const callMillisecondsMax = 45_000;

export function stripeClient({ secretKey, address, ...rest }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(address);
  const plain = protocol === 'http:';
  return new Stripe(secretKey, {
    apiVersion,
    protocol: plain ? 'http' : 'https',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (plain ? 80 : 443) : Number(port),
    timeout: rest.silenceMilliseconds ?? silenceMilliseconds,
    maxNetworkRetries: retriesMax,
    telemetry: false,
    appInfo: { name: 'Quittance' },
  });
}

/** How long a look may take: somebody waits for it, and it is made again anyway. */
export function quick(settings: StripeSettings): { timeout: number; maxNetworkRetries: number } {
  return { timeout: Math.min(settings.silenceMilliseconds ?? Infinity, lookSilenceMilliseconds), maxNetworkRetries: 1 };
}

/** Whether the key is for real money: whatever else says something else belongs to another world. */
export function isLive(secretKey: string): boolean {
  return secretKey.includes('_live_');
}

/** `gone`: Stripe does not know what we look at, or not in this account. */
export type StripeFault = ProviderFault | { fault: 'gone'; why: string };

/** What Stripe answers to a look: nothing there can be changed by it. */
export async function look<T extends object>(call: Promise<T>): Promise<T | StripeFault> {
  return await answerTo(call, false);
}

/** What Stripe answers where it is asked for something new, under an idempotency key. */
export async function begin<T extends object>(call: Promise<T>): Promise<T | RefusedFault> {
  return (await answerTo(call, true)) as T | RefusedFault;
}

/** `param`: the one that Stripe does not accept. */
type RefusedFault = ProviderFault & { param?: string };

export function isStripeFault<T extends object>(answer: T | StripeFault): answer is StripeFault {
  return isFault(answer as T | ProviderFault);
}

async function answerTo<T extends object>(call: Promise<T>, isNew: boolean): Promise<T | StripeFault> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<StripeFault>((resolve) => {
    const fault = { fault: 'unavailable', why: `no whole answer in ${callMillisecondsMax / 1000} s` } as const;
    timer = setTimeout(resolve, callMillisecondsMax, fault);
  });
  try {
    return await Promise.race([call, late]);
  } catch (error) {
    return faultOf(error, isNew);
  } finally {
    clearTimeout(timer);
  }
}

/** What of an error may be told: no text of Stripe's, which can quote what was sent (addresses, parts of a key). */
function faultOf(error: unknown, isNew: boolean): StripeFault & { param?: string } {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { fault: 'unavailable', why: `not an answer of Stripe's: ${(error as Error).name}` };
  }
  const { type, code, param, statusCode: status, requestId } = error;
  const cause = (error.detail as { code?: unknown } | undefined)?.code;
  const told = { code, param, status, cause, request: requestId };
  const parts = Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  const why = [type, ...parts].join(', ');
  if (error instanceof Stripe.errors.StripeRateLimitError || status === undefined || status === 409) {
    return { fault: 'unavailable', why };
  }
  if (status >= 500) return { fault: isNew ? 'refused' : 'unavailable', why };
  if (!isNew && code === 'resource_missing') return { fault: 'gone', why };
  return { fault: 'refused', why, ...(param !== undefined && { param }) };
}
