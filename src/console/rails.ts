/**
 * How the rails are set up for this environment: how money goes out and comes in by file, and what of it is due by the clock.
 */
import { dropFolderAt } from '../bank-files/drop-folder.ts';
import type { Foundation } from '../base/foundation.ts';
import type { SecretBox } from '../base/secrets.ts';
import type { CardRail } from '../collection/card/card-payments.ts';
import type { PayeeDirectory } from '../payees/snapshot.ts';
import type { DueSettings } from './due.ts';
import { eftSettings } from './eft-settings.ts';
import { dropDirectory } from './pick-up.ts';

export interface RailParts {
  payees: PayeeDirectory;
  /** Opens bank account numbers. */
  accountBox: SecretBox;
  /** Absent where card payments are switched off. */
  cards: CardRail | undefined;
}

/** The settings of settlement and debits, undefined where the bank's numbers are not set, and what is due when. */
export function rails(foundation: Pick<Foundation, 'config' | 'database'>, context: RailParts) {
  const { config, database } = foundation;
  const settlement = config.settlementAccount && {
    environment: config.environment,
    operatorName: config.operatorName,
    debtor: config.settlementAccount,
  };
  const eft = eftSettings(config, context.accountBox);
  const drop = dropDirectory(config);
  const eftDirectory = config.eftDirectory ?? (drop === undefined ? undefined : dropFolderAt(drop).outbox);
  const due: DueSettings = {
    database,
    payees: context.payees,
    presumedAfterBusinessDays: config.presumedAfterBusinessDays,
    eftCompletedAfterBusinessDays: config.eftCompletedAfterBusinessDays,
    ...(context.cards && { cards: context.cards }),
    ...(settlement &&
      config.settlementDirectory !== undefined && {
        cutOff: { settlement, time: config.settlementCutOff, outDir: config.settlementDirectory },
      }),
    ...(eft && eftDirectory !== undefined && { eftCutOff: { eft, time: config.eftCutOff, outDir: eftDirectory } }),
  };
  return { settlement, eft, due };
}
