/** The export beside others: how many run, one of a partner, what is said of those that do not begin, and what a file holds. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import type { DashboardContext } from '../../src/dashboard/context.ts';
import { cell, exportPayments } from '../../src/dashboard/export.ts';
import type { Streamed } from '../../src/http/answer.ts';
import { userIdOf } from '../../src/payments/user-id.ts';
import type { PersonExchange } from '../../src/people/door.ts';
import { signedIn } from '../people/a-person.ts';
import { until } from '../world/payments.ts';
import { openWorld } from '../world/service.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const userEmail = 'accounts@example.com';
const many = 12_000;

/** A developer of a partner with so many payments, with such long names, that no connection takes the file in before somebody reads it. */
async function exporter() {
  const { id } = await world.partner();
  await database.query(
    `insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, user_id, user_name,
       user_email, due_at, created_at, changed_at, rent_fields)
     select $1, nextval('payment_ids'), 'rent_interac', 'awaiting_funds', 1, (100000000000 + n)::text, 100, $2, repeat('n', 1500),
       $3, now(), now(), now(), '{}' from generate_series(1, $4::integer) n`,
    [id, userIdOf(id, userEmail), userEmail, many],
  );
  const visit = await signedIn(world.address, database, id, 'developer');
  const cookie = [...visit.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const base = `/dashboard/data/${id}/payments/export`;
  /** An answer whose body nobody has read yet. */
  const opened = async (query = ''): Promise<http.IncomingMessage> => {
    const { hostname, port } = new URL(world.address);
    const request = http.get({ hostname, port, path: base + query, headers: { cookie }, agent: false });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  };
  const begins = () =>
    until('an export that may begin', async () => {
      const response = await opened();
      if (response.statusCode === 200) return response;
      response.resume();
      return undefined;
    });
  return { id, ask: (query = '') => visit.get(base + query), opened, begins };
}

const one = await exporter();
const other = await exporter();
const another = await exporter();

const linesIn = async (response: http.IncomingMessage) =>
  (await response.setEncoding('utf8').toArray()).join('').trim().split('\r\n');

function isLater({ status, text, headers }: Awaited<ReturnType<typeof one.ask>>, why: RegExp): void {
  assert.equal(status, 429);
  assert.match(text, why);
  assert.ok(Number(headers['retry-after']) > 0);
}

test('of a partner one export runs at a time, also of two people: the next is told when to come again', async () => {
  const first = await one.opened(`?search=${userEmail}`);
  assert.equal(first.statusCode, 200);
  const colleague = await signedIn(world.address, database, one.id, 'owner');
  isLater(await one.ask(), /under way already/);
  isLater(await colleague.get(`/dashboard/data/${one.id}/payments/export`), /under way already/);
  const lines = await linesIn(first);
  assert.equal(new Set(lines.map((line) => line.split(',', 1)[0])).size, many + 1, 'a head, and each payment once');
  (await one.begins()).destroy();
  (await one.begins()).destroy();
});

test('of two partners exports run at a time: a third is told when to come again, and may begin once one has ended or was given up', async () => {
  const [first, second] = [await one.begins(), await other.begins()];
  isLater(await another.ask(), /2 exports are under way/);
  first.destroy();
  const third = await another.begins();
  isLater(await one.ask(), /2 exports are under way/);
  assert.equal((await linesIn(second)).length, many + 1);
  const fourth = await one.begins();
  third.destroy();
  assert.equal((await linesIn(fourth)).length, many + 1);
});

test('an export that cannot begin is answered as a failure, not as half a file, and keeps nobody from the next one', async () => {
  await linesIn(await one.begins());
  await database.query('alter table payments rename column user_name to user_name_away');
  try {
    for (const _ of [1, 2, 3]) {
      const { status, headers, text } = await one.ask();
      assert.deepEqual([status, headers['content-disposition']], [500, undefined], text);
    }
  } finally {
    await database.query('alter table payments rename column user_name_away to user_name');
  }
  for (const query of ['?to=9999-12-31', '?from=0001-01-01']) {
    const { status, text } = await one.ask(query);
    assert.equal(status, 400, query);
    assert.match(text, /must be a day written YYYY-MM-DD, of the years \d+ to 9998/);
  }
  (await one.begins()).destroy();
});

test('an export of which nobody takes anything for a while is given up', async () => {
  const { rows } = await database.query<{ id: bigint }>('select id from people limit 1');
  const visitor = { personId: rows[0]?.id as bigint, email: 'dev@example.com', address: '127.0.0.1' };
  const exchange = { partnerId: one.id, visitor, query: {} } as unknown as PersonExchange;
  const { stream } = (await exportPayments({ database } as unknown as DashboardContext, exchange, 100)) as Streamed;
  const failed = once(stream, 'error');
  stream.read(0);
  await once(stream, 'readable');
  assert.equal(stream.destroyed, false);
  assert.match(String((await failed)[0]), /nobody takes the export/);
});

test('no value begins a formula, in a spreadsheet that divides at commas, semicolons or tabs', () => {
  const guarded: Record<string, string> = {
    '=1+1': "'=1+1",
    ' =1': "' =1",
    '-5': "'-5",
    '＝1': "'＝1",
    '＋1': "'＋1",
    '\tx': `"'\tx"`,
    'Roy;=1': `"Roy;'=1"`,
    'Roy; @x': `"Roy;' @x"`,
    'Roy;＝1': `"Roy;'＝1"`,
    'Roy;"=1"': `"Roy;'""=1"""`,
    'Roy\t=1': `"Roy\t'=1"`,
    'Roy\r\n=1': `"Roy\r\n'=1"`,
    'a;-b;+c': `"a;'-b;'+c"`,
  };
  for (const [value, written] of Object.entries(guarded)) assert.equal(cell(value), written, JSON.stringify(value));
  const plain = {
    'Roy-Côté': 'Roy-Côté',
    'a@b.ca': 'a@b.ca',
    'Roy; Anne': '"Roy; Anne"',
    'a\tb': '"a\tb"',
    'a,b': '"a,b"',
  };
  for (const [value, written] of Object.entries(plain)) assert.equal(cell(value), written, JSON.stringify(value));
  assert.deepEqual([cell(-5), cell(undefined), cell('')], ['-5', '', '']);
});
