/**
 * What the endpoints work with: made once in src/main.ts, handed to every handler.
 */
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/database.ts';
import type { GroupCommit } from '../base/group-commit.ts';
import type { SecretBox } from '../base/secrets.ts';
import type { CardRail } from '../collection/card/card-payments.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/server.ts';
import type { Caller } from '../partners/tokens.ts';
import type { PayeeDirectory } from '../payees/snapshot.ts';
import type { Creation, NewPayment } from '../payments/create.ts';
import type { Hands } from '../webhooks/by-hand.ts';
import type { Sender } from '../webhooks/send.ts';

export interface ApiContext {
  database: Database;
  clock: Clock;
  payees: PayeeDirectory;
  /** Group commit in front of `payments/create`. */
  creations: GroupCommit<NewPayment, Creation>;
  findCaller: (token: string) => Promise<Caller | undefined>;
  sender: Sender;
  /** Deliveries that somebody asks for. */
  hands: Hands;
  webhookBox: SecretBox;
  /** Seals bank account numbers. */
  accountBox: SecretBox;
  /** Absent where card payments are switched off. */
  cards: CardRail | undefined;
  /** Tells the deliverer of this process, if it has one, that something may be owed. */
  wakeDeliverer: () => void;
}

export type Handler = (context: ApiContext, exchange: Exchange<Caller>) => Answer | Promise<Answer>;
