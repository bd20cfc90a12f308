/**
 * Authentication (interface §5): the bearer token and its scope, before anything else of a request is looked at. A missing,
 * malformed, unknown, deactivated or under-scoped token is 401, in words that say which.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Failure, failure } from '../http/answer.ts';
import type { Caller } from '../partners/tokens.ts';

const bearer = /^bearer +([^ ]+) *$/i;

/** Finds the caller; `permission` null accepts any active token (open point `webhook-test-scope`). */
export async function authorize(
  findCaller: (token: string) => Promise<Caller | undefined>,
  headers: IncomingHttpHeaders,
  permission: string | null,
): Promise<Caller | Failure> {
  if (headers.authorization === undefined) {
    return failure(401, 'The Authorization header is missing: send Authorization: Bearer <API token>');
  }
  const token = bearer.exec(headers.authorization)?.[1];
  if (token === undefined) {
    return failure(401, 'The Authorization header must have the form: Bearer <API token>');
  }
  const caller = await findCaller(token);
  if (!caller) {
    return failure(401, 'The token is not valid here: it is unknown, deactivated, or belongs to the other environment');
  }
  if (permission !== null && !caller.scopes.includes(permission)) {
    return failure(401, `The token does not have the permission ${permission} that this endpoint needs`);
  }
  return caller;
}
