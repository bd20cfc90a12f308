/**
 * Open points of states, money and time (interface §1, §3). Where money does not fit, it waits for a person: no payment
 * changes by itself. Joined with the others in open-points.ts.
 */
import type { OpenPoint } from './open-points.ts';

export const moneyPoints = [
  {
    id: 'sender-not-given',
    sections: ['3'],
    leftOpen: 'A transfer for which the bank names no sender address.',
    decision: 'Matched by number and amount, and the explanation says so. Another address than the given one is held.',
    why: 'What is unknown contradicts nothing; a different address contradicts §2.2.',
  },
  {
    id: 'amount-mismatch',
    sections: ['3'],
    leftOpen: 'Number and sender are right, the amount is not.',
    decision:
      'Held. The operator attaches one transfer or several together, or returns them; the biller gets what was received.',
    why: 'Too little or too much is for a person to judge.',
  },
  {
    id: 'second-transfer',
    sections: ['3'],
    leftOpen: 'A transfer for a payment that is no longer `pending`, or naming several payments.',
    decision: 'Held. Other digits in the description do not disturb.',
    why: 'Whose money it is cannot be told from the transfer.',
  },
  {
    id: 'number-of-other-kind',
    sections: ['3'],
    leftOpen: 'A transfer with the number of an EFT or card payment.',
    decision: 'Held.',
    why: 'Those are paid in another way; taking it would collect twice.',
  },
  {
    id: 'interac-expiry',
    sections: ['3'],
    leftOpen: 'A payment by Interac for which no transfer comes.',
    decision: 'It stays `pending`; nothing cancels it and it does not expire.',
    why: 'No such transition is shown.',
  },
  {
    id: 'interac-address',
    sections: ['3'],
    leftOpen: 'The address to which the user sends the transfer.',
    decision: 'A setting of the operator, visible in the dashboard and the documentation.',
    why: 'It depends on the bank of whoever runs the service.',
  },
  {
    id: 'eft-debit-date',
    sections: ['3'],
    leftOpen: 'On which day the debit is made.',
    decision: 'At the next cut-off after creation, whatever `dueDate` says.',
    why: 'The debit is said to start on its own; that it waits is not.',
  },
  {
    id: 'eft-success',
    sections: ['3'],
    leftOpen: 'How the service knows that a debit went through.',
    decision:
      'No return came within 3 business days (the operator can set another number) after the due date, or after the day on which its file was written where that is later, until the time of day of that writing in Toronto. A return that is held keeps its debit from counting as paid.',
    why: 'Banks report failures only, and 1–3 business days are named as typical.',
  },
  {
    id: 'eft-other-returns',
    sections: ['3'],
    leftOpen: 'Return codes beyond the three causes that are named.',
    decision: 'They fail a pending debit as well.',
    why: 'Whatever the code, the money did not come.',
  },
  {
    id: 'eft-late-return',
    sections: ['3'],
    leftOpen: 'A return after completion; equally a card dispute or refund, or an Interac reversal.',
    decision: 'Recorded, posted as owed by the partner, shown to operators. The status stays.',
    why: 'No transition is shown for it.',
  },
  {
    id: 'account-after-return',
    sections: ['4.7'],
    leftOpen: 'A bank account whose debit came back as closed or blocked.',
    decision: 'Flagged for the partner (`attention` of its record) and the operator; it stays active.',
    why: 'Only the endpoint is shown to deactivate an account.',
  },
  {
    id: 'card-created-event',
    sections: ['3', '6'],
    leftOpen: 'Whether a card payment sends `payment.created`.',
    decision: 'It does not.',
    why: 'The event is tied to `POST /create-payment`.',
  },
  {
    id: 'card-declined',
    sections: ['3'],
    leftOpen: 'A declined card.',
    decision: 'The payment stays `pending`, and the payer may try again.',
    why: 'Failing a pending card payment is not shown.',
  },
  {
    id: 'settlement-date',
    sections: ['3'],
    leftOpen: 'When a bill payment joins a batch.',
    decision: 'At the next settlement cut-off after completion, whatever `dueDate` says.',
    why: 'Posting is counted from the receipt of funds.',
  },
  {
    id: 'own-check-rejection',
    sections: ['3', '4.6'],
    leftOpen: "An account number that breaks the payee's rules when the payment is processed.",
    decision:
      'The payment fails before it joins a batch if the rule has a confirmed source; an assumed rule only warns the operator.',
    why: 'The rules are said to be those of processing; a guess must not fail a payment.',
  },
  {
    id: 'settlement-acceptance',
    sections: ['3'],
    leftOpen: 'From when on a settlement is final.',
    decision:
      "When the biller's report says so (ACSC, ACCC); weaker codes are only noted. Without a report the payment stays in settlement, and a rejection fails it however late it comes. A report that contradicts an earlier final one is held for the operator.",
    why: 'Silence is no acceptance, and two answers cannot both be true.',
  },
  {
    id: 'requeue',
    sections: ['3'],
    leftOpen: 'Who corrects a failed payment and queues it again, and what then counts as success.',
    decision:
      "An operator. What the biller refused goes to settlement again, what could not be debited is debited again. It stays `failed` until the biller's report accepts it, until 3 business days (configurable) after submission passed without a rejection, or until the debit completes. A rejection after that fails it again.",
    why: 'A success that was announced too early would have to be taken back.',
  },
  {
    id: 'second-rejection',
    sections: ['3', '6'],
    leftOpen: 'A payment that is rejected again while it is `failed`.',
    decision: 'No second `payment.failed` is sent.',
    why: 'The event says that a payment became failed; this one already was.',
  },
  {
    id: 'rent-payout',
    sections: ['1'],
    leftOpen: 'How the landlord is paid.',
    decision: 'Outside this interface: collected rent stays in the ledger as owed.',
    why: 'Only bills are shown to be paid out.',
  },
] as const satisfies readonly OpenPoint[];
