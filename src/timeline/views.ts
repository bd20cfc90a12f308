/**
 * What the pages show of a payment's timeline. A partner sees no files of the bank, no batches and nothing that the operator's people
 * wrote: those are `OperatorsEntryView`'s alone.
 */

export interface InBothLanguages {
  en: string;
  fr: string;
}

/**
 * What moved a payment by itself: the request that created it, its e-transfer, its card; a debit that came back, or did not in time; our
 * own check of the account number; the report of the biller's bank, or none in time. `code` where a bank gave one.
 */
export interface MoveCause {
  kind: 'request' | 'transfer' | 'card' | 'returned' | 'no-return' | 'own-check' | 'report' | 'no-rejection';
  code?: string;
}

export type TimelineEntryView = { at: string } /** The payment moved. Without `cause` where a person moved it. */ & (
  | {
      what: 'move';
      event: string;
      from: string;
      to: string;
      status: 'pending' | 'completed' | 'failed';
      cause?: MoveCause;
    }
  | { what: 'correction'; field: 'user_email' | 'account_number' | 'bank_account_id'; before: string; after: string }
  /** Its money went back to its payer, by other means than it came. */
  | { what: 'refund'; amount: number; means: 'interac' | 'eft' | 'cheque' | 'wire' | 'other' }
  /** An e-transfer: its money, or on hold with the reason. */
  | {
      what: 'transfer';
      step: 'received' | 'attached';
      state: 'matched' | 'held';
      amount: number;
      senderName?: string;
      senderEmail?: string;
      heldReason?: string;
    }
  | {
      what: 'debit';
      step: 'waiting' | 'in_file' | 'sent' | 'presumed_paid';
      attempt: number;
      amount: number;
      /** Masked. */
      account: string;
      dueDate?: string;
      waitsFor?: 'cut-off' | 'agreement';
    }
  /**
   * `late`: after the payment was completed, whose status does not change. `held`: it waits for the operator. `resolved`: the operator
   * dealt with it, and nothing changed. What these two say may not be about this debit: to a partner it is left out.
   */
  | {
      what: 'return';
      effect: 'returned' | 'late' | 'held' | 'resolved';
      attempt: number;
      amount?: number;
      code?: string;
      meaning?: InBothLanguages;
    }
  | { what: 'identity'; step: 'begun' | 'changed'; attempt: number; state: string }
  | {
      what: 'card';
      step: 'begun' | 'changed';
      attempt: number;
      state: string;
      amount: number;
      /** Why the latest try was declined. */
      decline?: string;
    }
  | {
      what: 'reversal';
      step: 'posted' | 'changed' | 'withdrawn';
      kind: 'refund' | 'dispute';
      amount: number;
      reason?: string;
    }
  | {
      what: 'submission';
      step: 'batched' | 'written';
      attempt: number;
      amount: number;
      payeeName: string;
      accountNumber: string;
    }
  /** What the biller's bank reported. `resolved`: it was held, and the operator dealt with it. `code` and `meaning` say why where it was refused, `text` in the bank's own words. */
  | {
      what: 'report';
      effect: 'accepted' | 'rejected' | 'recorded' | 'held' | 'resolved';
      code?: string;
      meaning?: InBothLanguages;
      text?: string;
    }
  | {
      what: 'webhook';
      deliveryId: number;
      event: string;
      state: 'pending' | 'claimed' | 'delivered' | 'failed' | 'unknown';
    }
  | {
      what: 'delivery';
      event: string;
      number: number;
      byHand: boolean;
      outcome?: string;
      statusCode?: number;
      reason?: string;
      durationMs?: number;
    }
);

/** The same for the operator's people, with where it stands in the files of the banks, and what was noted. */
export type OperatorsEntryView = TimelineEntryView & {
  transferId?: number;
  fileName?: string;
  /** In that file. */
  line?: number;
  /** The whole cause of a move or correction, a transfer's own text, why a return or an answer was taken as it was, what a person did. */
  notes?: string[];
};
