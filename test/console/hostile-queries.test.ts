/** What nobody's page sends: values of queries and paths that are no such thing, at every route of the console and the dashboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskTable } from '../../src/console/desk/routes.ts';
import { dashboardRoutes } from '../../src/dashboard/routes.ts';
import { signedIn } from '../people/a-person.ts';
import { paid } from '../world/bodies.ts';
import { openConsole } from './desk/a-desk.ts';

const { world, partner, token, agent } = await openConsole();
const owner = await signedIn(world.address, world.testDatabase.database, partner.id, 'owner');
const payment = await paid(world, token);

/** What no text can hold: refused by the door, whatever it is called. */
const unstorable = ['%00', '%ED%A0%80'];
const noTime = ['9999-99-99T99:99:99Z%20x', '294277-01-01T00:00:00Z%20x'];
const farDays = ['9999-12-31', '0001-01-01'];
const noNumber = ['9'.repeat(18), '9'.repeat(400), '1-999999999999999', '-1'];
const values = [...noTime, ...farDays, ...noNumber];
/** By the name of a query: what is most unlike what it holds. */
const hostile: Readonly<Record<string, readonly string[]>> = {
  cursor: values,
  limit: noNumber,
  search: values,
  since: values,
  from: values,
  to: values,
  number: noNumber,
  partnerId: noNumber,
  paymentId: noNumber,
  fileId: noNumber,
  reason: noTime,
};
const paths = [
  ...deskTable.filter(([method]) => method === 'GET').map(([, path]) => `/console/data${path}`),
  ...['/people', '/trail'].map((path) => `/console/data${path}`),
  ...dashboardRoutes.filter(({ method }) => method === 'GET').map(({ path }) => `/dashboard/data/${partner.id}${path}`),
  ...['/people', '/trail'].map((path) => `/dashboard/data/${partner.id}${path}`),
];

/** Asks and answers what came of it, where it is none of what may come. */
async function faultAt(path: string): Promise<string[]> {
  const asking = path.startsWith('/console') ? agent.ask('GET', path.replace('/console/data', '')) : owner.get(path);
  // An answer that is cut off in the middle is a fault too.
  const { status, text } = await asking.catch((error: Error) => ({ status: 0, text: error.message }));
  return [200, 400, 404, 409].includes(status) ? [] : [`${status} ${path.slice(0, 120)} ${text.slice(0, 120)}`];
}

test('no value of a query makes a route fail', async () => {
  const faults: string[] = [];
  for (const path of paths) {
    const own = path.replace(/:payment\w+/, String(payment.id)).replace(/:\w+/, '1');
    const asked = [
      ...unstorable.map((value) => `${own}?cursor=${value}`),
      ...Object.entries(hostile).flatMap(([name, each]) => each.map((value) => `${own}?${name}=${value}`)),
    ];
    // Of exports few may be under way at once.
    const atOnce = path.endsWith('/export') ? 1 : 22;
    for (let from = 0; from < asked.length; from += atOnce) {
      faults.push(...(await Promise.all(asked.slice(from, from + atOnce).map(faultAt))).flat());
    }
  }
  assert.deepEqual(faults, []);
});

test('no value in the place of an id or a name makes a route fail', async () => {
  const named = paths.filter((path) => path.includes(':'));
  const asked = named.flatMap((path) => [...unstorable, ...values].map((value) => path.replace(/:\w+/, value)));
  assert.deepEqual((await Promise.all(asked.map(faultAt))).flat(), []);
});

test('what is refused is refused with what is wrong', async () => {
  for (const [path, said] of [
    ['/cards/held?cursor=9999-99-99T99:99:99Z%20x', /The parameter cursor must be a nextCursor that was answered here/],
    ['/cards/reversals?cursor=2026-01-01T00:00:00Z%20%00', /The parameter cursor must not contain a NUL/],
    [`/failed-payments/${payment.id}/accounts?search=%00`, /The parameter search must not contain a NUL/],
  ] as const) {
    const { status, text } = await agent.ask('GET', path);
    assert.equal(status, 400, path);
    assert.match(text, said);
  }
});

test('a fault on our side names no Idempotency-Key where there is none', async () => {
  const { database } = world.testDatabase;
  await database.query('alter table card_reversals rename to away');
  try {
    const { status, text } = await agent.ask('GET', '/cards/reversals');
    assert.equal(status, 500);
    assert.match(text, /look whether it took effect/);
  } finally {
    await database.query('alter table away rename to card_reversals');
  }
});
