/** The figures below the pages: which day a payment counts on, and how long payments took where there are very many. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { paymentTotals } from '../../src/payments/totals.ts';
import { createTestDatabase } from '../world/database.ts';
import { aPartner, aPayment } from '../world/payments.ts';

const { database, close } = await createTestDatabase();
after(close);

test('a payment counts on its day in Toronto, also where the clocks change', async () => {
  const partnerId = await aPartner(database);
  // Summer time begins on March 8 and ends on November 1, 2026: days of 23 and of 25 hours.
  const around = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'];
  for (const day of around) {
    for (const time of ['00:00:00', '23:59:59.999']) {
      const createdAt = Temporal.ZonedDateTime.from(`${day}T${time}[America/Toronto]`).toInstant();
      await aPayment(database, partnerId, 'bill_interac', { createdAt });
    }
  }
  const { figures } = await paymentTotals(database, partnerId, Temporal.PlainDate.from('2026-03-08'), 239);
  assert.deepEqual(
    figures.map(({ day, count, amountCents }) => `${day} ${count} ${amountCents}`).toSorted(),
    around.slice(1, -1).map((day) => `${day} 2 25100`),
    'the day before and the day after are not among them',
  );
});

test('of very many payments a sample says how long they took, within a hundredth; few of a kind are all looked at', async () => {
  const partnerId = await aPartner(database);
  const many = 120_000;
  await database.query(
    `insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, received_cents, user_id,
       user_name, user_email, due_at, created_at, changed_at, completed_at, rent_fields)
     select $1, nextval('payment_ids'), case when n % 30000 = 0 then 'rent_card' else 'rent_interac' end, 'collected', 1,
       (100000000000 + n * 7919::bigint)::text, 100, 100, 'usr_x', 'x', 'x@example.com', at, at, at,
       at + make_interval(secs => case when n % 30000 = 0 then 7 else n end), '{}'
     from generate_series(1, $2::integer) n, (select timestamptz '2026-06-01 12:00Z' as at) t`,
    [partnerId, many],
  );
  const { figures, completion } = await paymentTotals(database, partnerId, Temporal.PlainDate.from('2026-06-01'), 1);
  assert.deepEqual(figures.map(({ kind, count }) => `${kind} ${count}`).toSorted(), [
    'rent_card 4',
    'rent_interac 119996',
  ]);
  const all = completion.find(({ kind }) => kind === undefined);
  const interac = completion.find(({ kind }) => kind === 'rent_interac');
  assert.deepEqual([all?.count, interac?.count], [many, many - 4]);
  for (const { medianSeconds = 0, p95Seconds = 0 } of [all ?? {}, interac ?? {}] as typeof completion) {
    assert.ok(Math.abs(medianSeconds / (many * 0.5) - 1) < 0.01, String(medianSeconds));
    assert.ok(Math.abs(p95Seconds / (many * 0.95) - 1) < 0.01, String(p95Seconds));
  }
  assert.deepEqual(
    completion.find(({ kind }) => kind === 'rent_card'),
    { kind: 'rent_card', count: 4, medianSeconds: 7, p95Seconds: 7 },
  );
});
