/** All texts in English. The French table has the same members, or it does not compile. */
import { englishBankFiles } from './english-bank-files.ts';
import { englishDesk } from './english-desk.ts';
import { englishExceptions } from './english-exceptions.ts';
import { englishFrame } from './english-frame.ts';
import { englishOversight } from './english-oversight.ts';
import { englishPayments } from './english-payments.ts';
import { englishSettings } from './english-settings.ts';
import { englishSignIn } from './english-sign-in.ts';

export const english = {
  ...englishFrame,
  ...englishSignIn,
  ...englishPayments,
  ...englishSettings,
  ...englishDesk,
  ...englishExceptions,
  ...englishBankFiles,
  ...englishOversight,
};
