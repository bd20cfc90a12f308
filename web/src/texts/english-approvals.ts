/** English: the second pair of eyes, its proposals and decisions. */

export const englishApprovals = {
  about: (amount: string) => `What moves more than ${amount} is proposed by one person and approved by another.`,
  aboutPlain: 'What moves much money is proposed by one person and approved by another.',
  show: 'Show',
  which: { open: 'Open', all: 'All' },
  none: 'Nothing waits for approval',
  noneAbout: 'Proposals of your colleagues appear here with everything that was asked.',
  noneYet: 'Nothing was proposed yet',
  number: (id: number) => `Proposal ${id}`,
  acts: {
    attach: 'Attach transfers to a payment',
    'return-transfer': 'Return a transfer to its sender',
    requeue: 'Re-queue payments',
    refund: 'Record a refund',
    'apply-returns': 'Take up returns',
    'mark-returns': 'Mark returns as dealt with',
    'mark-answers': 'Mark answers as dealt with',
    'take-up': 'Take up a quarantined line',
    'set-aside': 'Set quarantined lines aside',
  },
  states: {
    open: 'Waits',
    approved: 'Approved and done',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    refused: 'Not possible any more',
  },
  asked: 'What was asked',
  attach: (count: number, amount: string, payment: number) =>
    count === 1
      ? `1 transfer of ${amount} is attached to payment ${payment}.`
      : `${count} transfers, ${amount} together, are attached to payment ${payment}.`,
  accepted: (amount: string) => `${amount} is accepted as what is paid, though the payment is for another amount.`,
  returned: (transfer: number, amount: string) => `Transfer ${transfer}, ${amount}, goes back to its sender.`,
  requeued: (count: number, amount: string) =>
    count === 1
      ? `1 payment of ${amount} goes on its way again.`
      : `${count} payments, ${amount} together, go on their way again.`,
  withNumber: (payment: number, number: string) => `Payment ${payment} with the account number ${number}.`,
  onAccount: (payment: number, account: string) => `Payment ${payment} on the account ${account}.`,
  asItIs: (payment: number) => `Payment ${payment} as it is.`,
  refunded: (payment: number, amount: string, means: string, reference: string) =>
    `${amount} of payment ${payment} is recorded as given back: ${means}, reference ${reference}.`,
  returnsApplied: (ids: string, amount: string) =>
    `The returns ${ids}, ${amount} together, are taken up: their payments fail.`,
  returnsMarked: (ids: string, amount: string) =>
    `The returns ${ids} are marked as dealt with: ${amount} of debits that they hold up may count as paid.`,
  answersMarked: (ids: string, amount: string) =>
    `The answers ${ids} are marked as dealt with: payments of ${amount} may be sent again or given back.`,
  lineTakenUp: (id: string, amount: string) =>
    `The line ${id} of the quarantine, about ${amount}, takes effect as if it had just come.`,
  linesSetAside: (ids: string, amount: string) =>
    `The lines ${ids} of the quarantine are not taken in: ${amount} of debits that they hold up may count as paid.`,
  aboutPayments: 'Payments',
  aboutTransfers: 'Transfers',
  aboutLines: 'Quarantined lines',
  proposed: (name: string, time: string) => `Proposed by ${name}, ${time}`,
  decided: (name: string, time: string) => `by ${name}, ${time}`,
  outcome: 'Outcome',
  own: 'You proposed this: another approver must approve it.',
  onlyApprovers: 'An approver must approve it.',
  approve: 'Approve',
  approveAbout: (amount: string) => `It is carried out at once, as it was asked, in your name too: ${amount}.`,
  approveYes: 'Approve and carry out',
  carriedOut: (id: number) => `Proposal ${id} is approved and carried out`,
  notPossible: (why: string) => `It was not possible any more: ${why}`,
  decline: 'Decline',
  declineTitle: (id: number) => `Decline proposal ${id}`,
  declineAbout: 'Nothing of it is done. It may be proposed anew.',
  declined: (id: number) => `Proposal ${id} is declined`,
  withdraw: 'Withdraw',
  withdrawTitle: (id: number) => `Withdraw proposal ${id}`,
  withdrawn: (id: number) => `Proposal ${id} is withdrawn`,
};
