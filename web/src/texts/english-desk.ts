/** English: the operator's console, what its pages have in common and its first page. */

export const englishDesk = {
  desk: {
    reason: 'Reason',
    reasonAbout: 'It stands in the audit trail, with your name.',
    proposed: (id: number) => `Proposed as number ${id}: it waits for the approval of a second person`,
    waits: 'Waits for a second person',
    toApprovals: 'To the approvals',
    needsSecond: (amount: string, above: string) =>
      `${amount} is more than ${above}: this is proposed first, and done when an approver who is somebody else approves it.`,
    /** Who must act on a code of bank or biller. */
    actors: { partner: 'The partner', payer: 'The payer', operator: 'We', bank: 'We, with the bank' },
    bankSays: 'The bank says',
    whoActs: 'Who acts',
    whatToDo: 'What to do',
    /** What is to be done, by the sentence in which the service says it: in English already. */
  },
  overview: {
    title: 'What waits',
    about: 'Everything that needs a person, in one place. It renews itself.',
    environments: { sandbox: 'Sandbox', production: 'Production' },
    nothing: 'Nothing waits for a person',
    nothingAbout: 'Transfers, payments, files and endpoints are all in order. What needs you appears here by itself.',
    quiet: 'Nothing waits at',
    items: {
      heldTransfers: (count: number): string => (count === 1 ? 'transfer on hold' : 'transfers on hold'),
      failedPayments: (count: number): string => (count === 1 ? 'payment failed' : 'payments failed'),
      openApprovals: (count: number): string => (count === 1 ? 'proposal to approve' : 'proposals to approve'),
      quarantinedLines: (count: number): string => (count === 1 ? 'line in quarantine' : 'lines in quarantine'),
      openReturns: (count: number): string => (count === 1 ? 'return on hold or late' : 'returns on hold or late'),
      heldAnswers: (count: number): string => (count === 1 ? 'answer of a bank on hold' : 'answers of banks on hold'),
      heldCards: (count: number): string => (count === 1 ? 'card payment on hold' : 'card payments on hold'),
      failingEndpoints: (count: number): string => (count === 1 ? 'endpoint keeps failing' : 'endpoints keep failing'),
    },
  },
};
