/** The list of past rent reports, whatever they hold, and those that an earlier release kept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page, RentReportDetail, RentReportView } from '../../src/dashboard/views.ts';
import { openWorld } from '../world/service.ts';
import { deskOf } from './a-dashboard.ts';

const world = await openWorld();
const { database } = world.testDatabase;

/** Reports as they come, odd ones too. */
const reports = [
  { userEmail: 'none@example.com', payments: [] },
  {
    userEmail: 'long@example.com',
    userName: 'L'.repeat(2_000),
    payments: [{ month: '2026-03' }, { month: '2025-11' }, { month: '2026-01' }].map((each) => ({
      ...each,
      amount: 1,
    })),
  },
  { userEmail: 'other@example.com', userName: { first: 'O' }, payments: [{ month: '2026-02', amount: 900.5 }] },
  {
    userEmail: 'far@example.com',
    userName: 'Far',
    landlord: { since: Number.MAX_VALUE },
    payments: [{ month: '2026-02', amount: 1 }],
    consent: { given: true },
  },
];

async function sent() {
  const { id, token } = await world.partner();
  for (const body of reports) {
    const { status, text } = await world.call('POST', '/v1/past-rent-reports', { token, body });
    assert.equal(status, 200, text);
  }
  const desk = await deskOf(world, id, 'viewer');
  return { id, desk, list: async () => (await desk.get<Page<RentReportView>>('/rent-reports')).items };
}

test('the list of reports reads none of them: it says the same, and as quickly, whatever they hold', async () => {
  const { id, list } = await sent();
  const shown = await list();
  assert.deepEqual(shown.map(({ id: _id, createdAt: _at, ...rest }) => rest).toReversed(), [
    { userEmail: 'none@example.com', months: 0, warningCount: 2 },
    {
      userEmail: 'long@example.com',
      userName: 'L'.repeat(254),
      months: 3,
      firstMonth: '2025-11',
      lastMonth: '2026-03',
      warningCount: 1,
    },
    { userEmail: 'other@example.com', months: 1, firstMonth: '2026-02', lastMonth: '2026-02', warningCount: 1 },
    {
      userEmail: 'far@example.com',
      userName: 'Far',
      months: 1,
      firstMonth: '2026-02',
      lastMonth: '2026-02',
      warningCount: 0,
    },
  ]);
  await database.query(`update past_rent_reports set report = 'not read', warnings = '{}' where partner_id = $1`, [id]);
  assert.deepEqual(await list(), shown);
});

test('reports that an earlier release kept are listed alike, before and after the migration has summed them up', async () => {
  const { id, desk, list } = await sent();
  const shown = await list();
  await database.query(
    `update past_rent_reports set summary = null, report = replace(report, '1.7976931348623157e+308', '1e+200000')
     where partner_id = $1`,
    [id],
  );
  assert.deepEqual(await list(), shown);
  const migration = readFileSync(new URL('../../migrations/0016_dashboard.sql', import.meta.url), 'utf8');
  await database.query(migration.slice(migration.indexOf('update past_rent_reports')));
  const { rows } = await database.query(
    'select count(summary)::integer as summed_up from past_rent_reports where partner_id = $1',
    [id],
  );
  assert.equal(rows[0]?.summed_up, reports.length - 1, 'all but the one whose number is beyond SQL');
  assert.deepEqual(await list(), shown);
  const long = shown.find(({ months }) => months === 3);
  const detail = await desk.get<RentReportDetail>(`/rent-reports/${long?.id}`);
  assert.equal((detail.report.userName as string).length, 2_000, 'and the report itself is whole');
});
