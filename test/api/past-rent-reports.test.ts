/** `POST /past-rent-reports` (interface §4.8, open point `rent-report-shape`): kept as sent, with warnings and never a refusal of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertJson, pathsOf } from '../world/answers.ts';
import { openWorld } from '../world/service.ts';

interface Report {
  id: number;
  createdAt: string;
  warnings?: string[];
  [member: string]: unknown;
}
const world = await openWorld();
const { token } = await world.partner();
const send = (body: unknown) => world.call<Report>('POST', '/v1/past-rent-reports', { token, body });
const accepted = async (body: unknown) => {
  const answer = await send(body);
  assert.equal(answer.status, 200, answer.text);
  assertJson(answer);
  return answer;
};
const refused = async (body: unknown) => pathsOf(assertError(await send(body), 400, '/v1/past-rent-reports'));

const month = (ago: number) =>
  Temporal.Now.plainDateISO('America/Toronto').toPlainYearMonth().subtract({ months: ago });
const report = {
  userEmail: 'tenant@example.com',
  payments: [
    { month: month(3).toString(), amount: 1650, paidDate: `${month(3)}-01`, status: 'paid' },
    { month: month(2).toString(), amount: 0, status: 'missed' },
  ],
  userName: 'Amélie Roy',
  address: { line1: '12 rue des Érables', city: 'Québec', province: 'QC', postalCode: 'G1R 2B5', unit: null },
  landlord: { name: 'Immeubles Laurier' },
  leaseStartDate: `${month(20)}-01`,
  monthlyRent: 1650,
  consent: { given: true, at: '2026-11-01T10:00:00Z' },
};

test('a report that meets the usual rules is answered with an id, when it was kept, and itself, without warnings', async () => {
  const { id, createdAt, ...rest } = (await accepted(report)).json;
  assert.deepEqual(rest, report);
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
});

test('only the address of the user and the list of months are needed', async () => {
  const { json } = await accepted({ userEmail: 'tenant@example.com', payments: [] });
  assert.deepEqual(json.payments, []);
  assert.ok((json.warnings ?? []).some((warning) => /no month/.test(warning)));
});

test('what departs from the usual rules is kept all the same, and every departure is named', async () => {
  const payments = [
    { month: month(-1).toString(), amount: 1 },
    { month: month(40).toString(), amount: 1, status: 'perhaps', paidDate: 'soon' },
    { month: month(40).toString(), amount: 1 },
  ];
  const { json } = await accepted({
    ...report,
    payments,
    leaseStartDate: `${month(30)}-01`,
    consent: { given: 'yes' },
    address: { postalCode: '90210' },
  });
  assert.deepEqual(json.payments, payments);
  const warnings = (json.warnings ?? []).join('\n');
  for (const expected of [
    /future/,
    /months back/,
    /before the lease/,
    /more than once/,
    /paidDate/,
    /status/,
    /consent/,
    /postal/,
  ]) {
    assert.match(warnings, expected);
  }
});

test('optional members of any shape are kept and answered as they were sent; unknown ones are not', async () => {
  const odd = { userName: 7, address: ['a', { b: null }], landlord: 'L', leaseEndDate: false, monthlyRent: '1650 $' };
  const { json } = await accepted({ ...report, ...odd, secretNote: 'x' });
  for (const [name, value] of Object.entries(odd)) assert.deepEqual(json[name], value, name);
  assert.ok(!Object.hasOwn(json, 'secretNote'));
  const digits = '1650.000000000000000001';
  const answer = await accepted(JSON.stringify(report).replace('"monthlyRent":1650', `"monthlyRent":${digits}`));
  assert.ok(answer.text.includes(`"monthlyRent":${digits}`), answer.text);
});

test('all faults are listed at once, with the place of the month', async () => {
  assert.deepEqual(await refused({}), ['userEmail', 'payments']);
  assert.deepEqual(await refused({ userEmail: 'no', payments: 'none' }), ['userEmail', 'payments']);
  const payments = [{ month: '2026-13', amount: 1 }, { month: '2026-1' }, 7, { month: '2026-01', amount: -1 }];
  assert.deepEqual(await refused({ userEmail: 'a@example.com', payments }), [
    'payments.0.month',
    'payments.1.amount',
    'payments.1.month',
    'payments.2',
    'payments.3.amount',
  ]);
  for (const amount of ['0.001', '1e400', '"5"', 'null', '-0.01', '70368744177664']) {
    const body = `{"userEmail":"a@example.com","payments":[{"month":"2026-01","amount":${amount}}]}`;
    assert.deepEqual(await refused(body), ['payments.0.amount'], amount);
  }
});

test('NUL and half surrogate pairs are refused wherever they stand', async () => {
  for (const bad of ['\u0000', '\ud800']) {
    assert.deepEqual(await refused(JSON.stringify({ ...report, address: { deep: [{ down: `x${bad}` }] } })), [
      'address',
    ]);
    assert.deepEqual(await refused(JSON.stringify({ ...report, landlord: { [bad]: 1 } })), ['landlord']);
  }
});

test('a member nested to any depth is an answer, not a failure', async () => {
  for (const depth of [100, 5_000, 100_000]) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"1":', '}'],
    ] as const) {
      const address = `${open.repeat(depth)}null${close.repeat(depth)}`;
      const answer = await send(`{"userEmail":"a@example.com","payments":[],"address":${address}}`);
      if (answer.status === 400)
        assert.deepEqual(pathsOf(assertError(answer, 400, '/v1/past-rent-reports')), ['address']);
      else assert.equal(answer.status, 200, `${depth}: ${answer.text.slice(0, 200)}`);
    }
  }
});

test('numbers inside kept members keep their value', async () => {
  const body = `{"userEmail":"a@example.com","payments":[],"landlord":{"fee":12.50,"big":1234567890123.45}}`;
  const answer = await accepted(body);
  assert.deepEqual(answer.json.landlord, { fee: 12.5, big: 1234567890123.45 });
});
