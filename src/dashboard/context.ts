/**
 * What the dashboard's handlers work with: made once in src/main.ts. The pages reach the same rooms as the API does, with a
 * visitor in the place of a token.
 */
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database.ts';
import type { SecretBox } from '../base/secrets.ts';
import type { PayeeDirectory } from '../payees/snapshot.ts';
import type { People } from '../people/door.ts';
import type { Hands } from '../webhooks/by-hand.ts';
import type { Sender } from '../webhooks/send.ts';

export interface DashboardContext {
  people: People;
  database: Database;
  clock: Clock;
  environment: 'sandbox' | 'production';
  payees: PayeeDirectory;
  sender: Sender;
  /** Deliveries that somebody asks for. */
  hands: Hands;
  webhookBox: SecretBox;
  /** Seals bank account numbers. */
  accountBox: SecretBox;
  /** Where this service is reached, without a path. */
  publicUrl: () => string;
  /** Where payers send their transfers, if it is set. */
  interacAddress: string | undefined;
}
