import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateFromIso, instantFromIso, isoFromInstant, momentFromIso } from '../../src/base/time.ts';

const accepted: Record<string, string> = {
  '2026-12-01T00:00:00Z': '2026-12-01T00:00:00Z',
  '2026-12-01t00:00:00z': '2026-12-01T00:00:00Z',
  '2026-12-01T00:00:00': '2026-12-01T00:00:00Z',
  '2026-12-01T09:30': '2026-12-01T09:30:00Z',
  '2026-12-01T00:00:00-05:00': '2026-12-01T05:00:00Z',
  '2026-12-01T00:00:00+0530': '2026-11-30T18:30:00Z',
  '2026-12-01T00:00+05': '2026-11-30T19:00:00Z',
  '2026-12-01T00:00:00-00:00': '2026-12-01T00:00:00Z',
  '2026-12-01T12:00:00.5Z': '2026-12-01T12:00:00.5Z',
  '2026-12-01T12:00:00,123456Z': '2026-12-01T12:00:00.123456Z',
  '2026-12-01T12:00:00.99999999999999999999Z': '2026-12-01T12:00:00.999999Z',
  '20261201T120000Z': '2026-12-01T12:00:00Z',
  '20261201T1200-0500': '2026-12-01T17:00:00Z',
  '2026-12-01T24:00:00Z': '2026-12-02T00:00:00Z',
  '2024-02-29T00:00:00Z': '2024-02-29T00:00:00Z',
  '0001-01-01T00:00:00Z': '0001-01-01T00:00:00Z',
  '0099-06-01T00:00:00Z': '0099-06-01T00:00:00Z',
  '1969-12-31T23:59:59.000001Z': '1969-12-31T23:59:59.000001Z',
  '9999-12-31T23:59:59.9999999Z': '9999-12-31T23:59:59.999999Z',
};

const refused = [
  '',
  'tomorrow',
  '2026-12-01',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-12-00T00:00:00Z',
  '2026-12-01T24:00:01Z',
  '2026-12-01T24:00:00.1Z',
  '2026-12-01T25:00:00Z',
  '2026-12-01T00:60:00Z',
  '2026-12-01T00:00:60Z',
  '2026-12-01T00:00:00+24:00',
  '2026-12-01T00:00:00+05:60',
  '2026-12-01 00:00:00Z',
  ' 2026-12-01T00:00:00Z',
  '2026-12-01T00:00:00Z\n',
  '2026-12-01T00:00:00.Z',
  '2026-12-01T00:00:00Z[UTC]',
  '2026-1201T00:00:00Z',
  '+002026-12-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:00:00-02:00',
  '٢٠٢٦-12-01T00:00:00Z',
];

describe('date-times at the border', () => {
  for (const [text, expected] of Object.entries(accepted)) {
    test(`${text} is ${expected}`, () => assert.equal(instantFromIso(text)?.toString(), expected));
  }

  for (const text of refused) {
    test(`${JSON.stringify(text)} is no date-time`, () => assert.equal(instantFromIso(text), undefined));
  }

  test('every date-time agrees with Temporal, day by day through a leap cycle', () => {
    for (let date = new Temporal.PlainDate(1896, 1, 1); date.year < 2004; date = date.add({ days: 1 })) {
      const text = `${date}T12:34:56.789Z`;
      assert.equal(instantFromIso(text)?.epochNanoseconds, Temporal.Instant.from(text).epochNanoseconds);
    }
  });

  test('a date is read as a date, and as a moment where it begins', () => {
    assert.equal(dateFromIso('2024-02-29')?.toString(), '2024-02-29');
    for (const text of ['2026-02-29', '0000-01-01', '2026-2-9', '20260209', '2026-02-09T00:00']) {
      assert.equal(dateFromIso(text), undefined);
    }
    assert.equal(momentFromIso('2026-12-01')?.toString(), '2026-12-01T00:00:00Z');
    assert.equal(momentFromIso('2026-12-01T05:00')?.toString(), '2026-12-01T05:00:00Z');
    assert.equal(momentFromIso('2026-02-30'), undefined);
  });

  test('an answered date-time is UTC with milliseconds', () => {
    const instant = instantFromIso('2026-12-01T00:00:00.9999-05:00');
    assert.equal(instant && isoFromInstant(instant), '2026-12-01T05:00:00.999Z');
  });
});
