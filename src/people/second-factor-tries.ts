/**
 * How often codes of one person may be tried, as a plugin of better-auth: its own lock is read before a code is looked at and counted
 * behind it, so that of many at once all are looked at. Here each counts before, whatever challenge it belongs to.
 *
 *   cookie of the challenge (signed) ─▶ its record ─▶ person ─▶ count ─▶ too many: 429      else ─▶ better-auth
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';

/** The doors that take a code of a second factor; a session that one of them made has shown it. */
export const codePaths: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/** `countCode` counts a try for a person; it answers the seconds to wait where there were too many. */
export function secondFactorTries(countCode: (personId: bigint) => Promise<number | undefined>) {
  return {
    id: 'second-factor-tries',
    hooks: {
      before: [
        {
          matcher: ({ path }) => codePaths.has(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const { name } = ctx.context.createAuthCookie('two_factor');
            const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
            const found = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge));
            // No challenge: it is refused there, or ends the set-up of who is signed in (and counted as that).
            if (!found || (await countCode(BigInt(found.value))) === undefined) return;
            throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED', message: 'Too many codes' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
