/**
 * What earlier releases left on a database: their last migration, which of its statements read otherwise then (the files were still edited
 * after them, which is not done any more), and rows in the tables that later migrations change.
 */

export interface Release {
  name: string;
  /** The number of its last migration. */
  last: string;
  /** By file: what stands there now, and what stood there then. Comments aside, that is all the difference. */
  edits: Readonly<Record<string, readonly (readonly [now: string, then: string])[]>>;
  rows: string;
}

const quarantineBefore = [
  ["check (state in ('open', 'taken_up', 'set_aside'))", "check (state in ('open', 'taken_up'))"],
  ['  set_aside_at timestamptz,\n  set_aside_by text,\n  set_aside_reason text,\n', ''],
] as const;

const answersBefore = [
  '  resolved_at timestamptz,\n  resolved_by text,\n  resolution text\n',
  '  resolved_at timestamptz\n',
] as const;

export const releases: readonly [Release, Release, Release] = [
  {
    name: 'the first',
    last: '0009',
    edits: {
      '0002_payments.sql': [
        [
          'create function idempotency_lock(token_id bigint, key text) returns bigint language sql stable as\n' +
            "$$ select hashtextextended(current_schema() || ' key ' || token_id || ' ' || key, 0) $$;\n",
          '',
        ],
      ],
      '0006_bank_files.sql': quarantineBefore,
      '0007_interac.sql': [['  played_by bigint,\n', '']],
      '0008_settlement.sql': [
        ['  out_dir text not null,\n', ''],
        ['  named_at timestamptz,\n', ''],
        answersBefore,
        ['  in_message text not null,\n  in_block text,\n  instruction_id text,\n  doubt text,\n', ''],
      ],
    },
    rows: `
      insert into settlement_cut_offs values ('2026-10-01T16:00Z', '2026-10-01T16:00:05Z');
      insert into settlement_staged (file_id, position, line, level, subject) values (1, 1, 1, 'batch', 'a message');
      insert into settlement_batches (message_id, created_at, execution_date, payments, total_cents, file_name)
        values ('not written yet', '2026-10-01T16:00Z', '2026-10-02', 1, 12550, 'a.xml');
    `,
  },
  {
    name: 'the second',
    last: '0011',
    edits: {
      '0006_bank_files.sql': quarantineBefore,
      '0008_settlement.sql': [['  named_at timestamptz,\n', ''], answersBefore],
      '0011_eft.sql': [
        ['  out_dir text not null,\n', ''],
        ['  named_at timestamptz,\n', ''],
        [
          '  file_id bigint not null,\n  bank_account_id',
          '  file_id bigint not null references eft_files (id),\n  bank_account_id',
        ],
        ['between 1 and 9999999999),\n', 'between 1 and 9999999999),\n  due_date date not null,\n'],
        [
          'references payments (partner_id, id)\n',
          'references payments (partner_id, id),\n' +
            '  foreign key (partner_id, bank_account_id) references bank_accounts (partner_id, id)\n',
        ],
        [
          'eft_debits_open_by_file on eft_debits (file_id, partner_id, payment_id)',
          'eft_debits_due on eft_debits (due_date, partner_id, payment_id)',
        ],
        ['  reason text not null,\n', ''],
        ['  taken_up_at timestamptz,\n', ''],
        ['  resolved_by text,\n  resolution text,\n', ''],
      ],
    },
    rows: `
      insert into settlement_cut_offs values ('2026-10-01T16:00Z', '2026-10-01T16:00:05Z');
      insert into eft_cut_offs values ('2026-10-02T16:00Z', '2026-10-02T16:00:05Z');
      insert into eft_files (file_creation_number, created_at, due_date, debits, total_cents, file_name)
        values (1, '2026-10-01T16:00Z', '2026-10-01', 2, 25100, 'a.txt');
      -- Foreign keys are not looked at: only what a later migration touches is here.
      set session_replication_role = replica;
      insert into eft_debits (partner_id, payment_id, attempt, file_id, bank_account_id, institution_number, transit_number, account_sealed,
          account_holder_name, amount_cents, due_date, cross_reference, state)
        select 1, payment_id, 1, 1, 1, '001', '00011', '\\x00', 'A holder', 12550, '2026-10-01', 'S' || payment_id || 'A1', 'presumed'
        from unnest(array[1, 2]) payment_id;
      insert into eft_returns (file_id, position, line, column_number, partner_id, payment_id, attempt, return_code, trace, amount_cents,
          cross_reference, action, why, at)
        values
          (1, 1, 1, 1, 1, 2, 1, '901', '1', 12550, 'S2A1', 'late', 'It came late.', '2026-10-09T12:00Z'),
          (1, 2, 2, 1, null, null, null, '901', '2', 100, 'X', 'hold', 'The cross-reference names no debit of ours.', '2026-10-09T12:00Z');
    `,
  },
  { name: 'the third', last: '0012', edits: {}, rows: '' },
];
