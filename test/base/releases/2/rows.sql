insert into settlement_cut_offs values ('2026-10-01T16:00Z', '2026-10-01T16:00:05Z');
insert into eft_cut_offs values ('2026-10-02T16:00Z', '2026-10-02T16:00:05Z');
insert into eft_files (file_creation_number, created_at, due_date, debits, total_cents, file_name)
  values (1, '2026-10-01T16:00Z', '2026-10-01', 2, 25100, 'a.txt');
-- Foreign keys are not looked at: only what a later migration touches is here.
set session_replication_role = replica;
insert into eft_debits (partner_id, payment_id, attempt, file_id, bank_account_id, institution_number, transit_number, account_sealed,
    account_holder_name, amount_cents, due_date, cross_reference, state)
  select 1, payment_id, 1, 1, 1, '001', '00011', '\x00', 'A holder', 12550, '2026-10-01', 'S' || payment_id || 'A1', 'presumed'
  from unnest(array[1, 2]) payment_id;
insert into eft_returns (file_id, position, line, column_number, partner_id, payment_id, attempt, return_code, trace, amount_cents,
    cross_reference, action, why, at)
  values
    (1, 1, 1, 1, 1, 2, 1, '901', '1', 12550, 'S2A1', 'late', 'It came late.', '2026-10-09T12:00Z'),
    (1, 2, 2, 1, null, null, null, '901', '2', 100, 'X', 'hold', 'The cross-reference names no debit of ours.', '2026-10-09T12:00Z');
