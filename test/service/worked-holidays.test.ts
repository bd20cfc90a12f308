/** `WORKED_HOLIDAYS`: provincial holidays on which the operator's bank works, as the service and its commands count business days. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { torontoDate } from '../../src/base/calendar.ts';
import { done } from '../world/commands.ts';
import { eftPayment, registered } from '../world/eft.ts';
import { openWorld, startService, temporaryFolder } from '../world/service.ts';

/** The Friday before Family Day, which is Monday 15 February 2027, at noon. */
const friday = Temporal.Instant.from('2027-02-12T17:00:00Z');

for (const [worked, expected] of [
  [undefined, '2027-02-16'],
  ['civic-holiday', '2027-02-16'],
  ['family-day', '2027-02-15'],
  ['civic-holiday,family-day', '2027-02-15'],
] as const) {
  test(`with WORKED_HOLIDAYS ${worked ?? 'not set'}, the business day after the Friday before Family Day is ${expected}`, async () => {
    const world = await openWorld(worked === undefined ? {} : { WORKED_HOLIDAYS: worked });
    const { token } = await world.partner();
    const clock = async (body: object) => {
      const answer = await world.call<{ now: string }>('POST', '/sandbox/clock', { token, body });
      assert.equal(answer.status, 200, answer.text);
      return Temporal.Instant.from(answer.json.now);
    };
    const now = await clock({ advanceSeconds: 1 });
    const seconds = Math.round(friday.since(now).total('seconds'));
    assert.ok(seconds > 0, 'take a later year for this test');
    await clock({ advanceSeconds: seconds });
    assert.equal(String(torontoDate(await clock({ advanceBusinessDays: 1 }))), expected);
    // Commands count alike: on the holiday itself, a debit is due at once where the bank works.
    const account = await registered(world, token);
    await eftPayment(world, token, account.id);
    const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
    assert.match(file, new RegExp(expected.replaceAll('-', '')));
    await world.end();
  });
}

test('a holiday that is not configurable, or none, is refused at the start', async () => {
  for (const WORKED_HOLIDAYS of ['christmas', 'family-day,', 'Family Day']) {
    await assert.rejects(startService({ WORKED_HOLIDAYS }), /WORKED_HOLIDAYS.*family-day/s);
  }
});
