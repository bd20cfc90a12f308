/** What breaks each check of the EFT rail, by the beginning of its sentence, on what an-eft-history.ts makes. */
export const eftCorruptions: Record<string, string[]> = {
  'the latest debit of every EFT payment is where': [
    `update eft_debits set state = 'presumed' where state = 'open'`,
    `update eft_debits set state = 'open' where attempt = 2 and state = 'returned'`,
    `update eft_debits set state = 'presumed' where attempt = 1 and (partner_id, payment_id) in (
       select partner_id, payment_id from eft_debits where attempt = 2)`,
    `delete from eft_debits where state = 'presumed'`,
    `delete from eft_debits where state = 'returned'`,
    `update eft_debits set payment_id = (select max(id) from payments where kind = 'rent_card') where file_id = 1`,
    `update payments set state = 'recollecting' where kind = 'bill_eft' and state = 'collected'`,
  ],
  'the debits of a payment are numbered': [
    `update eft_debits set attempt = 3 where attempt = 2`,
    `delete from eft_debits where attempt = 1`,
    `update eft_debits set cross_reference = 'S1A1' where file_id = (select max(file_id) from eft_debits)`,
    `update eft_debits set cross_reference = 'X' || substr(cross_reference, 2) where file_id = 1`,
  ],
  'every debit is of its payment’s amount': [
    `update eft_debits set amount_cents = amount_cents + 1 where attempt = 1 and state = 'open'`,
    `update payments set received_cents = received_cents - 1 where kind = 'bill_eft' and state = 'settling'`,
  ],
  'the totals of every debit file': [
    `update eft_files set debits = 2 where id = 1`,
    `update eft_files set total_cents = total_cents + 1 where id = 1`,
    `update eft_debits set amount_cents = amount_cents + 1 where file_id = 1`,
    `delete from eft_debits where file_id = 1`,
    `update eft_files set named_at = now() + interval '1 day' where id = 1`,
    `update eft_files set file_id = null where id = 1`,
    `update bank_files set counts = '{"debits": 1, "totalCents": 5}' where format = 'aft-debits'`,
  ],
  'no file creation number is that': [
    `update eft_files set file_creation_number = 7 where id in (select id from eft_files order by id offset 4 limit 11)`,
    `update eft_files set file_creation_number = 2 where id = (select min(id) from eft_files)`,
  ],
  'no debit came back or was presumed paid before': [
    `update eft_files set written_at = null where id = (select file_id from eft_debits where state = 'presumed' limit 1)`,
    `update eft_files set written_at = null where id = (select file_id from eft_debits where state = 'returned' limit 1)`,
  ],
  'a debit is returned exactly when': [
    `update eft_debits set state = 'open' where attempt = 2 and state = 'returned'`,
    `delete from eft_returns where action = 'fail' and attempt = 2`,
    `update eft_returns set return_code = '908' where action = 'fail' and attempt = 2`,
    `update eft_returns set amount_cents = 1 where id = (select min(id) from eft_returns)`,
    `update eft_returns set action = 'late' where action = 'hold' and payment_id is not null`,
    `update eft_returns set amount_cents = 5 where action = 'late'`,
    `update eft_debits set state = 'presumed' where return_code is not null`,
    `insert into eft_returns (file_id, position, line, column_number, partner_id, payment_id, attempt, return_code, trace,
       amount_cents, cross_reference, action, reason, why, at)
     select file_id, 99, line, column_number, partner_id, payment_id, attempt, return_code, trace, amount_cents,
       cross_reference, action, reason, why, at from eft_returns where action = 'fail' limit 1`,
  ],
  'a debit that came back late': [
    `update eft_returns set action = 'late' where action = 'fail'`,
    `update eft_returns set action = 'fail' where action = 'late'`,
    `update eft_returns set attempt = 9 where action = 'late'`,
  ],
  'every late return has its posting': [
    `delete from ledger_transfers where debit_account = 'receivable'`,
    `update ledger_transfers set amount_cents = 5 where debit_account = 'receivable'`,
    `update ledger_transfers set cause = cause || '!' where debit_account = 'receivable'`,
    `delete from eft_returns where action = 'late' and partner_id = 2`,
  ],
  'the receivable of every partner': [
    `update ledger_accounts set debits_cents = debits_cents + 1 where code = 'receivable' and partner_id = 1`,
    `update ledger_accounts set debits_cents = debits_cents + 1 where code = 'collected_eft' and partner_id = 2`,
    `delete from ledger_accounts where code = 'receivable'`,
    `update eft_returns set partner_id = 3 - partner_id where action = 'late' and partner_id = 1`,
    `update eft_debits set state = 'open' where state = 'presumed'`,
  ],
};
