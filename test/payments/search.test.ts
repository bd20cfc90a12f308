/** The payments list below the pages: how far it reads, and where days of creation begin among ids. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { create } from '../../src/payments/create.ts';
import { type PaymentSearch, readMax, searchPayments } from '../../src/payments/search.ts';
import { createTestDatabase } from '../world/database.ts';
import { aNewPayment, aPartner, aPayment, take } from '../world/payments.ts';

const { database, close } = await createTestDatabase();
after(close);

const search = (partnerId: bigint, query: Partial<PaymentSearch>) =>
  searchPayments(database, partnerId, { limit: 50, ...query });
const hour = (number: number) => Temporal.Instant.from('2026-01-01T00:00:00Z').add({ hours: number });

test('a page reads so many payments and no more, says how far it looked, and the next one goes on there', async () => {
  const partnerId = await aPartner(database);
  const other = await aPartner(database);
  const needle = await aPayment(database, partnerId, 'bill_interac', { userName: 'Zebulon Needle' });
  for (let made = 0; made < readMax; made += 5_000) {
    await create(
      database,
      Array.from({ length: 5_000 }, () => aNewPayment(partnerId)),
    );
  }
  await aPayment(database, other, 'bill_interac', { userName: 'Zebulon Other' });
  const first = await search(partnerId, { text: 'zebulon' });
  assert.deepEqual(first.payments, []);
  assert.ok(first.readBackTo && first.nextBefore);
  const second = await search(partnerId, { text: 'zebulon', before: first.nextBefore as bigint });
  assert.deepEqual(
    second.payments.map((payment) => payment.id),
    [needle.id],
  );
  assert.deepEqual([second.nextBefore, second.readBackTo], [undefined, undefined]);
  // What an index leads to is found however many were created since.
  const { identificationNumber: number, userEmail } = needle;
  assert.deepEqual((await search(partnerId, { text: number })).payments[0]?.id, needle.id);
  assert.deepEqual((await search(partnerId, { text: `#${needle.id}` })).payments[0]?.id, needle.id);
  assert.deepEqual((await search(partnerId, { text: String(needle.id) })).payments[0]?.id, needle.id, 'digits: first');
  const again = await search(partnerId, { text: String(needle.id), before: first.nextBefore as bigint });
  assert.ok(!again.payments.some((payment) => payment.id === needle.id), 'and on no later page once more');
  await take(database, needle, 'funds_received', 'batched', 'rejected');
  assert.deepEqual((await search(partnerId, { status: 'failed' })).payments[0]?.id, needle.id);
  assert.equal((await search(partnerId, { text: userEmail, limit: 3 })).payments.length, 3);
});

test('a number that is also an id ends no list: on pages of one, too, every payment stands once and the named one first', async () => {
  const partnerId = await aPartner(database);
  const named = await aPayment(database, partnerId, 'bill_interac');
  const more: bigint[] = [];
  for (let made = 0; made < 4; made += 1) {
    const { id } = await aPayment(database, partnerId, 'bill_interac', { accountNumber: `77${named.id}77` });
    more.unshift(id);
  }
  for (const limit of [1, 2, 3, 5, 50]) {
    assert.deepEqual(await everyPage(partnerId, { text: String(named.id), limit }), [named.id, ...more], `by ${limit}`);
  }
});

test('an address leads to its payments newest first, created under it or given it later, each once, page by page', async () => {
  const partnerId = await aPartner(database);
  const other = await aPartner(database);
  const [userEmail, elsewhere] = ['busy@example.com', 'elsewhere@example.com'];
  const wanted: bigint[] = [];
  for (let made = 0; made < 12; made += 1) {
    const { id } = await aPayment(database, partnerId, 'bill_interac', {
      userEmail: made % 2 === 0 ? userEmail : elsewhere,
    });
    await aPayment(database, other, 'bill_interac', { userEmail });
    // Given the address later, given another one, given this one twice.
    const changes = [[], [userEmail], [elsewhere], [userEmail, elsewhere, userEmail]][made % 4] ?? [];
    for (const after of changes) {
      await database.query(
        `insert into payment_corrections (partner_id, payment_id, field, before, after, cause, at)
         values ($1, $2, 'user_email', '', $3, 'test', now())`,
        [partnerId, id, after],
      );
    }
    wanted.unshift(id);
  }
  for (const limit of [1, 2, 5, 12, 50]) {
    assert.deepEqual(await everyPage(partnerId, { text: 'Busy@Example.com', limit }), wanted, `by ${limit}`);
  }
  const all = { text: userEmail, kinds: ['bill_interac', 'bill_eft'] as const };
  assert.deepEqual(await everyPage(partnerId, { ...all, limit: 5 }), wanted);
  assert.deepEqual(await everyPage(partnerId, { text: userEmail, kinds: ['rent_card'], limit: 5 }), []);
});

test('a page of one address reads so many of its payments and no more, and the next one goes on there', async () => {
  const partnerId = await aPartner(database);
  const userEmail = 'many@example.com';
  const old = await aPayment(database, partnerId, 'rent_interac', { userEmail });
  for (let made = 0; made < readMax; made += 5_000) {
    await create(
      database,
      Array.from({ length: 5_000 }, () => aNewPayment(partnerId, 'bill_interac', { userEmail })),
    );
  }
  const first = await search(partnerId, { text: userEmail, kinds: ['rent_interac'] });
  assert.deepEqual(first.payments, []);
  assert.ok(first.readBackTo && first.nextBefore);
  const second = await search(partnerId, { text: userEmail, kinds: ['rent_interac'], before: first.nextBefore });
  assert.deepEqual([second.payments.map(({ id }) => id), second.nextBefore], [[old.id], undefined]);
  // Without filters a page reads what it shows, however many there are: in the plan of its statement, as PostgreSQL tells it.
  let rows = 0;
  const explaining = {
    query: async (text: string, values?: unknown[]) => {
      if (values && /user_id = \$9/.test(text)) {
        const { rows: plan } = await database.query(`explain (analyze, timing off, format json) ${text}`, values);
        rows += mostRows((plan[0] as { 'QUERY PLAN': { Plan: PlanNode }[] })['QUERY PLAN'][0]?.Plan as PlanNode);
      }
      return database.query(text, values);
    },
  } as unknown as typeof database;
  const page = await searchPayments(explaining, partnerId, { text: userEmail, limit: 50 });
  assert.equal(page.payments.length, 50);
  assert.ok(rows > 0 && rows < 200, `${rows} rows`);
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** The most rows that any step of a plan saw. */
function mostRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));
}

