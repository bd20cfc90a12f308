/**
 * The baseline of the matching bench: plain SQL that writes the rows of an ingest, in one transaction, from a table in which
 * everything stands ready: number, explanation and record included. Reading, checking, deciding and making texts cost it nothing.
 */
import { int4Array, int8Array, textArray } from '../src/base/binary-arrays.ts';
import { decide } from '../src/collection/interac/decide.ts';
import { explanationText, factsOf } from '../src/collection/interac/receive.ts';
import { type Payment, recordText } from '../src/payments/record.ts';
import type { DataSet } from './matching-data.ts';
import type { World } from './world.ts';

const listRows = 10_000;

/** Fills `bench_staging` with the data set. Not measured. */
export async function loadStaging({ database }: World, data: DataSet): Promise<void> {
  await database.query('drop table if exists bench_staging');
  await database.query(
    `create table bench_staging (position integer primary key, reference text, amount_cents bigint, sender_name text,
       sender_email text, description text, booked_at text, number text, explanation text, record text)`,
  );
  const payments = new Map(data.matched.map((payment) => [payment.identificationNumber, payment]));
  for (let from = 0; from < data.reported.length; from += listRows) {
    const list = data.reported.slice(from, from + listRows);
    await database.query(
      `insert into bench_staging select * from unnest($1::integer[], $2::text[], $3::bigint[], $4::text[], $5::text[],
         $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])`,
      [
        int4Array(list.map((_, index) => from + index + 1)),
        textArray(list.map((each) => `network:${each.reference}`)),
        int8Array(list.map((each) => each.amountCents)),
        textArray(list.map((each) => each.senderName)),
        textArray(list.map((each) => each.senderEmail)),
        textArray(list.map((each) => each.description)),
        textArray(list.map((each) => each.bookedAt)),
        textArray(list.map((each) => each.number)),
        textArray(list.map((each) => explanationOf(each, payments.get(each.number)))),
        textArray(list.map((each) => recordOf(payments.get(each.number)))),
      ],
    );
  }
}

function explanationOf(reported: DataSet['reported'][number], payment: Payment | undefined): string {
  const { number, senderEmail, amountCents } = reported;
  return explanationText(
    decide({ numbers: [number], nearMisses: [], senderEmail, amountCents }, payment ? [factsOf(payment)] : []),
  );
}

function recordOf(payment: Payment | undefined): string | null {
  if (!payment) return null;
  const completedAt = Temporal.Now.instant();
  return recordText({ ...payment, state: 'collected', version: 2, receivedCents: payment.amountCents, completedAt });
}

/** Runs the script. Answers how long it took, its commit included. */
export async function runScript({ database }: World, data: DataSet): Promise<{ seconds: number; fileId: bigint }> {
  const { rows } = await database.query<{ id: bigint }>(
    `insert into bank_files (direction, format, name, sha256, size_bytes, state)
     values ('in', 'bench', $1, sha256(convert_to($1, 'UTF8')), 0, 'done') returning id`,
    [data.name],
  );
  const fileId = rows[0]?.id as bigint;
  const began = performance.now();
  await database.query(script(fileId, data.partnerId));
  return { seconds: (performance.now() - began) / 1000, fileId };
}

function script(fileId: bigint, partnerId: bigint): string {
  return `begin;
insert into interac_transfers (reference, file_id, position, amount_cents, sender_name, sender_email, description, booked_at,
  received_at, numbers, state, held_reason, explanation, partner_id, payment_id)
select s.reference, ${fileId}, s.position, s.amount_cents, s.sender_name, s.sender_email, s.description, s.booked_at, now(),
  array[s.number], case when p.id is null then 'held' else 'matched' end, case when p.id is null then 'number-unknown' end,
  s.explanation, p.partner_id, p.id
from bench_staging s left join payments p on p.identification_number = s.number;
update payments p set state = 'collected', version = 2, received_cents = t.amount_cents, completed_at = now(), changed_at = now()
from interac_transfers t where t.file_id = ${fileId} and p.partner_id = t.partner_id and p.id = t.payment_id;
insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at)
select partner_id, payment_id, 2, 'bill_interac', 'awaiting_funds', 'funds_received', 'collected', 'interac transfer ' || id, now()
from interac_transfers where file_id = ${fileId} and state = 'matched';
insert into ledger_accounts (partner_id, code) values (0, 'collected_interac'), (0, 'held_funds'),
  (${partnerId}, 'collected_interac'), (${partnerId}, 'owed_to_billers') on conflict do nothing;
insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
select coalesce(partner_id, 0), 'collected_interac', case when partner_id is null then 'held_funds' else 'owed_to_billers' end,
  amount_cents, case when partner_id is null then 'interac ' || id || ' held' else 'payment ' || payment_id || ' move 2' end, now()
from interac_transfers where file_id = ${fileId};
update ledger_accounts a set
  debits_cents = debits_cents + case when code = 'collected_interac' then t.cents else 0 end,
  credits_cents = credits_cents + case when code = 'collected_interac' then 0 else t.cents end
from (select coalesce(partner_id, 0) as partner_id, sum(amount_cents) as cents from interac_transfers
  where file_id = ${fileId} group by 1) t
where a.partner_id = t.partner_id and a.code in ('collected_interac', 'held_funds', 'owed_to_billers');
insert into webhook_events (partner_id, payment_id, event, record, created_at)
select t.partner_id, t.payment_id, 'payment.completed', s.record, now()
from interac_transfers t join bench_staging s on s.reference = t.reference where t.file_id = ${fileId} and t.state = 'matched';
commit;`;
}
