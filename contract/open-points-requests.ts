/**
 * Open points of the record and the requests (interface §2, §4). Joined with the others in open-points.ts.
 */
import type { OpenPoint } from './open-points.ts';

export const requestPoints = [
  {
    id: 'rent-type-value',
    sections: ['2.1', '2.2'],
    leftOpen: 'Which value `type` and `paymentType` take for a rent payment.',
    decision: '`rent`.',
    why: 'The interface has no other word for such a payment.',
  },
  {
    id: 'rent-fields',
    sections: ['2.1', '2.2'],
    leftOpen: 'The types of `term`, `rent` and `landlordMemo`, and which fields a rent request has.',
    decision:
      'The three may be a string or a number, may be absent, and come back as they were sent. A rent request must carry `userName`, `userEmail`, `amount` and `dueDate`; `paymentMethod` may be given, and is then `interac`.',
    why: 'Nothing in the service depends on the three. A debit is for bills only (§1), so no other method can be meant.',
  },
  {
    id: 'absent-values',
    sections: ['2.1'],
    leftOpen: 'How a value that does not exist yet is shown.',
    decision: 'Its member is absent, never `null`: `paymentMade` and `paymentAmount` appear once funds were received.',
    why: 'The types that are shown do not include `null`.',
  },
  {
    id: 'payment-amount',
    sections: ['2.1'],
    leftOpen: 'What exactly `paymentAmount` counts.',
    decision: 'The amount that was received; until then the member is absent.',
    why: 'Before funds arrive nothing has been paid.',
  },
  {
    id: 'after-failure',
    sections: ['2.1'],
    leftOpen: '`paymentMade` and `paymentAmount` of a payment that failed after it had been completed.',
    decision: 'Both stay. A later success gives `paymentMade` a new moment.',
    why: 'The funds were received, whatever the biller said afterwards.',
  },
  {
    id: 'recipient-email',
    sections: ['2.1'],
    leftOpen: 'Whose address `recipientEmail` is.',
    decision: 'The `userEmail` of the payment.',
    why: 'It is the only address that a bill request carries.',
  },
  {
    id: 'user-id',
    sections: ['2.1'],
    leftOpen: 'Where `userId` comes from.',
    decision:
      'The service makes one opaque text per partner and e-mail address, upper and lower case being the same. It is fixed at creation; a corrected address does not change it.',
    why: 'Requests name a user by e-mail address only, and an identifier that changes is none.',
  },
  {
    id: 'bill-type-values',
    sections: ['2.1', '2.2'],
    leftOpen: 'The categories of bills.',
    decision: 'Any text that is not blank.',
    why: 'No list is shown, and nothing depends on one.',
  },
  {
    id: 'create-required',
    sections: ['2.2'],
    leftOpen: 'Which fields of a bill request are required.',
    decision:
      'All of them, and none blank; `bankAccountId` with `eft` only. Fields that do not apply and fields that are not known are ignored.',
    why: "Neither the record nor the biller's file can be made without them.",
  },
  {
    id: 'amount-form',
    sections: ['2.2', '8'],
    leftOpen: 'The range of `amount`.',
    decision:
      'A JSON number above zero whose value has at most two decimals (writing it with an exponent is fine), below 2^46; with `eft` at most 99,999,999.99; by card what the card provider takes (Stripe: at least 0.50, at most 999,999.99).',
    why: 'From 2^46 on a double no longer tells neighbouring cents apart; the debit file has ten digits for an amount in cents; a link that nobody can pay at helps nobody.',
  },
  {
    id: 'text-limits',
    sections: ['2.2'],
    leftOpen: 'How long texts may be.',
    decision:
      'As long as the standards allow: an e-mail address as in RFC 5321, at most 254 characters; no NUL and no unpaired surrogate in any text; a body of at most 1 MiB. What is too long for a biller is shortened in the file, and never fails a creation.',
    why: 'Such characters can be neither stored nor sent on; any other limit would be an invention.',
  },
  {
    id: 'due-date-form',
    sections: ['2.2'],
    leftOpen: 'What `dueDate` may look like.',
    decision:
      'Any ISO 8601 date-time of the years 0001 to 9999. Without an offset it is read as UTC; a date in the past is accepted; it is answered in UTC.',
    why: 'The record says UTC, and no rule on past dates is shown.',
  },
  {
    id: 'empty-body',
    sections: ['4'],
    leftOpen: 'A request without a body.',
    decision: 'Read as `{}` where every field is optional.',
    why: 'Nothing is missing from such a request.',
  },
  {
    id: 'request-id',
    sections: ['4'],
    leftOpen: 'A way to name one request when asking about it.',
    decision:
      'Every answer carries `X-Request-Id`, the same text that the logs carry. It is an addition of this service.',
    why: 'Without it a partner and an operator cannot know that they speak of the same request. Clients may ignore it.',
  },
  {
    id: 'create-response',
    sections: ['4.1'],
    leftOpen: 'The fields of the answer besides `identificationNumber`.',
    decision: 'The payment record of §2.1, not wrapped.',
    why: 'The answer is said to be the created payment, and that is its shape elsewhere.',
  },
  {
    id: 'success-status',
    sections: ['4'],
    leftOpen: 'The status of a success where none is given.',
    decision: '200.',
    why: 'It is the only success that the interface ever shows.',
  },
  {
    id: 'account-check-at-creation',
    sections: ['2.2', '3', '4.6'],
    leftOpen: "Whether creation tests the account number against the payee's format.",
    decision: 'It does not. A `payeeName` that is not in the catalogue is refused with 400.',
    why: 'A wrong account number is shown as accepted and failing later; for the name an exact catalogue name is asked.',
  },
  {
    id: 'card-request',
    sections: ['4.2'],
    leftOpen: 'The request body.',
    decision: 'The rent fields (see `rent-fields`), without `paymentType` and `paymentMethod`.',
    why: 'Cards are for rent, and the path already says both.',
  },
  {
    id: 'card-response',
    sections: ['4.2'],
    leftOpen: 'What the answer holds besides `paymentUrl`.',
    decision: 'The payment record, with `paymentUrl` as one more member.',
    why: 'The partner needs the identifier that later events carry.',
  },
  {
    id: 'update-request',
    sections: ['4.3'],
    leftOpen: 'Request and response.',
    decision:
      "`{ id, userEmail }`, answered by the record. Only a `pending` payment by Interac can be changed; any other, an unknown one and another partner's are refused with 400. Transfers on hold are matched again before the answer is given.",
    why: 'These two say which payment and what to change; afterwards an address no longer decides anything.',
  },
  {
    id: 'history-request',
    sections: ['4.4'],
    leftOpen: 'Request and response.',
    decision:
      'Filters, all optional: `ids`, `identificationNumbers`, `status`, `type`, `userId`, `createdFrom`, `createdTo`, `updatedFrom` (From included, To excluded); `limit` (100 when absent, a page never holds more than 1,000) and `cursor`. Answered by `{ payments, nextCursor?, asOf }`, newest first; new payments do not shift later pages. Every change before `asOf` is in the answer, so `asOf` is the next `updatedFrom`.',
    why: 'The purpose is to recover missed events, and this does it in one loop without gaps.',
  },
  {
    id: 'payee-fields',
    sections: ['2.3', '4.5'],
    leftOpen: 'What a payee has besides its name, and what the list is wrapped in.',
    decision: '`{ payees: [{ name, billType?, accountNumberHint? }] }`.',
    why: 'An object can grow later; the two extras help to fill in a creation.',
  },
  {
    id: 'payee-search',
    sections: ['4.5', '8'],
    leftOpen: 'An empty search; default and maximum of `limit`.',
    decision:
      '`search` absent or empty: all payees by name; nothing but punctuation: none. Any part of a name finds it, however short. `limit` is a whole number of at least 1, 20 when absent, without a maximum.',
    why: 'A maximum is not shown, so none is imposed.',
  },
  {
    id: 'validate-request',
    sections: ['4.6'],
    leftOpen: 'Whether both fields are required.',
    decision: 'They are, and neither may be blank.',
    why: 'There is nothing to check otherwise.',
  },
  {
    id: 'validate-response',
    sections: ['4.6'],
    leftOpen: 'The shape of the answer.',
    decision:
      '`{ valid, reason? }`. A payee whose format is not known answers `valid: true` with the reason `format not known`; an unknown payee is refused with 400.',
    why: 'A number that cannot be judged is not called wrong.',
  },
  {
    id: 'bank-account-id',
    sections: ['2.2', '4.7'],
    leftOpen: 'The type of `bankAccountId`.',
    decision: 'An integer; the same digits as a string are accepted too.',
    why: 'Payments are identified by integers; the string costs nothing and fails nobody.',
  },
  {
    id: 'bank-account-shape',
    sections: ['2.3', '4.7'],
    leftOpen: 'Registration, record, list and deactivation of bank accounts.',
    decision:
      'Registration takes `institutionNumber` (3 digits), `transitNumber` (5), `accountNumber` (1 to 12), `accountHolderName` and, optional, `padAgreement`. The record has `id`, the same with only the last four digits of `accountNumber` readable, `status` (`active` or `inactive`) and `createdAt`; `institutionName` where the number is known, `warnings` where it is not. The list is `{ bankAccounts }`. Deactivation takes `{ id }` and answers the record. Registering an account again answers the same record, active and with the new agreement.',
    why: 'These numbers name an account in a Canadian debit file. A full number is never needed in an answer.',
  },
  {
    id: 'pad-agreement',
    sections: ['3', '4.7'],
    leftOpen: 'How the signed pre-authorized debit agreement is given.',
    decision:
      '`padAgreement: { category, signedAt, signatoryName, reference? }`, category `personal` or `business`, at registration or later by registering again. An `eft` payment from an account without one is refused with 400 at `bankAccountId`.',
    why: 'A debit without an agreement must not be made, and the bank may ask who signed it and when.',
  },
  {
    id: 'rent-report-shape',
    sections: ['2.3', '4.8'],
    leftOpen: 'Request and response.',
    decision:
      'Required: `userEmail` and `payments`, each with `month` (`YYYY-MM`) and `amount` (zero for a month not paid), optional `paidDate` and `status`. Kept as sent where given: `userName`, `address`, `landlord`, `leaseStartDate`, `leaseEndDate`, `monthlyRent`, `consent`. Answered by `id`, `createdAt`, the report, and `warnings` where the usual rules of reporting are not met. Nothing is sent to a bureau.',
    why: 'This is the least that says who paid what when; everything else is noted rather than refused.',
  },
  {
    id: 'webhook-test-scope',
    sections: ['4.9', '5'],
    leftOpen: 'Which permission the call needs.',
    decision: 'None in particular: any active token of the partner.',
    why: 'No permission grants it, and the mock data tells nothing.',
  },
  {
    id: 'webhook-test-shape',
    sections: ['4.9'],
    leftOpen: 'Body and answer.',
    decision:
      'An optional `event` (`payment.created` when absent), sent whether subscribed or not. Answered by `{ delivered, statusCode?, error? }`; without a configured URL 400. Signed and logged like any delivery; the mock record is in no history.',
    why: 'A test should show what a real delivery would do.',
  },
] as const satisfies readonly OpenPoint[];
