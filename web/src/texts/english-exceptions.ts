/** English: the operator's exceptions, payments and approvals. */
import { englishApprovals } from './english-approvals.ts';

const transfers = (count: number) => (count === 1 ? '1 transfer' : `${count} transfers`);
const payments = (count: number) => (count === 1 ? '1 payment' : `${count} payments`);

export const englishExceptions = {
  exceptions: {
    names: {
      transfer: (id: number) => `Transfer ${id}`,
      transfers,
      paymentsCounted: payments,
      kinds: {
        bill_interac: 'Bill by e-Transfer',
        bill_eft: 'Bill by debit (EFT)',
        rent_interac: 'Rent by e-Transfer',
        rent_card: 'Rent by card',
      },
      means: {
        interac: 'e-Transfer',
        eft: 'Bank transfer (EFT)',
        cheque: 'Cheque',
        wire: 'Wire',
        other: 'Another way',
      },
      all: 'All',
      select: (what: string) => `Select ${what}`,
      selectShown: 'Select all shown',
      clearSelection: 'Clear the selection',
      clear: 'Clear',
      atMost: (count: number) => `At most ${count} at once`,
      showAll: 'Show all of it',
      showLess: 'Show less',
    },
    heldTransfers: {
      about: 'e-Transfers that fit no payment by themselves. The money is safe on hold until somebody decides.',
      reason: 'Held because',
      advice: {
        'no-number-found':
          'The message holds no identification number. Attach the transfer to its payment, or return it.',
        'number-unknown':
          'The message holds a well-formed number that belongs to no payment. Attach the transfer to its payment, or return it.',
        'several-payments':
          'The message holds the numbers of several payments. Attach the transfer to one of them, or return it.',
        'payment-of-other-kind':
          'The number belongs to a payment that is collected by debit or by card. Return the transfer.',
        'payment-not-awaiting-funds':
          'The payment has its money already: this is a second transfer. Return it, or attach it to the payment it was meant for.',
        'sender-differs':
          'The transfer was sent from another e-mail address than the payment names. The partner can correct the address; or attach or return the transfer.',
        'amount-differs':
          'The amount received is not the amount of the payment. Attach this transfer, alone or together with others, or return it.',
      },
      none: 'No transfer is on hold',
      noneAbout: 'Every transfer found its payment. One that does not fit appears here with the reason.',
      noneFound: 'No transfer is held for this reason',
      noneFoundAbout: 'Look at another reason, or at all of them.',
      received: (time: string) => `received ${time}`,
      message: 'Message',
      noMessage: 'No message',
      noSender: 'Unknown sender',
      file: (id: number) => `file ${id}`,
      checks: 'What was checked',
      suggestions: 'Perhaps it belongs to',
      noSuggestion: 'No payment suggests itself. Find it by its number, or return the transfer.',
      because: {
        'number-matches': 'Its number stands in the message',
        'number-one-slip-away': 'Its number is one slip away from the one in the message',
        'named-in-description': 'Its number stands in the message, beside others',
      },
      related: 'Others carry the same number, perhaps parts of one payment:',
      selectTogether: 'Select them together',
      attach: 'Attach',
      attachTo: (payment: number) => `Attach to payment ${payment}`,
      attachOther: 'Attach to another payment',
      attachAny: 'Attach to a payment',
      attachTogether: 'Attach together',
      returnIt: 'Return to sender',
      checkWords: {
        numbers: (numbers: string, near: string) =>
          `${numbers === '' ? 'The message holds no identification number' : `The message holds ${numbers}`}${near === '' ? '' : `; nearly a number: ${near}`}`,
        payment: {
          one: (payments: string) => `It belongs to payment ${payments}`,
          several: (payments: string) => `They belong to payments ${payments}`,
          unknown: 'No payment carries this number',
        },
        kind: {
          interac: 'The payment is paid by e-Transfer',
          other: (kind: string) => `The payment is not paid by e-Transfer: ${kind}`,
        },
        state: {
          awaiting: 'The payment waits for its money',
          'not-awaiting': (state: string) => `The payment does not wait for money: ${state}`,
        },
        sender: {
          equal: 'The sender is the one that the payment names',
          'sender-not-given': 'The bank gives no address of the sender',
          different: (received: string, expected: string) =>
            `It was sent from ${received}, the payment names ${expected}`,
        },
        amount: {
          equal: (amount: string) => `The amount is that of the payment: ${amount}`,
          different: (received: string, expected: string) => `${received} came, the payment is for ${expected}`,
        },
      },
    },
    attach: {
      title: (count: number) => `Attach ${transfers(count)}`,
      together: (sum: string) => `Together ${sum}`,
      to: 'To this payment',
      which: 'To which payment?',
      other: 'Choose another payment',
      choose: (id: number) => `Choose payment ${id}`,
      chooseIt: 'Choose',
      exact: (amount: string) => `${amount} is exactly the amount of the payment.`,
      tooLittle: (received: string, expected: string, difference: string) =>
        `${received} came and the payment is for ${expected}: ${difference} too little.`,
      tooMuch: (received: string, expected: string, difference: string) =>
        `${received} came and the payment is for ${expected}: ${difference} too much.`,
      accept: (received: string) => `Accept ${received} as what is paid`,
      acceptAbout: (received: string) =>
        `${received} counts as paid and goes on to the payee; nothing more is asked for.`,
      impossible: (state: string) => `Nothing can be attached to this payment: ${state}`,
      notInterac: 'it is not paid by e-Transfer',
      yes: 'Attach',
      done: (count: number, payment: number) =>
        `${transfers(count)} ${count === 1 ? 'is' : 'are'} attached to payment ${payment}`,
    },
    giveBack: {
      title: (id: number) => `Return transfer ${id} to its sender`,
      what: (amount: string, sender: string) => `${amount} goes back to ${sender}.`,
      about:
        'Here it is recorded as returned and leaves the money on hold, for good. Send the money itself back at the bank.',
      yes: (amount: string) => `Return ${amount}`,
      done: (id: number) => `Transfer ${id} is recorded as returned`,
    },
    failed: {
      about: 'Payments that a biller rejected or whose debit came back, and that nobody has dealt with yet.',
      state: 'What failed',
      states: { rejected: 'The biller rejected it', uncollected: 'The debit came back' },
      partner: 'Partner',
      refunded: 'Money',
      refundedWords: { no: 'Not dealt with yet', yes: 'Given back' },
      none: 'No failed payment waits',
      noneAbout:
        'Payments that a biller rejects, or whose debit comes back, appear here with the cause and what can be done.',
      noneFound: 'No failed payment fits these filters',
      noneFoundAbout: 'Choose other filters, or show all of them.',
      failedAt: (time: string) => `failed ${time}`,
      cause: 'Cause',
      accountNumber: 'Account number',
      bankAccount: 'Debited account',
      attention: 'Note on the account',
      inactive: 'deactivated',
      noAgreement: 'without an agreement',
      requeue: 'Re-queue',
      correct: 'Correct or re-queue',
      refund: 'Record a refund',
      requeueSelected: (count: number) => `Re-queue ${payments(count)}`,
      doubts: {
        'answer-held':
          'An answer of the biller’s bank on it waits for a decision: the biller may have the money already.',
        'return-held': 'A return of its debit waits for a decision: the money may be gone.',
        'late-return': 'Its debit came back late: there is no money to send until that is settled with the partner.',
      },
      givenBack: 'Given back',
    },
    requeue: {
      title: (count: number) => `Re-queue ${payments(count)}`,
      about: (count: number, sum: string) =>
        count === 1
          ? `${sum} goes on its way again: to the biller with the next batch, or as a new debit.`
          : `All ${count} go on their way again, ${sum} together: to the biller with the next batch, or as new debits. All of them, or none.`,
      number: (payment: number) => `Account number of payment ${payment}`,
      numberAbout: 'Correct it where it was wrong; left as it is, the payment goes with the same number.',
      account: (payment: number) => `Account to debit for payment ${payment}`,
      sameAccount: (account: string) => `The same: ${account}`,
      search: 'Search accounts',
      searchFor: 'Holder, last digits',
      noAccounts: 'No other account of this partner can be debited.',
      yes: 'Re-queue',
      done: (count: number) => `${payments(count)} ${count === 1 ? 'is' : 'are'} on the way again`,
    },
    refund: {
      title: (payment: number) => `Record a refund of payment ${payment}`,
      what: (amount: string, person: string) => `${amount} went back to ${person} by other means.`,
      about:
        'Send the money first. This records and posts it: the payment stays failed for good, and cannot be re-queued any more.',
      means: 'By what means',
      reference: 'Reference',
      referenceAbout: 'The bank’s reference, or the number of the cheque.',
      yes: (amount: string) => `Record ${amount} as given back`,
      done: (payment: number) => `The refund of payment ${payment} is recorded`,
      by: 'By',
      at: 'At',
      amount: 'Amount',
      reason: 'Reason',
    },
    approvals: englishApprovals,
    finder: {
      about: 'A payment of any partner, by the number that payers write or by its id.',
      label: 'Identification number or id',
      placeholder: '1234 5678 9012 or 57',
      find: 'Find',
      malformed: 'An identification number has 12 digits; anything shorter is taken as an id.',
      none: 'No payment carries this number',
      noneAbout: 'Look at each digit: an identification number has 12. An id is the number in “Payment 57”.',
      begin: 'Which payment are you looking for?',
      beginAbout: 'Type its identification number, with or without spaces, or its id.',
      found: 'Found',
    },
    onePayment: {
      partner: 'Partner',
      back: 'Find a payment',
      refund: 'Refund',
      toFailed: 'To the failed payments',
      file: 'File',
      line: (number: number) => `line ${number}`,
    },
  },
};
