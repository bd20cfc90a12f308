/** The texts of every page in French: every member of the English table. */
import type { english } from './english.ts';
import { frenchFrame } from './french-frame.ts';
import { frenchPayments } from './french-payments.ts';
import { frenchSettings } from './french-settings.ts';
import { frenchSignIn } from './french-sign-in.ts';

export const french: typeof english = {
  ...frenchFrame,
  ...frenchSignIn,
  ...frenchPayments,
  ...frenchSettings,
};
