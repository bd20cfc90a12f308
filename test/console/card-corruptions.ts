/** What breaks each check of the card rail, by the beginning of its sentence, on what a-card-history.ts makes. */
export const cardCorruptions: Record<string, string[]> = {
  'every card payment received what its one paid session': [
    `update card_sessions set received_cents = received_cents + 1 where state = 'paid' and attempt = 1`,
    `update card_sessions set state = 'expired', received_cents = null where state = 'paid' and attempt = 2`,
    `update payments set kind = 'rent_interac' where kind = 'rent_card' and state = 'collected'`,
    `update payments set received_cents = 5 where kind = 'rent_card' and state = 'collected'`,
  ],
  'a card payment is asked for what it is for': [
    `update card_sessions set amount_cents = amount_cents + 1 where state = 'open'`,
    `update payments set amount_cents = amount_cents + 1 where kind = 'rent_card' and state = 'collected'`,
    `update card_sessions set received_cents = 5 where state = 'paid'`,
    `update payments set kind = 'rent_interac' where kind = 'rent_card'`,
  ],
  'no card was charged before the identity': [
    `update identity_checks set state = 'failed' where state = 'verified'`,
    `delete from identity_checks where partner_id = 2`,
    `update identity_checks set partner_id = 3 - partner_id`,
  ],
  'the postings of card money tell its way': [
    `delete from ledger_transfers where cause like 'payment % card session % held'`,
    `update ledger_transfers set amount_cents = 5 where cause like 'card refund %'`,
    `update ledger_transfers set debit_account = 'receivable' where debit_account = 'held_funds' and cause like 'card %'`,
    `update card_reversals set gone_cents = gone_cents - 1 where amount_cents = 2000`,
    `update card_reversals set postings = postings + 1 where state = 'withdrawn'`,
    `update card_reversals set surplus_cents = 0 where surplus_cents > 0`,
    `update card_reversals set kind = 'refund' where kind = 'dispute'`,
    `delete from card_reversals where state = 'withdrawn'`,
    `update card_sessions set state = 'held', held_reason = 'already_paid' where state = 'paid' and attempt = 2`,
    `insert into ledger_transfers (partner_id, debit_account, credit_account, amount_cents, cause, at)
     values (1, 'receivable', 'collected_card', 5, 'card refund of nothing', now())`,
  ],
  'money held for a partner equals': [
    `update ledger_accounts set credits_cents = credits_cents + 1 where code = 'held_funds' and partner_id = 1`,
    `delete from ledger_accounts where code = 'held_funds' and partner_id = 2`,
    `update card_sessions set received_cents = received_cents + 1 where state = 'held' and received_cents is not null`,
    `update card_reversals set surplus_cents = 1 where amount_cents = 11000`,
    `update card_sessions set state = 'paid', held_reason = null where held_reason = 'amount'`,
  ],
  'no more of a card session’s money': [
    `update card_reversals set surplus_cents = 0 where surplus_cents > 0`,
    `update card_reversals set surplus_cents = 1 where amount_cents = 2000`,
  ],
};
