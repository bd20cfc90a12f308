/** The page of interface §3 and design §3: what every event does in every state, for every kind of payment. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Kind,
  kinds,
  move,
  moveLines,
  moves,
  type PaymentEvent,
  type State,
  statesOf,
  statusOf,
  webhookOwed,
} from '../../src/payments/machine.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { aPartner, aPayment } from '../world/payments.ts';

let world: TestDatabase;
before(async () => {
  world = await createTestDatabase();
});
after(() => world.close());

/** Rows: the state before. Columns: the event. Cells: the state after; a dot is a move that does not exist. */
const bill = `
                created         funds_received  funds_failed  batched   accepted  rejected  requeued    presumed
none            awaiting_funds  .               .             .         .         .         .           .
awaiting_funds  .               collected       .             .         .         .         .           .
collected       .               .               .             settling  .         rejected  .           .
settling        .               .               .             .         settled   rejected  .           .
settled         .               .               .             .         .         .         .           .
uncollected     .               .               .             .         .         .         .           .
recollecting    .               .               .             .         .         .         .           .
rejected        .               .               .             .         .         .         resettling  .
resettling      .               .               .             .         settled   rejected  .           settling`;

const eft = `
                created         funds_received  funds_failed  batched   accepted  rejected  requeued      presumed
none            awaiting_funds  .               .             .         .         .         .             .
awaiting_funds  .               collected       uncollected   .         .         .         .             .
collected       .               .               .             settling  .         rejected  .             .
settling        .               .               .             .         settled   rejected  .             .
settled         .               .               .             .         .         .         .             .
uncollected     .               .               .             .         .         .         recollecting  .
recollecting    .               collected       uncollected   .         .         .         .             .
rejected        .               .               .             .         .         .         resettling    .
resettling      .               .               .             .         settled   rejected  .             settling`;

const rent = `
                created         funds_received  funds_failed  batched  accepted  rejected  requeued  presumed
none            awaiting_funds  .               .             .        .         .         .         .
awaiting_funds  .               collected       .             .        .         .         .         .
collected       .               .               .             .        .         .         .         .
settling        .               .               .             .        .         .         .         .
settled         .               .               .             .        .         .         .         .
uncollected     .               .               .             .        .         .         .         .
recollecting    .               .               .             .        .         .         .         .
rejected        .               .               .             .        .         .         .         .
resettling      .               .               .             .        .         .         .         .`;

const pages: Record<Kind, string> = { bill_interac: bill, bill_eft: eft, rent_interac: rent, rent_card: rent };

interface Cell {
  kind: Kind;
  from: State;
  event: PaymentEvent;
  to: State | undefined;
}

const cells: Cell[] = kinds.flatMap((kind) => {
  const [head, ...rows] = pages[kind].trim().split('\n');
  const events = (head as string).trim().split(/\s+/) as PaymentEvent[];
  return rows.flatMap((row) => {
    const [from, ...after] = row.trim().split(/\s+/);
    return events.map((event, index) => ({
      kind,
      from: from as State,
      event,
      to: after[index] === '.' ? undefined : (after[index] as State),
    }));
  });
});

const statuses: Record<Exclude<State, 'none'>, string> = {
  awaiting_funds: 'pending',
  collected: 'completed',
  settling: 'completed',
  settled: 'completed',
  uncollected: 'failed',
  recollecting: 'failed',
  rejected: 'failed',
  resettling: 'failed',
};

test('every event in every state does for every kind what the page shows, and nothing else exists', () => {
  assert.equal(cells.length, 4 * 9 * 8);
  for (const { kind, from, event, to } of cells) assert.equal(move(kind, from, event), to, `${kind} ${from} ${event}`);
  assert.equal(moveLines().length, cells.filter((cell) => cell.to).length);
});

