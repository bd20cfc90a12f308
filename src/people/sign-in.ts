/**
 * People's sign-in: better-auth on our PostgreSQL. Loaded by the first request that needs it, never by the API.
 *
 *   password ─▶ [second factor] ─▶ session        link ─▶ [second factor] ─▶ session      (nobody signs up by himself)
 *
 * Which of its doors exist, how often they may be tried and what is written to the trail, is decided in front of it (mount.ts).
 */
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Pool } from 'pg';
import { addressHeader } from './address-header.ts';
import { oneTimeLinks } from './one-time-links.ts';
import { codePaths, secondFactorTries } from './second-factor-tries.ts';

export interface SignInSettings {
  /** Its connections must answer timestamps as `Date`. */
  pool: Pool;
  /** The address of the service in a browser, without a path. */
  publicUrl: string;
  /** Further origins of the same service (the sandbox: localhost beside 127.0.0.1). */
  trustedOrigins: readonly string[];
  /** 32 bytes, for this alone: signs cookies and seals second factors. */
  secret: Buffer;
  /** Sends the token of a reset; does not wait for the mail. */
  sendPasswordReset: (email: string, token: string) => void;
  /** A person has a new password by a reset; `headers` of the request say from where. */
  onPasswordReset: (personId: bigint, headers: Headers | undefined) => Promise<void>;
  /** Counts a code that is tried; answers the seconds to wait where there were too many. */
  countCode: (personId: bigint) => Promise<number | undefined>;
  warn: (message: string) => void;
}

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;
const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** What of our tables is which of better-auth's. */
const tables = {
  user: { modelName: 'people', fields: { emailVerified: 'email_verified', image: 'picture', ...times } },
  session: {
    modelName: 'people_sessions',
    fields: {
      userId: 'person_id',
      expiresAt: 'expires_at',
      ipAddress: 'address',
      userAgent: 'user_agent',
      ...times,
    },
    additionalFields: {
      secondFactor: {
        type: 'boolean',
        required: false,
        defaultValue: false,
        input: false,
        fieldName: 'second_factor',
      },
    },
  },
  account: {
    modelName: 'people_passwords',
    fields: {
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: { modelName: 'people_verifications', fields: { expiresAt: 'expires_at', ...times } },
} as const;

const secondFactors = () =>
  twoFactor({
    issuer: 'Quittance',
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
    schema: {
      user: { fields: { twoFactorEnabled: 'second_factor_enabled' } },
      twoFactor: {
        modelName: 'people_second_factors',
        fields: {
          userId: 'person_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

/** Everything that better-auth is told; a test holds the tables against it. */
export function signInOptions(settings: SignInSettings) {
  const { pool, publicUrl, secret } = settings;
  return {
    appName: 'Quittance',
    baseURL: publicUrl,
    basePath: '/auth',
    secret: secret.toString('base64'),
    database: pool,
    telemetry: { enabled: false },
    trustedOrigins: [publicUrl, ...settings.trustedOrigins],
    logger: { level: 'warn', disableColors: true, log: (_level, message) => settings.warn(message) },
    // Without this, better-auth prints refusals to the terminal, past the logger above.
    onAPIError: { onError: (error) => settings.warn(error instanceof Error ? error.message : String(error)) },
    user: tables.user,
    session: {
      ...tables.session,
      expiresIn: 7 * daySeconds,
      // A session ends after a week, used or not; one that rests ends before (src/people/sessions.ts).
      disableSessionRefresh: true,
    },
    account: { ...tables.account, accountLinking: { enabled: false } },
    verification: {
      ...tables.verification,
      // Reset links must not be readable at rest; ours are hashed already, by SQL that does not load this module.
      storeIdentifier: { default: 'hashed', overrides: { 'link:': 'plain' } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: 60 * minuteSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => settings.sendPasswordReset(user.email, token),
      onPasswordReset: async ({ user }, request) => settings.onPasswordReset(BigInt(user.id), request?.headers),
    },
    // Counted in front of it: by account and address, in a table that outlives windows (src/people/guesses.ts).
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, secondFactor: codePaths.has(context?.path ?? '') },
          }),
        },
      },
    },
    advanced: {
      cookiePrefix: 'quittance',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true },
      database: { generateId: 'serial' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    plugins: [secondFactorTries(settings.countCode), secondFactors(), oneTimeLinks()],
  } satisfies BetterAuthOptions;
}

export function openSignIn(settings: SignInSettings) {
  // Its own variables would add origins, keys and telemetry behind our settings' back.
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];
  return betterAuth(signInOptions(settings));
}

export type SignIn = ReturnType<typeof openSignIn>;
