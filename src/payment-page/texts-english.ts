/** What the page says in English. */
import type { Texts } from './texts.ts';

export const english: Texts = {
  languageName: 'English',
  switchTo: 'View this page in English',
  testPayment: 'Test payment: no real money is moved.',
  rent: 'Rent payment',
  receipt: 'Rent receipt',
  facts: {
    partner: 'Requested by',
    term: 'Term',
    memo: 'Memo',
    due: 'Due',
    payer: 'In the name of',
    paidAt: 'Paid on',
    number: 'Payment number',
    identificationNumber: 'Identification number',
  },
  paid: 'Paid',
  steps: { label: 'Steps', identity: 'Identity', card: 'Card', done: 'Done', isDone: 'done' },
  states: {
    to_verify: () => ({
      title: 'First, confirm who you are',
      text: 'It takes about two minutes. Have a piece of photo ID ready. Nothing is charged in this step.',
    }),
    verifying: () => ({
      title: 'Your identity is being checked',
      text: 'This usually takes less than a minute. You pay by card right after.',
    }),
    verification_failed: () => ({
      title: 'Confirm your identity again',
      text: 'Have a piece of photo ID ready. Nothing was charged.',
    }),
    to_pay: () => ({
      title: 'Now pay by card',
      text: 'Next, you enter your card on the secure page of our payment provider. You then come back here for your receipt.',
    }),
    processing: () => ({
      title: 'Your payment is being processed',
      text: 'There is nothing more for you to do. Your receipt appears here as soon as it is finished.',
    }),
    under_review: (partner, number) => ({
      title: 'We are looking into your payment',
      text: `Your payment needs a closer look by us. Please do not pay again. To ask how it stands, contact ${partner} and give payment number ${number}.`,
    }),
    switched_off: (partner) => ({
      title: 'Card payments are not possible at the moment',
      text: `Nothing can be paid here now. If you have already paid, please do not pay again in another way. For anything else, contact ${partner}, or open this page again later.`,
    }),
    paid: (partner) => ({
      title: 'This payment is already paid',
      text: `There is nothing more to pay, and your card is not charged again. If you have a question, contact ${partner}.`,
    }),
    paidJustNow: (partner) => ({
      title: 'Thank you, your payment is complete',
      text: `Keep this receipt for your records. If you have a question, contact ${partner}.`,
    }),
  },
  buttons: {
    verify: 'Confirm my identity',
    verifyAgain: 'Try again',
    continue: 'Continue',
    pay: (amount) => `Pay ${amount} by card`,
    busy: 'One moment…',
    checkAgain: 'Check again',
    print: 'Print the receipt',
    tryAgain: 'Try again',
  },
  assurances: {
    identity: 'Your documents go to our verification provider only. They are not shown to, or kept by, this page.',
    card: 'Your card number goes to our payment provider only. This page never sees it.',
  },
  late: 'This is taking longer than usual. You may close this page and open your link again later: nothing is lost.',
  notFinished: {
    identity: {
      title: 'Your identity is not confirmed yet',
      text: 'The check was not finished. You can continue whenever you are ready.',
    },
    card: {
      title: 'We have not received a payment yet',
      text: 'If you have just paid, wait a minute and open this page again. You are never charged twice for this payment.',
    },
  },
  verified: { title: 'Your identity is confirmed', text: 'Only one step is left.' },
  verificationFailed: 'Your identity could not be confirmed',
  failures: {
    document_unreadable:
      'The photo of your document could not be read. Take it again in good light, with the whole document in view and no glare.',
    document_expired: 'Your document has expired. Use one that is still valid.',
    document_not_accepted:
      'This document is not accepted. Use a passport, a driver’s licence or another government-issued photo ID.',
    face_mismatch:
      'Your selfie did not match the photo on your document. Use your own document, and take the selfie in good light with your face uncovered.',
    too_young: 'You are too young to pay here by card. Ask an adult on the lease to open this link and pay.',
    consent_declined:
      'You did not agree to the identity check. It is needed to pay by card. You can try again and agree, or ask for another way to pay.',
    not_verified: 'The check did not succeed. Try again, in good light and with a valid photo ID.',
  },
  declined: 'The payment did not go through',
  declines: {
    declined: 'Your bank declined the card. Try another card, or ask your bank why.',
    insufficient_funds: 'There are not enough funds or credit on the card. Try another card, or add funds first.',
    expired_card: 'The card has expired. Try another card.',
    incorrect_number: 'The card number, expiry date or security code is not right. Check them and try again.',
    authentication_failed:
      'Your bank could not confirm that it was you. Try again and follow the steps of your bank, or try another card.',
    processing_error: 'An error occurred while the card was processed. Wait a minute, then try again.',
  },
  problem: (partner) => ({
    title: 'The secure page could not be opened',
    text: `Nothing was charged. Please try again in a minute. If it happens again, contact ${partner}.`,
  }),
  problemOnTheWay: (partner) => ({
    title: 'Our payment provider does not answer',
    text: `If you have already paid, open this page again in a few minutes. If not, try again then: you are never charged twice for this payment. If it happens again, contact ${partner}.`,
  }),
  unknownLink: {
    title: 'We cannot find this payment',
    text: 'The link may be incomplete. Open it again from the message you received, or copy the whole of it. If that does not help, ask whoever sent it to you for a new link. Nothing was charged.',
  },
  fault: {
    title: 'Something went wrong on our side',
    text: 'Please try again in a minute. You are never charged twice for the same payment.',
  },
};
