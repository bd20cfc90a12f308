/**
 * What must hold between several settings, one row each. Looked at where each of those settings is right by itself.
 */
import type { Config } from './settings.ts';

export interface SettingRule {
  /** The setting that is named as wrong. */
  name: string;
  of: readonly (keyof Config)[];
  holds: (config: Config) => boolean;
  why: string;
}

const needsStripe = (config: Config) => config.cardProvider === 'stripe';
const orOff = 'or switch card payments off: CARD_PROVIDER=off';

export const settingRules: readonly SettingRule[] = [
  {
    name: 'CARD_PROVIDER',
    of: ['cardProvider', 'environment'],
    holds: (config) => config.cardProvider !== 'simulated' || config.environment === 'sandbox',
    why: 'the simulated provider exists in the sandbox only. Allowed in production: `stripe` or `off`',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    of: ['cardProvider', 'stripeSecretKey'],
    holds: (config) => !needsStripe(config) || config.stripeSecretKey !== undefined,
    why: `not set, but CARD_PROVIDER is stripe: set the key that Stripe shows, ${orOff}`,
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    of: ['cardProvider', 'stripeWebhookSecret'],
    holds: (config) => !needsStripe(config) || config.stripeWebhookSecret !== undefined,
    why: `not set, but CARD_PROVIDER is stripe: set the signing secret of its webhook endpoint, ${orOff}`,
  },
  {
    name: 'STRIPE_SECRET_KEY',
    of: ['environment', 'stripeSecretKey'],
    holds: ({ environment, stripeSecretKey }) =>
      stripeSecretKey === undefined || stripeSecretKey.includes('_live_') === (environment === 'production'),
    why: 'the key is of the other world: production takes a live key, the sandbox a test key',
  },
  {
    name: 'STRIPE_ADDRESS',
    of: ['environment', 'stripeAddress'],
    holds: ({ environment, stripeAddress }) => environment === 'sandbox' || stripeAddress.startsWith('https://'),
    why: 'production reaches Stripe by https only',
  },
  {
    name: 'MAIL_FROM',
    of: ['smtpUrl', 'mailFrom'],
    holds: ({ smtpUrl, mailFrom }) => smtpUrl === undefined || mailFrom !== undefined,
    why: 'not set, but SMTP_URL is: mails need a sender. Allowed: an e-mail address, alone or as `Name <address>`',
  },
];
