/**
 * The card rail with Stripe behind it. The `stripe` package is large: only who takes cards with it loads this file.
 */
import { CardPayments, type CardRail, type CardSettings } from '../card-payments.ts';
import type { StripeSettings } from './client.ts';
import { StripeEvents } from './events.ts';
import { stripePorts } from './ports.ts';

export type StripeRailSettings = StripeSettings & Omit<CardSettings, 'ports'> & Pick<CardRail, 'publicUrl'>;

export function stripeRail(settings: StripeRailSettings): CardRail {
  const payments = new CardPayments({ ...settings, ports: stripePorts(settings) });
  return { payments, events: new StripeEvents({ ...settings, payments }), publicUrl: settings.publicUrl };
}
