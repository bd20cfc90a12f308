/** English: the operator's bank files, quarantine, returns and settlement. */
import { englishCounts } from './english-counts.ts';

export const englishBankFiles = {
  bankFiles: {
    formats: {
      'camt.054': 'Transfers received (camt.054)',
      'pain.002': 'Status report (pain.002)',
      'aft-returns': 'EFT returns (AFT)',
      'pain.001.001.09': 'Settlement (pain.001)',
      'aft-debits': 'EFT debits (AFT)',
    } as Record<string, string>,
    directions: { in: 'In', out: 'Out' },
    states: { reading: 'Being read', done: 'Done', refused: 'Refused' } as Record<string, string>,
    counts: englishCounts as Record<string, string>,
    place: (line: number, column?: number) =>
      column === undefined ? `line ${line}` : `line ${line}, column ${column}`,
    file: 'File',
    line: 'Line',
    format: 'Format',
    when: 'When',
    size: 'Size',
    total: 'Total',
    amount: 'Amount',
    payments: 'Payments',
    state: 'State',
    paymentHead: 'Payment',
    partner: (id: number) => `Partner ${id}`,
    attempt: (number: number) => `attempt ${number}`,
    bytes: (text: string) => `${text} bytes`,
    choose: {
      all: 'Select all',
      chosen: (count: number) => `${count} selected`,
      atMost: (count: number) => `At most ${count} at a time`,
      forget: 'Select none',
    },
    files: {
      title: 'Bank files',
      about: 'What the bank sent and what goes to it, newest first.',
      direction: 'Direction',
      both: 'In and out',
      none: 'No bank files yet',
      noneAbout:
        'Files that the bank puts into the drop folder appear here by themselves, and so does what we write. You can also take one in by hand.',
      noneSuch: 'No files in this direction',
      noneSuchAbout: 'Choose another direction to see the others.',
      inQuarantine: (count: number) => `Quarantine ${count}`,
      inIt: 'In it',
      refused: 'Refused in the drop folder',
      refusedAbout:
        'Nothing of these files took effect. Put each into the inbox again when it is right, or delete it there.',
      noReason: 'No reason was left beside it.',
    },
    upload: {
      open: 'Take a file in',
      title: 'Take a bank file in',
      about: 'Transfers (camt.054), status reports (pain.002) and EFT returns (AFT). You see what is in it first.',
      drop: 'Drop the file here, or choose it',
      choose: 'Choose a file',
      tooLarge: (most: string) => `The file is larger than ${most} bytes: put it into the inbox of the drop folder.`,
      empty: 'The file is empty.',
      unreadable: 'The browser could not read the file. Choose it again.',
      found: 'What is in it',
      nothingYet: 'Nothing has happened yet: it takes effect when you take it in.',
      lines: 'Lines',
      quarantined: 'Would go into quarantine',
      sample: (count: number) => (count === 1 ? 'The first line' : `The first ${count} lines`),
      quarantine: 'Quarantine',
      refused: 'This file cannot be taken in',
      refusedAbout: 'Nothing of it takes effect. Ask the bank for a whole one.',
      known: 'This content was taken in before',
      knownAbout: 'Taking it in again changes nothing.',
      unfinished: 'This content was not read to its end',
      unfinishedAbout: 'Taking it in finishes it; nothing counts twice.',
      toKnown: (id: number) => `See file ${id}`,
      take: 'Take it in',
      onlyApprovers:
        'This file could move more than one person alone may move: an approver must take it in, or the bank puts it into the drop folder.',
      another: 'Another file',
      taken: 'The file was taken in',
      toFile: 'To the file',
      toQuarantine: 'To its quarantined lines',
    },
    one: {
      title: (id: number) => `Bank file ${id}`,
      facts: 'Facts',
      brought: 'What became of it',
      carried: 'What it holds',
      refusal: 'The whole file was refused',
      refusalAbout: 'Nothing of it took effect.',
      download: 'Download',
      downloadAbout: 'It holds account numbers: who downloads it stands in the audit trail.',
      gone: 'It is no longer in its folder: whoever carries files to the bank took it away.',
      quarantined: 'Quarantined lines',
      noneQuarantined: 'No line of this file is in quarantine.',
    },
    quarantine: {
      title: 'Quarantine',
      about:
        'Single lines of bank files that could not be used. The good lines of the file went on; these wait for you.',
      none: 'Nothing is in quarantine',
      noneAbout: 'Every line of every file was used, or somebody has dealt with it.',
      onlyOf: (id: number) => `Only lines of file ${id}.`,
      ofAll: 'Show those of all files',
      needsDecision: 'Needs your decision',
      takeUp: 'Take up again',
      takeUpAbout: (count: number) =>
        count === 1
          ? 'The line is tried once more, by the same rules as any line. Where it is good now, it takes effect as if it had just come; otherwise it stays here with its reason.'
          : `These ${count} lines are tried once more, each by itself and by the same rules as any line. Those that are good now take effect as if they had just come; the others stay here with their reason.`,
      decide: (count: number) =>
        count === 1
          ? 'One of them can be read, but only a person can say that it is meant. Taking it up says so.'
          : `${count} of them can be read, but only a person can say that they are meant. Taking them up says so.`,
      setAside: 'Set aside',
      setAsideAbout: (count: number) =>
        count === 1
          ? 'Nothing of this line will be taken in, now or later. It leaves this list for good. A debit that it names may count as paid then.'
          : `Nothing of these ${count} lines will be taken in, now or later. They leave this list for good. Debits that they name may count as paid then.`,
      worth: 'Amounts in them',
      tried: 'Tried: see what became of each line',
      setAsideDone: 'Set aside',
      results: 'What became of each line',
      takenUp: 'Taken up',
      stays: 'Stays',
      ended: 'Close the list',
      andMore: (count: number) => `and ${count} more`,
      lineNumber: (id: number) => `Quarantine no. ${id}`,
      said: {
        matched: 'Its payment has the money.',
        held: 'Held at the exception desk.',
        duplicate: 'It was there already: nothing changes.',
        read: 'Marked as read.',
      } as Record<string, string>,
      fields: {
        reference: 'Reference',
        amount: 'Amount',
        description: 'Message',
        senderName: 'Sender',
        senderEmail: 'Sender’s e-mail',
        bookedAt: 'Booked',
        recordType: 'Record type',
        segmentNumber: 'Segment',
        references: 'References in it',
        element: 'Element',
        text: 'Text',
        status: 'Status',
        reasons: 'Reasons',
      } as Record<string, string>,
    },
    returns: {
      title: 'EFT returns',
      about: 'Debits that came back and wait for a person. All others found their payment by themselves.',
      none: 'No return waits',
      noneAbout: 'Returns that fit their debit are applied when their file comes in.',
      actions: { hold: 'On hold', late: 'Late' } as Record<string, string>,
      reference: 'Reference',
      why: 'Why it waits',
      retry: 'Another debit',
      retries: {
        'new debit possible': 'Possible at once',
        'after correction': 'After a correction',
        no: 'No',
      } as Record<string, string>,
      name: (id: number) => `Return ${id}`,
      apply: 'Take up',
      applyAbout: (count: number, total: string) =>
        count === 1
          ? `This return of ${total} counts as that of the debit which its reference names: the payment below fails, or, where it counted as paid already, its amount becomes a receivable from the partner.`
          : `These ${count} returns, ${total} together, count as those of the debits which their references name: the payments below fail, or, where they counted as paid already, their amounts become receivables from their partners.`,
      applyNot: 'Only returns on hold that name a debit of ours can be taken up.',
      applied: 'Taken up',
      dealtWith: 'Mark as dealt with',
      dealtWithAbout: (count: number, total: string) =>
        count === 1
          ? `This return of ${total} leaves the list. No payment changes by that; the debit of one on hold may count as paid then. Say what was agreed with the bank or the partner.`
          : `These ${count} returns, ${total} together, leave the list. No payment changes by that; the debits of those on hold may count as paid then. Say what was agreed with the bank or the partners.`,
      marked: 'Marked as dealt with',
    },
    settlement: {
      title: 'Settlement',
      about: 'Paying the billers, and the debits that bring the money: what comes next, and what was sent.',
      next: 'Next settlement',
      debits: 'Next debit file',
      cutOff: 'Cut-off',
      payee: 'Payee',
      waiting: 'Without an account',
      failing: 'Would be rejected',
      waitingAbout: 'Wait: the catalogue has no account to pay the payee on.',
      failingAbout: 'Fail before they are sent: the number breaks the payee’s confirmed format.',
      noPayments: 'Nothing is collected that waits to be sent.',
      noDebits: 'No payment waits for a debit.',
      debitCount: 'Debits',
      debitsWaiting: 'Without a debit agreement',
      runSettlement: 'Run settlement now',
      settlementAbout: (payments: string, count: number, total: string) =>
        `${count === 1 ? '1 payment' : `${payments} payments`}, ${total}, ${count === 1 ? 'is' : 'are'} put into one file for the bank, as the next cut-off would do it. What is collected later goes with the cut-off.`,
      failingToo: (payments: string, count: number) =>
        count === 1
          ? '1 payment fails before it is sent; its partner is told.'
          : `${payments} payments fail before they are sent; their partners are told.`,
      runDebits: 'Make the debits now',
      debitsAbout: (debits: string, count: number, total: string) =>
        `${count === 1 ? '1 debit' : `${debits} debits`}, ${total}, ${count === 1 ? 'is' : 'are'} written into a file for the bank, due on the next business day. What is created later goes with the cut-off.`,
      byCommand: 'It cannot be run here: the bank’s numbers or the folder for the file are not set.',
      ran: 'Done: the file is written',
      written: (files: string, payments: string, total: string) =>
        files === '' ? 'There was nothing to send.' : `Written: ${files} – ${payments}, ${total}.`,
      count: (text: string, count: number) => (count === 1 ? '1 payment' : `${text} payments`),
      batches: 'Batches',
      batch: 'Batch',
      created: 'Created',
      answers: 'Answers',
      notWritten: 'File not written yet',
      noBatches: 'No batches yet',
      noBatchesAbout: 'The first one is made at the next cut-off with collected payments, or when you run it now.',
    },
    batch: {
      title: (id: number) => `Batch ${id}`,
      facts: 'Facts',
      execution: 'Execution date',
      written: 'Written',
      outcome: 'Answer',
      all: 'All answers',
      outcomes: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' } as Record<string, string>,
      items: 'Payments',
      none: 'No payment with this answer',
      noneAbout: 'Choose another answer to see the others.',
      account: 'Account with the payee',
      warning: 'The format of the number is assumed only',
    },
    answers: {
      title: 'Biller answers',
      about: 'What a bank’s report said that nobody could apply. Clear it up with the bank, then mark it here.',
      none: 'No answer waits',
      noneAbout: 'Every report of the banks was applied.',
      actions: { hold: 'Contradicts', unknown: 'Never submitted by us' } as Record<string, string>,
      levels: { batch: 'About a whole batch', block: 'About a block', transaction: 'About one payment' } as Record<
        string,
        string
      >,
      status: 'Status',
      reason: 'Reason',
      why: 'Why it waits',
      name: (id: number) => `Answer ${id}`,
      dealtWith: 'Mark as dealt with',
      dealtWithAbout: (count: number) =>
        count === 1
          ? 'This answer leaves the list. No payment changes by that; the one that it is about may be sent again or given back then. Say what the bank confirmed.'
          : `These ${count} answers leave the list. No payment changes by that; those that they are about may be sent again or given back then. Say what the bank confirmed.`,
      marked: 'Marked as dealt with',
    },
  },
};
