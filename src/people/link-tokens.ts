/**
 * What is sent to people: tokens of 256 random bits that stand behind the `#` of an address, so that they reach no log and no
 * other server, and are used by a POST of the page, so that no mail scanner uses them up. At rest there are only hashes.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Tx } from '../base/database.ts';

/** Where the pages behind the links are. */
export const linkPaths = {
  signIn: '/sign-in/link',
  password: '/sign-in/password',
  invitation: '/invitation',
} as const;

/** A new token. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash (32 bytes) under which an invitation is kept. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** What stands in `people_verifications.identifier` for a one-time link: the token itself is nowhere. */
export function linkIdentifier(token: string): string {
  return `link:${hash('sha256', token, 'base64url')}`;
}

/** The address that is sent: `publicUrl` without a path, one of `linkPaths`, the token. */
export function linkAddress(
  publicUrl: string,
  path: (typeof linkPaths)[keyof typeof linkPaths],
  token: string,
): string {
  return `${publicUrl}${path}#${token}`;
}

/** Makes a one-time link's token for a person, straight into better-auth's table: no need to load that for it. */
export async function makeLink(tx: Tx, personId: bigint, validMinutes: number): Promise<string> {
  const token = newLinkToken();
  await tx.query(
    `insert into people_verifications (identifier, value, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [linkIdentifier(token), String(personId), validMinutes],
  );
  return token;
}

/** Takes back all links of a person that were not used. */
export async function withdrawLinks(tx: Tx, personId: bigint): Promise<void> {
  await tx.query(`delete from people_verifications where identifier like 'link:%' and value = $1`, [String(personId)]);
}
