/** What `payment show --json` answers, and how a test reads it: the entries as words, in their order. */
import assert from 'node:assert/strict';
import type { PaymentRecord } from '../world/service.ts';

export interface Shown {
  payment: PaymentRecord;
  state: string;
  moves: { event: string; to: string; status: string; cause: string; at: string }[];
  corrections: { field: string; before: string; after: string }[];
  transfers: { state: string; heldReason: string | null; advice: string | null; description: string | null }[];
  debits: {
    attempt: number;
    state: string;
    amountCents: number;
    account: { bankAccountId: number; institutionNumber: string; transitNumber: string; accountNumber: string };
    file: { name: string; fileCreationNumber: number; madeAt: string; writtenAt: string | null } | null;
    dueDate: string | null;
    crossReference: string | null;
    returnCode: string | null;
    waitsFor: string | null;
  }[];
  returns: {
    attempt: number;
    action: string;
    amountCents: number;
    code: { code: string; meaning: { en: string; fr: string }; acts: string; how: string };
    line: number;
  }[];
  submissions: { attempt: number; outcome: string; batch: { fileName: string; writtenAt: string | null } }[];
  reports: { action: string; status: { code: string }; reason: { code: string; acts: string } | null }[];
  webhooks: { event: string; state: string; attempts: { outcome: string; statusCode: number; url: string }[] }[];
  entries: { at: string; what: string; step?: string; move?: Shown['moves'][number]; event?: string }[];
}

/** The entries as words, in their order: `move collected`, `debit sent`, `return`, … */
export const story = ({ entries }: Shown) =>
  entries.map(({ what, step, move }) => [what, step ?? move?.to].filter(Boolean).join(' '));

/** Fails where an entry stands before an earlier one. */
export function inOrder({ entries }: Shown): void {
  const times = entries.map(({ at }) => Temporal.Instant.from(at));
  for (const [index, at] of times.entries()) {
    assert.ok(index === 0 || Temporal.Instant.compare(times[index - 1] as Temporal.Instant, at) <= 0, `entry ${index}`);
  }
}
