/** All texts in French: every member of the English table. */
import type { english } from './english.ts';
import { frenchBankFiles } from './french-bank-files.ts';
import { frenchDesk } from './french-desk.ts';
import { frenchExceptions } from './french-exceptions.ts';
import { frenchFrame } from './french-frame.ts';
import { frenchOversight } from './french-oversight.ts';
import { frenchPayments } from './french-payments.ts';
import { frenchSettings } from './french-settings.ts';
import { frenchSignIn } from './french-sign-in.ts';

export const french: typeof english = {
  ...frenchFrame,
  ...frenchSignIn,
  ...frenchPayments,
  ...frenchSettings,
  ...frenchDesk,
  ...frenchExceptions,
  ...frenchBankFiles,
  ...frenchOversight,
};
