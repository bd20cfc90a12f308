/** A report moves money only where all that it names belongs together, and everything that it says is kept (`settlement-acceptance`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GivenReport } from '../../src/sandbox/pain002-writer.ts';
import { asShown, paid, pain002File } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { openWorld, type PaymentRecord } from '../world/service.ts';
import { rejected, report, reportOn, reportOnBatch, type SettlementFile, submit } from '../world/settlement.ts';

const world = await openWorld();
const { database } = world.testDatabase;
const { token } = await world.partner();

type Line = SettlementFile['transactions'][number];
const statusOf = async (payment: PaymentRecord) => (await asShown(world, token, payment.id)).status;
async function sentAlone(more: Record<string, unknown> = {}) {
  const payment = await paid(world, token, more);
  const { sent } = await submit(database);
  return { payment, sent, line: sent.transactions[0] as Line };
}
/** The answers that were kept since answer number `after`. */
async function answersSince(after: bigint) {
  const { rows } = await database.query(
    'select level, status_code, payment_id, action, why from settlement_answers where id > $1 order by position',
    [after],
  );
  return rows;
}
async function lastAnswer(): Promise<bigint> {
  const { rows } = await database.query<{ id: bigint }>('select coalesce(max(id), 0) as id from settlement_answers');
  return rows[0]?.id ?? 0n;
}
type Names = { message?: string; block?: string; instruction?: string; name?: string };
/** A rejection of one payment, that names what stands in `names` instead of what was sent. */
const rejection = (sent: SettlementFile, line: Line, names: Names = {}) =>
  pain002File({
    originalMessageId: names.message ?? sent.messageId,
    ...(names.name && { originalMessageName: names.name }),
    status: 'PART',
    blocks: [
      {
        originalPaymentInformationId: names.block ?? line.blockId,
        transactions: [
          {
            originalEndToEndId: line.endToEndId,
            ...(names.instruction && { originalInstructionId: names.instruction }),
            ...rejected,
          },
        ],
      },
    ],
  });

test('an entry whose message, block or instruction is not the one sent is held with the reason, and moves nothing', async () => {
  const other = await sentAlone();
  const { payment, sent, line } = await sentAlone();
  const wrong: [Names, RegExp][] = [
    [{ message: other.sent.messageId }, /about message/],
    [{ message: other.sent.messageId, block: other.line.blockId }, /about message/],
    [{ block: other.line.blockId }, /stands in block/],
    [{ instruction: other.line.endToEndId }, /names instruction/],
    [{ instruction: 'NOT-OURS' }, /names instruction/],
    [{ name: 'pain.008.001.08' }, /pain\.008\.001\.08/],
  ];
  for (const [names, why] of wrong) {
    const before = await lastAnswer();
    assert.deepEqual(await report(database, rejection(sent, line, names)), { held: 1 }, JSON.stringify(names));
    const [answer] = await answersSince(before);
    assert.deepEqual([answer?.action, answer?.payment_id, answer?.status_code], ['hold', BigInt(payment.id), 'RJCT']);
    assert.match(answer?.why as string, why);
    assert.deepEqual([await statusOf(payment), await statusOf(other.payment)], ['completed', 'completed']);
  }
  const right = rejection(sent, line, { instruction: line.endToEndId, name: 'pain.001.001.03' });
  assert.deepEqual(await report(database, right), { rejected: 1 });
  assert.equal(await statusOf(payment), 'failed');
});

test('an unknown batch around an entry of ours is kept as unknown, the entry is held', async () => {
  const { payment, sent, line } = await sentAlone();
  assert.deepEqual(await report(database, rejection(sent, line, { message: 'NEVER-SENT' })), { unknown: 1, held: 1 });
  assert.equal(await statusOf(payment), 'completed');
});

test('a rejected block under another batch, and a rejected batch of another kind of message, are held once and move nothing', async () => {
  const other = await sentAlone();
  const { payment, sent, line } = await sentAlone();
  const wrong: Omit<GivenReport, 'version' | 'messageId' | 'createdAt'>[] = [
    {
      originalMessageId: other.sent.messageId,
      status: 'PART',
      blocks: [{ originalPaymentInformationId: line.blockId, ...rejected }],
    },
    { originalMessageId: sent.messageId, originalMessageName: 'camt.055.001.08', ...rejected },
  ];
  for (const given of wrong) {
    const before = await lastAnswer();
    assert.deepEqual(await report(database, pain002File(given)), { held: 1 });
    assert.deepEqual(
      (await answersSince(before)).map(({ action, payment_id }) => [action, payment_id]),
      [['hold', null]],
    );
    assert.deepEqual([await statusOf(payment), await statusOf(other.payment)], ['completed', 'completed']);
  }
  assert.deepEqual(await report(database, reportOnBatch(sent, rejected)), { rejected: 1 });
});

test('an entry without a status takes that of its block, where both are of the batch', async () => {
  const { payment, sent, line } = await sentAlone();
  const block = {
    originalPaymentInformationId: line.blockId,
    ...rejected,
    transactions: [{ originalEndToEndId: line.endToEndId }],
  };
  assert.deepEqual(
    await report(database, pain002File({ originalMessageId: sent.messageId, status: 'PART', blocks: [block] })),
    { rejected: 1 },
  );
  assert.equal(await statusOf(payment), 'failed');
});

test('an interim status of a batch or block is kept once and counted, and changes nothing', async () => {
  const { payment, sent, line } = await sentAlone();
  const before = await lastAnswer();
  assert.deepEqual(await report(database, reportOnBatch(sent, { status: 'ACTC' })), { recorded: 1 });
  const blocks = [{ originalPaymentInformationId: line.blockId, status: 'ACSP' }];
  const both = pain002File({ originalMessageId: sent.messageId, status: 'ACWC', blocks });
  assert.deepEqual(await report(database, both), { recorded: 2 });
  assert.deepEqual(await report(database, both), { duplicates: 2 }, 'the same file again');
  assert.deepEqual(
    (await answersSince(before))
      .map((row) => [row.level, row.status_code, row.payment_id, row.action].join(' '))
      .sort(),
    ['batch ACTC  record', 'batch ACWC  record', 'block ACSP  record'],
  );
  assert.equal(await statusOf(payment), 'completed');
  assert.deepEqual(await report(database, reportOn(sent, rejected)), { rejected: 1 });
});

test('after all of this the ledger balances', async () => {
  assert.equal((await done(world.env, 'audit')).balanced, true);
});
