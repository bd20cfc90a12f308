/**
 * The EFT rail's settings, as the debit run takes them.
 */
import type { Config } from '../base/config.ts';
import type { SecretBox } from '../base/secrets.ts';
import type { EftSettings } from '../collection/eft/originate.ts';

/** Undefined where the bank's numbers are not set: then no debit can be made. */
export function eftSettings(config: Config, box: SecretBox): EftSettings | undefined {
  if (config.eftOriginatorId === undefined || config.eftReturnAccount === undefined) return undefined;
  return {
    environment: config.environment,
    originatorId: config.eftOriginatorId,
    originatorShortName: config.operatorName,
    originatorLongName: config.operatorName,
    destinationDataCentre: config.eftDestinationDataCentre,
    returnAccount: config.eftReturnAccount,
    box,
  };
}
