/** Two environments on one database: neither ends the other's schedule, and every step of a stop runs (design §7, §11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../world/payments.ts';
import { openWorld, type Service, startService } from '../world/service.ts';

const world = await openWorld();
const { database, url } = world.testDatabase;

const production = {
  ENVIRONMENT: 'production',
  DATABASE_URL: url,
  PUBLIC_URL: 'https://pay.example.ca',
  CARD_PROVIDER: 'off',
  ROLES: 'worker',
};

const count = (service: Service, text: string) => service.output().split(text).length - 1;

/** The schedules listen: what is asked of one now is done. */
async function audited(service: Service, schema: 'sandbox' | 'production'): Promise<void> {
  const before = count(service, 'the nightly audit balances');
  // The tables come behind the server, step by step: until the last one the job may not be taken.
  await until('the tables of the schedule', () =>
    database.query(`select schedule_${schema}.add_job('audit'::text)`).then(
      () => true,
      () => false,
    ),
  );
  await until('an audit', () => count(service, 'the nightly audit balances') > before, 20);
}

test('the first start of the other environment leaves the schedule running', async () => {
  await audited(world, 'sandbox');
  const other = await startService(production);
  await until('the schedule to be begun again', () => world.output().includes('the schedule ended by itself'), 20);
  await audited(world, 'sandbox');
  await audited(other, 'production');
  assert.equal(await other.end(), 0, other.output());
  assert.equal(await world.end(), 0, world.output());
  for (const service of [world, other]) {
    assert.match(service.output(), /"failed":\[\],"msg":"stopped"/);
    assert.doesNotMatch(service.output(), /a step of the stop failed/);
  }
});

test('a schedule that has just ended by itself does not hold up the stop', async () => {
  const service = await startService({ DATABASE_URL: url });
  await audited(service, 'sandbox');
  const ended = () => count(service, 'the schedule ended by itself');
  for (let times = 1; times <= 3; times += 1) {
    await database.query(`select pg_notify('worker:migrate', '{"migrationNumber":99,"breaking":true}')`);
    await until('its end', () => ended() >= times, 20);
    if (times < 3) await audited(service, 'sandbox');
  }
  const pauses = [...service.output().matchAll(/"pauseMilliseconds":(\d+)/g)].map((match) => Number(match[1]));
  assert.deepEqual(pauses, [250, 500, 1000]);
  assert.equal(await service.end(), 0, service.output());
});
