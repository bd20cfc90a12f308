/** The texts of every page in English. The French table has the same members, or it does not compile. */
import { englishFrame } from './english-frame.ts';
import { englishPayments } from './english-payments.ts';
import { englishSettings } from './english-settings.ts';
import { englishSignIn } from './english-sign-in.ts';

export const english = {
  ...englishFrame,
  ...englishSignIn,
  ...englishPayments,
  ...englishSettings,
};
