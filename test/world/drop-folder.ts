/** A service whose partner hears of payments, and a drop folder into which commands look, but not the service's schedule. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { asShown } from './bodies.ts';
import { done } from './commands.ts';
import { until } from './payments.ts';
import { startReceiver } from './receiver.ts';
import { openWorld, type PaymentRecord, temporaryFolder } from './service.ts';

/** What `files pick-up` answers. */
export interface PickUp {
  processed: number;
  quarantined: number;
  waiting: number;
  files: { name: string; format: string | null; outcome: string; counts?: object; reason?: string; movedAs?: string }[];
}

export const events = ['payment.completed', 'payment.failed'];

export async function openDropWorld() {
  const receiver = await startReceiver();
  const world = await openWorld();
  const { token } = await world.partner({ webhook: { url: receiver.url, events } });
  const drop = temporaryFolder();
  const env = { ...world.env, DROP_DIR: drop, DROP_SETTLED_SECONDS: '0' };
  const pickUp = () => done<PickUp>(env, 'files', 'pick-up');
  await pickUp();
  return {
    receiver,
    world,
    token,
    drop,
    /** Of the commands that look into `drop`. */
    env,
    pickUp,
    put: (file: string, name: string) => copyFileSync(file, path.join(drop, 'inbox', name)),
    has: (part: string) => readdirSync(path.join(drop, part)).sort(),
    statusOf: async (payment: PaymentRecord) => (await asShown(world, token, payment.id)).status,
    /** The events that the partner heard of for a payment, once there are as many. */
    heard: (payment: PaymentRecord, count: number) =>
      until(`${count} events of payment ${payment.id}`, () => {
        const names = receiver.events(payment.id).map((name) => name.replace('payment.', ''));
        return names.length >= count && names.join(' ');
      }),
    balanced: async () => assert.equal((await done<{ balanced: boolean }>(env, 'audit')).balanced, true),
  };
}

/** The one file of a turn. */
export function only({ files }: PickUp): PickUp['files'][number] {
  assert.equal(files.length, 1, JSON.stringify(files));
  return files[0] as PickUp['files'][number];
}
