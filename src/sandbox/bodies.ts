/**
 * What the sandbox's endpoints are sent: who plays which part, and how it goes.
 */
import { type Static, Type } from 'typebox';
import * as word from '../../contract/schema.ts';

const paymentId = () =>
  word.identifierOrDigits({
    'x-accepted': 'must be the id of a payment: a whole number of at least 1, or its digits as a string',
  });

export const PlayTransfer = Type.Object({
  senderEmail: word.email(),
  senderName: Type.Optional(word.text()),
  amount: word.amount(),
  description: word.text(),
});
export type PlayTransfer = Static<typeof PlayTransfer>;

export const PlaySettlement = Type.Object({
  paymentId: paymentId(),
  outcome: Type.Unsafe<'accepted' | 'rejected' | 'batch_rejected'>({
    type: 'string',
    enum: ['accepted', 'rejected', 'batch_rejected'],
  }),
  reason: Type.Optional(word.filledText()),
});
export type PlaySettlement = Static<typeof PlaySettlement>;

export const PlayRequeue = Type.Object({
  paymentId: paymentId(),
  accountNumber: Type.Optional(word.filledText()),
  bankAccountId: Type.Optional(word.identifierOrDigits()),
});
export type PlayRequeue = Static<typeof PlayRequeue>;

export const PlayDebit = Type.Object({
  paymentId: paymentId(),
  outcome: Type.Unsafe<'completed' | 'returned'>({ type: 'string', enum: ['completed', 'returned'] }),
  returnCode: Type.Optional(Type.String({ pattern: '^9[0-9]{2}$', 'x-accepted': 'must be a return code, 900 to 999' })),
});
export type PlayDebit = Static<typeof PlayDebit>;

export const PlayCard = Type.Object({ paymentId: paymentId() });
export type PlayCard = Static<typeof PlayCard>;

export const PlayClock = Type.Object({
  advanceBusinessDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 260 })),
  advanceSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 * 24 * 3600 })),
});
export type PlayClock = Static<typeof PlayClock>;
