insert into settlement_cut_offs values ('2026-10-01T16:00Z', '2026-10-01T16:00:05Z');
insert into settlement_staged (file_id, position, line, level, subject) values (1, 1, 1, 'batch', 'a message');
insert into settlement_batches (message_id, created_at, execution_date, payments, total_cents, file_name)
  values ('not written yet', '2026-10-01T16:00Z', '2026-10-02', 1, 12550, 'a.xml');
