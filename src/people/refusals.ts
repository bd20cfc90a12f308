/** What /auth refuses, in words and as a code that a page can translate; also better-auth's own refusals. */
import type { FastifyReply } from 'fastify';
import { isoFromInstant } from '../base/time.ts';
import type { AuthCode } from './views.ts';

interface Words {
  status: 400 | 401 | 403 | 429;
  error: string;
}

const refusals: Record<AuthCode, Words> = {
  'sign-in-first': { status: 401, error: 'Sign in first' },
  'wrong-password': { status: 401, error: 'Address or password are not right' },
  'wrong-code': { status: 401, error: 'The code is not right, or was used already' },
  'sign-in-expired': { status: 401, error: 'This took too long or too many tries: begin again' },
  'link-used': { status: 401, error: 'The link was used or is too old: ask for another one' },
  'too-many-tries': { status: 429, error: 'There were too many tries: wait a while' },
  'password-too-short': { status: 400, error: 'A password has at least 12 characters' },
  'password-too-long': { status: 400, error: 'A password has at most 128 characters' },
  'password-already-set': { status: 400, error: 'There is a password already: change it' },
  'second-factor-already-set': { status: 400, error: 'There is a second factor already' },
  'second-factor-not-set': { status: 400, error: 'There is no second factor yet' },
  'second-factor-demanded': { status: 403, error: 'An operator keeps the second factor' },
  'name-missing': { status: 400, error: 'A name is needed: `name`, a text of 1 to 100 characters' },
  'no-mail': {
    status: 400,
    error: 'This service cannot send mails (SMTP_URL is not set): ask the operator for a link',
  },
  'cross-site': { status: 403, error: 'The request does not come from a page of this service' },
  refused: { status: 400, error: 'The request is not one that is understood here' },
};

/** Which of our refusals one of better-auth's is. */
const theirs: Record<string, AuthCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-password',
  INVALID_EMAIL: 'wrong-password',
  INVALID_PASSWORD: 'wrong-password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong-password',
  INVALID_CODE: 'wrong-code',
  INVALID_BACKUP_CODE: 'wrong-code',
  BACKUP_CODES_NOT_ENABLED: 'second-factor-not-set',
  INVALID_TWO_FACTOR_COOKIE: 'sign-in-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign-in-expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'too-many-tries',
  TOTP_ALREADY_ENABLED: 'second-factor-already-set',
  TOTP_NOT_ENABLED: 'second-factor-not-set',
  TWO_FACTOR_NOT_ENABLED: 'second-factor-not-set',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  PASSWORD_ALREADY_SET: 'password-already-set',
  INVALID_TOKEN: 'link-used',
  LINK_USED: 'link-used',
  UNAUTHORIZED: 'sign-in-first',
};

export function codeOf(theirCode: unknown): AuthCode {
  return (typeof theirCode === 'string' && theirs[theirCode]) || 'refused';
}

/** Answers a refusal: the error body, and the code. `more` says it more exactly. */
export function refuse(
  reply: FastifyReply,
  code: AuthCode,
  more: { error?: string; retryAfterSeconds?: number } = {},
): FastifyReply {
  const { status, error } = refusals[code];
  if (more.retryAfterSeconds !== undefined) reply.header('retry-after', more.retryAfterSeconds);
  return reply.code(status).send({
    error: more.error ?? error,
    code,
    timestamp: isoFromInstant(Temporal.Now.instant()),
    endpoint: reply.request.url.split('?', 1)[0] ?? '',
  });
}
