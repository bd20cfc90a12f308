/** A database, deliverers that run on it, and what is kept of their work: for the tests of delivery. */
import { after, afterEach, before } from 'node:test';
import type { Database } from '../../src/base/database.ts';
import { createLog } from '../../src/base/log.ts';
import { newSecretKey, SecretBox } from '../../src/base/secrets.ts';
import { Deliverer, type DelivererSettings } from '../../src/webhooks/deliver.ts';
import { setEndpoint } from '../../src/webhooks/endpoints.ts';
import { Sender } from '../../src/webhooks/send.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { allEvents, aPartner, until } from '../world/payments.ts';

export let world: TestDatabase;
export let database: Database;
const box = new SecretBox(newSecretKey(), 'webhook-secret');
export const logged: { level: string; msg?: string }[] = [];
const log = createLog({ level: 'info', destination: { write: (line: string) => void logged.push(JSON.parse(line)) } });
const running: { deliverer: Deliverer; sender: Sender }[] = [];

before(async () => {
  world = await createTestDatabase();
  database = world.database;
});
after(() => world.close());
afterEach(stopAll);

export async function stopAll(): Promise<void> {
  for (const { deliverer, sender } of running.splice(0)) {
    await deliverer.stop();
    await sender.close();
  }
}

/** A deliverer that is running; a short timeout, so that a receiver that hangs does not make the test long. */
export function started(more: Partial<DelivererSettings> & { timeoutMilliseconds?: number } = {}): Deliverer {
  const { timeoutMilliseconds = 5_000, ...settings } = more;
  const sender = new Sender({ publicOnly: false, timeoutMilliseconds });
  const deliverer = new Deliverer({
    database,
    sender,
    box,
    log,
    concurrency: 20,
    concurrencyPerPartner: 4,
    ...settings,
  });
  running.push({ deliverer, sender });
  deliverer.start();
  return deliverer;
}

/** A partner that listens at `url` to everything. */
export async function aListener(url: string): Promise<{ partnerId: bigint; signingSecret: string }> {
  const partnerId = await aPartner(database);
  const { signingSecret } = await setEndpoint(database, box, { partnerId, url, events: allEvents, roll: false });
  return { partnerId, signingSecret: signingSecret as string };
}

const finished = ['delivered', 'failed', 'unknown'];

export async function eventsOf(partnerId: bigint) {
  const { rows } = await database.query(
    `select e.id, e.event, e.state, count(a.*)::integer as attempts from webhook_events e
     left join webhook_attempts a on a.partner_id = e.partner_id and a.event_id = e.id
     where e.partner_id = $1 group by e.partner_id, e.id order by e.id`,
    [partnerId],
  );
  return rows as { id: bigint; event: string; state: string; attempts: number }[];
}

export const allFinished = (partnerId: bigint, secondsMax?: number) =>
  until(
    'every event to be finished',
    async () => {
      const events = await eventsOf(partnerId);
      return events.length > 0 && events.every((each) => finished.includes(each.state)) && events;
    },
    secondsMax,
  );

export async function attemptsOf(partnerId: bigint) {
  const { rows } = await database.query(
    'select * from webhook_attempts where partner_id = $1 order by event_id, number',
    [partnerId],
  );
  return rows;
}
