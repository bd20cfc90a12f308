/**
 * What a handler answers: a value, never an exception. Failures carry what the caller may read; what only the log may keep
 * is thrown, and answered as a bare 500.
 */
import type { Readable } from 'node:stream';
import type { JsonValue } from '../base/json.ts';

export interface Fault {
  path: string[];
  message: string;
}

/** 403 and 429 are for people's pages only: the interface has no such status (open point `unlisted-status`). */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 429 | 500;

export interface Failure {
  status: FailureStatus;
  error: string;
  /** Left out where there is no structured context (interface §2.4). */
  details?: Fault[];
  /** With 429: sent as Retry-After. */
  retryAfterSeconds?: number;
}

export interface Success {
  status: 200;
  /** The bytes that are sent. */
  text: string;
  contentType: string;
  headers?: Record<string, string>;
}

/** A success that is too long to be made before it is sent. A stream that fails cuts the connection: the file is not whole. */
export interface Streamed {
  status: 200;
  stream: Readable;
  contentType: string;
  headers?: Record<string, string>;
}

export type Answer = Success | Streamed | Failure;

const json = 'application/json; charset=utf-8';

export function ok(body: JsonValue): Success {
  return { status: 200, text: JSON.stringify(body), contentType: json };
}

/** An answer that is JSON text already: stored answers are sent byte for byte. */
export function okText(text: string, headers?: Record<string, string>): Success {
  return headers ? { status: 200, text, contentType: json, headers } : { status: 200, text, contentType: json };
}

export function page(text: string, contentType: string, headers?: Record<string, string>): Success {
  return headers ? { status: 200, text, contentType, headers } : { status: 200, text, contentType };
}

export function streamed(stream: Readable, contentType: string, headers: Record<string, string> = {}): Streamed {
  return { status: 200, stream, contentType, headers };
}

export function failure(status: FailureStatus, error: string, details?: Fault[]): Failure {
  return details && details.length > 0 ? { status, error, details } : { status, error };
}

/** 400 for field faults. A fault of the body as a whole has no path: it becomes the message. */
export function invalid(faults: Fault[]): Failure {
  const whole = faults.find((fault) => fault.path.length === 0);
  if (whole) return failure(400, `The body ${whole.message}`);
  return failure(400, 'Some fields of the request are not valid: see details', faults);
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'error' in value && 'status' in value;
}