async function everyPage(partnerId: bigint, query: Partial<PaymentSearch>): Promise<bigint[]> {
  const seen: bigint[] = [];
  for (let before: bigint | undefined; ; ) {
    const page = await search(partnerId, { ...query, ...(before !== undefined && { before }) });
    assert.ok(page.payments.length <= (query.limit ?? 50));
    seen.push(...page.payments.map(({ id }) => id));
    if (page.nextBefore === undefined) return seen;
    before = page.nextBefore;
  }
}

test('days of creation are found among ids, however unevenly they lie and though neighbours are out of order', async () => {
  const partnerId = await aPartner(database);
  const other = await aPartner(database);
  const hours = [0, 1, 2, 2, 1.8, 2.5, 50, 51, 51, 400, 400.1, 400];
  const ids: bigint[] = [];
  for (const [index, each] of hours.entries()) {
    const createdAt = hour(0).add({ seconds: Math.round(each * 3600) });
    for (let gap = 0; gap < index * 3; gap += 1) await aPayment(database, other);
    ids.push((await aPayment(database, partnerId, 'bill_interac', { createdAt })).id);
  }
  for (const from of [-10, 0, 1, 1.9, 3, 50, 51, 300, 400, 500]) {
    for (const to of [-5, 0.5, 2, 2.2, 51, 60, 400.05, 900]) {
      const createdFrom = hour(0).add({ seconds: Math.round(from * 3600) });
      const createdTo = hour(0).add({ seconds: Math.round(to * 3600) });
      const { payments } = await search(partnerId, { createdFrom, createdTo });
      const wanted = ids.filter((_, index) => (hours[index] as number) >= from && (hours[index] as number) < to);
      assert.deepEqual(
        payments.map((payment) => payment.id),
        wanted.toReversed(),
        `${from} to ${to}`,
      );
    }
  }
  assert.deepEqual((await search(await aPartner(database), { createdFrom: hour(0) })).payments, []);
});

test('a name is found as it is written, in whatever letters: two sides are lower-cased by one hand', async () => {
  const partnerId = await aPartner(database);
  for (const userName of ['ΟΔΟΣ Παπαδόπουλος', 'İstanbul Ali', 'STRASSE ẞ', 'Ǆ 100%_\\Σ']) {
    const { id } = await aPayment(database, partnerId, 'bill_interac', { userName });
    for (const text of [userName, userName.split(' ')[0] as string, userName.split(' ')[1] as string]) {
      const found = (await search(partnerId, { text })).payments;
      assert.deepEqual(
        found.map((payment) => payment.id),
        [id],
        text,
      );
    }
  }
  const { id } = await aPayment(database, partnerId, 'bill_interac');
  await database.query(
    `insert into payment_corrections (partner_id, payment_id, field, before, after, cause, at)
     values ($1, $2, 'user_email', '', 'ΣΑΣ@example.com', 'test', now())`,
    [partnerId, id],
  );
  const { payments } = await search(partnerId, { text: 'ΣΑΣ@example.com' });
  assert.deepEqual(
    payments.map((payment) => payment.id),
    [id],
  );
});