test('every state shows as the status of the interface, and each status is found again by its states', () => {
  assert.deepEqual(statusOf, statuses);
  for (const status of ['pending', 'completed', 'failed'] as const) {
    assert.deepEqual(
      statesOf(status),
      Object.keys(statuses).filter((state) => statuses[state as keyof typeof statuses] === status),
    );
  }
});

test('a webhook is owed exactly when the status changes, and it names the new one', () => {
  const names = { pending: 'payment.created', completed: 'payment.completed', failed: 'payment.failed' };
  for (const { kind, from, event, to } of cells) {
    if (!to || to === 'none') continue;
    const changes = from === 'none' || statusOf[from] !== statusOf[to];
    const expected = changes && !(from === 'none' && kind === 'rent_card') ? names[statusOf[to]] : undefined;
    assert.equal(webhookOwed(kind, from, to), expected, `${kind} ${from} ${event} ${to}`);
  }
});

test('the creation of a card payment owes no webhook, every other creation does', () => {
  assert.deepEqual(
    kinds.map((kind) => webhookOwed(kind, 'none', 'awaiting_funds')),
    ['payment.created', 'payment.created', 'payment.created', undefined],
  );
});

test('only EFT payments know funds_failed, and rent never leaves collected', () => {
  for (const each of moves) {
    if (each.event === 'funds_failed') assert.deepEqual(each.kinds, ['bill_eft']);
    if (each.from === 'collected') assert.deepEqual(each.kinds, ['bill_interac', 'bill_eft']);
  }
});

test('the CHECK of the database lists exactly the moves of the page', async () => {
  const { rows } = await world.database.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conname = 'payment_history_moves' and conrelid = 'payment_history'::regclass`,
  );
  const listed = [...(rows[0]?.definition ?? '').matchAll(/'(\w+ \w+ \w+ \w+)'/g)].map((match) => match[1] as string);
  assert.deepEqual(listed.toSorted(), moveLines().toSorted());
  assert.equal(new Set(listed).size, listed.length);
});

test('PostgreSQL accepts every move of the page, and itself refuses every other', async () => {
  const partnerId = await aPartner(world.database);
  const { id } = await aPayment(world.database, partnerId);
  const states = [...new Set(cells.map((cell) => cell.from))];
  const tried = cells.flatMap((cell) => states.map((to) => `${cell.kind} ${cell.from} ${cell.event} ${to}`));
  const accepted = await world.database.withSession(async (connection) => {
    await connection.query('begin');
    await connection.query(`create function pg_temp.accepted(lines text[], partner bigint, payment bigint)
      returns setof text language plpgsql as $$
      declare line text; word text[]; number integer := 1;
      begin
        foreach line in array lines loop
          begin
            number := number + 1;
            word := string_to_array(line, ' ');
            insert into payment_history values (partner, payment, number, word[1], word[2], word[3], word[4], 'test', now());
            return next line;
          exception when check_violation then null;
          end;
        end loop;
      end $$`);
    const { rows } = await connection.query('select pg_temp.accepted($1, $2, $3) as line', [tried, partnerId, id]);
    await connection.query('rollback');
    return rows.map((row) => row.line as string);
  });
  assert.equal(tried.length, 4 * 9 * 8 * 9);
  assert.deepEqual(accepted.toSorted(), moveLines().toSorted());
});

test('a history row without one of its four columns is refused', async () => {
  const partnerId = await aPartner(world.database);
  const { id } = await aPayment(world.database, partnerId);
  for (const column of ['kind', 'from_state', 'event', 'to_state']) {
    const values = {
      kind: 'bill_interac',
      from_state: 'none',
      event: 'created',
      to_state: 'awaiting_funds',
      [column]: null,
    };
    await assert.rejects(
      world.database.query(
        `insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
         values ($1, $2, 9, $3, $4, $5, $6, 'test', now())`,
        [partnerId, id, values.kind, values.from_state, values.event, values.to_state],
      ),
      new RegExp(`null value in column "${column}"`),
    );
  }
});
