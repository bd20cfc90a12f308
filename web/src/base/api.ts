/**
 * Asking the service: JSON there and back, and every failure as one kind of error that a page can put into words.
 */

export interface FieldFault {
  path: string[];
  message: string;
}

/** What went wrong. `status` 0: no answer came at all. */
export class Trouble extends Error {
  readonly status: number;
  /** A code of the sign-in, where there is one (`INVALID_PASSWORD`…). */
  readonly code: string | undefined;
  readonly faults: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { code?: string; faults?: FieldFault[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'Trouble';
    this.status = status;
    this.code = more.code;
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Saves a file under the name that the service gives it; a failure, also halfway, is put into words like any other. */
export async function save(path: string): Promise<void> {
  const response = await fetch(path).catch(notAnswered);
  if (!response.ok) throw troubleOf(response, jsonOf(await response.text().catch(notAnswered)));
  const link = document.createElement('a');
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.href = URL.createObjectURL(await response.blob().catch(notAnswered));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function notAnswered(): never {
  throw new Trouble(0, '');
}

/** GET. Query values that are undefined or empty are left out. */
export function read<T>(
  path: string,
  query: Record<string, string | undefined> = {},
  signal?: AbortSignal,
): Promise<T> {
  return ask<T>('GET', withQuery(path, query), undefined, signal);
}

export function write<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>('POST', path, body);
}

export function remove<T>(path: string): Promise<T> {
  return ask<T>('DELETE', path, {});
}

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

async function ask<T>(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(0, '');
  }
  const value = jsonOf(text);
  if (response.ok) return value as T;
  throw troubleOf(response, value);
}

function troubleOf(response: Response, value: unknown): Trouble {
  const said = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after'));
  return new Trouble(response.status, String(said.error ?? said.message ?? ''), {
    ...(typeof said.code === 'string' && { code: said.code }),
    ...(Array.isArray(said.details) && { faults: said.details as FieldFault[] }),
    ...(wait > 0 && { retryAfterSeconds: wait }),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
