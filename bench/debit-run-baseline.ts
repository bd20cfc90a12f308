/**
 * The baseline of the debit-run bench: plain SQL that writes the rows of a debit run, in one transaction. It makes no file, and opens no
 * account number; it does not ask either whether a payment has a debit already.
 */
import type { World } from './world.ts';

/** Runs the script, `perFile` debits a file. Answers how long it took, its commit included. */
export async function runScript({ database }: World, files: number, perFile: number): Promise<number> {
  const began = performance.now();
  await database.query(script(files, perFile));
  return (performance.now() - began) / 1000;
}

function script(files: number, perFile: number): string {
  return `begin;
insert into eft_files (file_creation_number, created_at, due_date, file_name, out_dir)
select n, now(), current_date, 'script-' || n, '' from generate_series(1, ${files}) n;
insert into eft_debits (partner_id, payment_id, attempt, file_id, bank_account_id, institution_number, transit_number,
  account_sealed, account_holder_name, amount_cents, cross_reference)
select p.partner_id, p.id, 1, f.id, p.account_id, p.institution_number, p.transit_number, p.account_sealed,
  p.account_holder_name, p.amount_cents, 'S' || p.id || 'A1'
from (
  select p.partner_id, p.id, p.amount_cents, b.id as account_id, b.institution_number, b.transit_number, b.account_sealed,
    b.account_holder_name, 1 + (row_number() over (order by p.partner_id, p.id) - 1) / ${perFile} as file_number
  from payments p join bank_accounts b on b.partner_id = p.partner_id and b.id = p.bank_account_id
  where p.kind = 'bill_eft' and p.state = 'awaiting_funds' and b.pad_agreement is not null
) p join eft_files f on f.file_creation_number = p.file_number
order by p.partner_id, p.id;
insert into bank_files (direction, format, name, sha256, size_bytes, state, finished_at)
select 'out', 'aft-debits', file_name, sha256(convert_to(file_name, 'UTF8')), 0, 'done', now() from eft_files;
update eft_files f set debits = d.debits, total_cents = d.total, named_at = now(), written_at = now(), file_id = b.id
from (select file_id, count(*) as debits, sum(amount_cents) as total from eft_debits group by file_id) d, bank_files b
where d.file_id = f.id and b.name = f.file_name;
commit;`;
}
