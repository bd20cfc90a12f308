/**
 * Signing in by a one-time link, as a plugin of better-auth. The second factor is still asked for (better-auth's own magic
 * links would skip it): the same challenge as after a password, with its cookie, its record and its count of tries.
 */
import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import { linkIdentifier } from './link-tokens.ts';

const challengeSeconds = 600;

export function oneTimeLinks() {
  return {
    id: 'one-time-links',
    endpoints: {
      signInLink: createAuthEndpoint(
        '/sign-in/link',
        { method: 'POST', body: z.object({ token: z.string().min(20).max(100) }) },
        async (ctx) => {
          const used = new APIError('UNAUTHORIZED', { code: 'LINK_USED', message: 'The link was used or is too old' });
          const { internalAdapter } = ctx.context;
          const found = await internalAdapter.consumeVerificationValue(linkIdentifier(ctx.body.token));
          if (!found) throw used;
          const user = await internalAdapter.findUserById(found.value);
          if (!user) throw used;
          if ((user as { twoFactorEnabled?: boolean }).twoFactorEnabled) {
            // Whoever was signed in here before is not any more: the code that comes next is this person's.
            deleteSessionCookie(ctx, true);
            const challenge = `2fa-${randomBytes(24).toString('base64url')}`;
            const expiresAt = new Date(Date.now() + challengeSeconds * 1000);
            await internalAdapter.createVerificationValue({ identifier: challenge, value: user.id, expiresAt });
            await internalAdapter.createVerificationValue({
              identifier: `2fa-attempts-${challenge}`,
              value: '0',
              expiresAt,
            });
            const cookie = ctx.context.createAuthCookie('two_factor', { maxAge: challengeSeconds });
            await ctx.setSignedCookie(cookie.name, challenge, ctx.context.secret, cookie.attributes);
            return ctx.json({ twoFactorRedirect: true });
          }
          const current = user.emailVerified
            ? user
            : await internalAdapter.updateUser(user.id, { emailVerified: true });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user: current });
          return ctx.json({ user: { id: user.id, email: user.email } });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
