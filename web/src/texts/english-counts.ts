/** What is counted of a bank file: on the file's page, and in the audit trail. */

export const englishCounts = {
  entries: 'Transfers',
  lines: 'Lines',
  payments: 'Payments',
  debits: 'Debits',
  matched: 'Matched',
  held: 'Held',
  duplicates: 'Known before',
  quarantined: 'Quarantined',
  accepted: 'Accepted',
  rejected: 'Rejected',
  unknown: 'Never submitted by us',
  recorded: 'Kept, nothing changes',
  returned: 'Payments failed',
  late: 'Late',
};
