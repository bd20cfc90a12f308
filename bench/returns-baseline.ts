/**
 * The baseline of the returns bench: plain SQL that writes the rows of a return file taken in, in one transaction, from a table in which
 * everything stands ready: what is done with each line, causes, reasons and records included. Reading the file, keeping it, opening
 * account numbers, deciding and making texts cost it nothing.
 */
import { int4Array, int8Array, textArray } from '../src/base/binary-arrays.ts';
import { controlLength, segmentLength, segmentsPerRecord } from '../src/collection/eft/aft-layout.ts';
import { type ReturnReason, returnDecisions } from '../src/collection/eft/decide-return.ts';
import { returnCodeFor } from '../src/collection/eft/return-codes.ts';
import { recordText } from '../src/payments/record.ts';
import { paymentColumns, paymentFromRow } from '../src/payments/store.ts';
import type { Expected } from './returns-data.ts';
import type { World } from './world.ts';

const listRows = 10_000;
const reasons: Record<Expected['action'], ReturnReason> = {
  fail: 'sent',
  late: 'after-completion',
  duplicate: 'same-return',
  hold: 'nobodys',
};

/** Fills `bench_staging` with the returns. Not measured. */
export async function loadStaging({ database }: World, returns: readonly Expected[]): Promise<void> {
  await database.query('drop table if exists bench_staging');
  await database.query(
    `create table bench_staging (position integer primary key, line integer, column_number integer, reference text, code text,
       trace text, amount_cents bigint, action text, why text, cause text, attention text, record text)`,
  );
  for (let from = 0; from < returns.length; from += listRows) {
    const list = returns.slice(from, from + listRows);
    const places = list.map((_, index) => from + index);
    const records = await recordsOf(database, list);
    await database.query(
      `insert into bench_staging select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::text[],
         $6::text[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])`,
      [
        int4Array(places.map((place) => place + 1)),
        int4Array(places.map((place) => 2 + Math.floor(place / segmentsPerRecord))),
        int4Array(places.map((place) => controlLength + segmentLength * (place % segmentsPerRecord) + 1)),
        textArray(list.map((each) => each.original.reference)),
        textArray(list.map((each) => each.code)),
        textArray(list.map((each) => each.trace)),
        int8Array(list.map((each) => each.original.amountCents)),
        textArray(list.map((each) => each.action)),
        textArray(list.map((each) => returnDecisions[reasons[each.action]].why)),
        textArray(list.map((each) => `debit 1 returned ${each.code}: ${returnCodeFor(each.code).meaning.en}`)),
        textArray(list.map(attentionOf)),
        textArray(list.map((each) => records.get(each.original.reference) ?? null)),
      ],
    );
  }
}

function attentionOf({ code, action }: Expected): string | null {
  const { deadAccount, meaning } = returnCodeFor(code);
  return deadAccount && (action === 'fail' || action === 'late') ? `A debit came back ${code}: ${meaning.en}` : null;
}

/** The records that webhooks will carry, by the debit's reference. */
async function recordsOf(database: World['database'], list: readonly Expected[]): Promise<Map<string, string>> {
  const { rows } = await database.query(
    `select ${paymentColumns}, d.cross_reference from eft_debits d
     join payments p on p.partner_id = d.partner_id and p.id = d.payment_id where d.cross_reference = any ($1)`,
    [list.map((each) => each.original.reference)],
  );
  return new Map(
    rows.map((row) => [
      row.cross_reference as string,
      recordText({ ...paymentFromRow(row), state: 'uncollected', version: 2 }),
    ]),
  );
}

/** Runs the script. Answers how long it took, its commit included. */
export async function runScript({ database }: World): Promise<number> {
  const { rows } = await database.query<{ id: bigint }>(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state)
     values ('in', 'aft-returns', 'bench', sha256('bench'), 0, 'done') returning id`,
  );
  const began = performance.now();
  await database.query(script(rows[0]?.id as bigint));
  return (performance.now() - began) / 1000;
}

function script(fileId: bigint): string {
  return `begin;
insert into eft_returns (file_id, position, line, column_number, partner_id, payment_id, attempt, return_code, trace, amount_cents,
  cross_reference, action, reason, why, at)
select ${fileId}, s.position, s.line, s.column_number, d.partner_id, d.payment_id, d.attempt, s.code, s.trace, s.amount_cents,
  s.reference, s.action, s.action, s.why, now()
from bench_staging s left join eft_debits d on d.cross_reference = s.reference order by s.position;
update payments p set state = 'uncollected', version = 2, changed_at = now()
from eft_returns r where r.file_id = ${fileId} and r.action = 'fail' and p.partner_id = r.partner_id and p.id = r.payment_id;
insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
select r.partner_id, r.payment_id, 2, 'bill_eft', 'awaiting_funds', 'funds_failed', 'uncollected', s.cause, now()
from eft_returns r join bench_staging s on s.position = r.position where r.file_id = ${fileId} and r.action = 'fail';
update eft_debits d set state = 'returned', return_code = r.return_code, returned_at = now()
from eft_returns r where r.file_id = ${fileId} and r.action in ('fail', 'late')
  and d.partner_id = r.partner_id and d.payment_id = r.payment_id and d.attempt = r.attempt;
insert into ledger_accounts (partner_id, code) select distinct partner_id, 'receivable' from eft_returns
where file_id = ${fileId} and action = 'late' on conflict do nothing;
update ledger_accounts a set debits_cents = debits_cents + case when code = 'receivable' then r.cents else 0 end,
  credits_cents = credits_cents + case when code = 'receivable' then 0 else r.cents end
from (select partner_id, sum(amount_cents) as cents from eft_returns where file_id = ${fileId} and action = 'late' group by 1) r
where a.partner_id = r.partner_id and a.code in ('receivable', 'collected_eft');
insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
select partner_id, 'receivable', 'collected_eft', amount_cents,
  'payment ' || payment_id || ' debit ' || attempt || ' returned late', now()
from eft_returns where file_id = ${fileId} and action = 'late';
insert into webhook_events (partner_id, payment_id, event, record, created_at)
select r.partner_id, r.payment_id, 'payment.failed', s.record, now()
from eft_returns r join bench_staging s on s.position = r.position where r.file_id = ${fileId} and r.action = 'fail';
update bank_accounts b set attention = n.attention, changed_at = now()
from (select distinct on (d.partner_id, d.bank_account_id) d.partner_id, d.bank_account_id, s.attention
  from bench_staging s join eft_debits d on d.cross_reference = s.reference where s.attention is not null) n
where b.partner_id = n.partner_id and b.id = n.bank_account_id;
commit;`;
}
