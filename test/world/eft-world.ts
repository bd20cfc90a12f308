/** A sandbox with a partner that hears every event and has an account to debit, and what is done with it there. */
import assert from 'node:assert/strict';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { asShown } from './bodies.ts';
import { command, done } from './commands.ts';
import { debitOf, debitsIn, registered } from './eft.ts';
import { until } from './payments.ts';
import { startReceiver } from './receiver.ts';
import { openWorld, type PaymentRecord, temporaryFolder } from './service.ts';

export interface Origination {
  file: string | null;
  debits: number;
  totalCents: number;
  otherFiles: string[];
}
export type ReturnCounts = Record<'lines' | 'returned' | 'late' | 'held' | 'duplicates' | 'quarantined', number>;

/** What `eft returns` counts where there is nothing to count. */
export const nothing: ReturnCounts = { lines: 0, returned: 0, late: 0, held: 0, duplicates: 0, quarantined: 0 };

export async function openEftWorld() {
  const receiver = await startReceiver();
  const world = await openWorld();
  const events = ['payment.created', 'payment.completed', 'payment.failed'];
  const { token } = await world.partner({ webhook: { url: receiver.url, events } });
  const originate = (out = temporaryFolder()) => done<Origination>(world.env, 'eft', 'originate', '--out', out);
  return {
    receiver,
    world,
    token,
    account: await registered(world, token),
    originate,
    statusOf: async (payment: PaymentRecord) => (await asShown(world, token, payment.id)).status,
    /** Originates what waits, and answers the debit of this payment as the file has it. */
    originated: async (payment: PaymentRecord, attempt = 1): Promise<AftSegment> => {
      const { file } = await originate();
      assert.ok(file, 'nothing was originated');
      return debitOf(await debitsIn(file), payment, attempt);
    },
    takeReturns: (file: string) => done<ReturnCounts>(world.env, 'eft', 'returns', file),
    play: async (name: string, body: object) => {
      const answer = await world.call('POST', `/sandbox/${name}`, { token, body });
      assert.equal(answer.status, 200, answer.text);
    },
    /** The events that the partner heard of for a payment, once there are as many. */
    heard: (payment: PaymentRecord, count: number) =>
      until(`${count} events of payment ${payment.id}`, () => {
        const names = receiver.events(payment.id).map((name) => name.replace('payment.', ''));
        return names.length >= count && names.join(' ');
      }),
    balanced: async () => {
      const { json, stdout } = await command<{ balanced: boolean }>(world.env, 'audit');
      assert.ok(json.balanced, stdout);
    },
    rowsOf: async (text: string, ...values: unknown[]) => (await world.testDatabase.database.query(text, values)).rows,
  };
}
