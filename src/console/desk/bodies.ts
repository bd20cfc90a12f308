/**
 * What the desk's writes are sent, checked: the requests of views.ts as schemas.
 */
import { Type } from 'typebox';
import * as word from '../../../contract/schema.ts';
import { refundMeans } from '../../payments/refund-means.ts';

const listedMax = 200;
const textCharactersMax = 500;
/** No biller's number comes near. */
const accountCharactersMax = 100;

const id = (what: string) =>
  word.identifier({ 'x-accepted': `must be the id of ${what}: a whole number of at least 1` });
const ids = (what: string) =>
  Type.Array(id(what), {
    minItems: 1,
    maxItems: listedMax,
    'x-accepted': `must be a list of 1 to ${listedMax} ids of ${what}`,
  });
/** Kept with what was done, so it may not be blank. */
const said = (what: string) =>
  word.filledText({
    maxLength: textCharactersMax,
    'x-accepted': `must be ${what} in words, at most ${textCharactersMax} characters: it is kept for the record`,
  } as word.Annotations);
const reason = () => said('the reason');

export const Attach = Type.Object({
  transferIds: ids('held transfers'),
  paymentId: id('a payment'),
  acceptedAmount: Type.Optional(word.amount()),
  reason: reason(),
});

export const ReturnTransfer = Type.Object({ transferId: id('a held transfer'), reason: reason() });

export const Requeue = Type.Object({
  payments: Type.Array(
    Type.Object({
      paymentId: id('a payment'),
      accountNumber: Type.Optional(
        word.filledText({
          maxLength: accountCharactersMax,
          'x-accepted': `must be an account number of at most ${accountCharactersMax} characters`,
        } as word.Annotations),
      ),
      bankAccountId: Type.Optional(id('a bank account')),
    }),
    { minItems: 1, maxItems: listedMax, 'x-accepted': `must be a list of 1 to ${listedMax} payments` },
  ),
  reason: reason(),
});

export const Refund = Type.Object({
  paymentId: id('a payment'),
  means: Type.Unsafe<(typeof refundMeans)[number]>({ type: 'string', enum: [...refundMeans] }),
  reference: said("the bank's reference or the number of the cheque"),
  reason: reason(),
});

export const ResolveReturns = Type.Object({ returnIds: ids('returns'), apply: Type.Boolean(), reason: reason() });
export const ResolveAnswers = Type.Object({ answerIds: ids('answers'), reason: reason() });
export const Lines = Type.Object({ lineIds: ids('quarantined lines'), reason: reason() });
export const Decline = Type.Object({ reason: reason() });
export const Run = Type.Object({ reason: reason() });
export const CreatePartner = Type.Object({ name: said('a name'), reason: reason() });

export const contentAccepted = 'must be the content of the file in base64, not empty';
export const fileNameBytesMax = 180;
export const Upload = Type.Object({
  name: word.filledText({
    maxLength: fileNameBytesMax,
    'x-accepted': `must be the file's name, at most ${fileNameBytesMax} characters`,
  } as word.Annotations),
  // What it holds is checked when it is read: a pattern over millions of characters would hold up everybody.
  contentBase64: Type.String({ 'x-accepted': contentAccepted }),
});

const numbersMax = 10_000;
export const PayeeRules = {
  name: word.filledText(),
  accountFormat: Type.Unsafe<unknown>({ type: ['object', 'null'] }),
  accountNumberHint: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      'x-text': true,
      maxLength: textCharactersMax,
      'x-accepted': `must be a text of at most ${textCharactersMax} characters, or null`,
    }),
  ),
  confidence: word.filledText(),
  source: said('the source'),
};
export const PreviewPayee = Type.Object({
  ...PayeeRules,
  numbers: Type.Optional(Type.Integer({ minimum: 1, maximum: numbersMax })),
});
export const PublishPayee = Type.Object({
  ...PayeeRules,
  version: Type.Integer({ minimum: 1 }),
  reason: reason(),
});
