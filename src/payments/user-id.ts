/**
 * `userId`: one opaque string per partner and e-mail address, compared without case (open point `user-id`). It is computed
 * rather than stored: the same address always gives the same id, in every process, without a table to keep.
 */
import { hash } from 'node:crypto';

/** Answers `usr_` and 26 characters that tell nothing of the address. */
export function userIdOf(partnerId: bigint, userEmail: string): string {
  const digest = hash('sha256', `quittance user\0${partnerId}\0${userEmail.toLowerCase()}`);
  return `usr_${digest.slice(0, 26)}`;
}
