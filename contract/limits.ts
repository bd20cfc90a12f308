/**
 * Every limit of the public promise, with its reason. The first group is shown by the interface (§4.1, §5, §8); the
 * second exists only by an open point; where neither names a limit, there is none.
 */

/** Interface §8: longest `Idempotency-Key`, scoped to the token. */
export const idempotencyKeyCharactersMax = 255;
/** Interface §2.1, §8: digits of `identificationNumber`. */
export const identificationNumberDigits = 12;
/** Interface §5: what every API token begins with. */
export const tokenPrefix = 'svcapi_';
/** Interface §5: hexadecimal characters after the prefix: 256 bits. */
export const tokenHexCharacters = 64;
/** Interface §5: what every webhook signing secret begins with. */
export const signingSecretPrefix = 'whsec_';
/** Interface §5, §8: how far `t` may differ from the receiver's clock, in either direction. */
export const signatureToleranceSeconds = 300;
/** Interface §8: business days after which a debit has typically completed. */
export const eftDebitBusinessDays = { min: 1, max: 3 } as const;
/** Interface §8: business days after which a bill payment has typically posted to the biller. */
export const billerPostingBusinessDays = { min: 1, max: 3 } as const;
/** Interface §9: the version, in front of every path. */
export const versionPrefix = '/v1';

/** `text-limits`: RFC 5321 allows a path of 256 octets, two of which are the angle brackets. */
export const emailCharactersMax = 254;
/** `text-limits`: RFC 5321 §4.5.3.1.1, the part before the @. */
export const emailLocalPartCharactersMax = 64;
/** `text-limits`: far above any request shown, and small enough to be held in memory for thousands of requests. */
export const bodyBytesMax = 1024 * 1024;
/** `amount-form`: amounts are below this many dollars; from here on a double cannot tell neighbouring cents apart. */
export const amountDollarsBelow = 2 ** 46;
/** `amount-form`: the debit file has ten digits for cents. */
export const eftAmountCentsMax = 9_999_999_999;
/** `history-request`: payments on a page when `limit` is absent. */
export const historyPageDefault = 100;
/** `history-request`: most payments on one page; a larger `limit` gets a cursor. Keeps one answer near 1 MB. */
export const historyPageMax = 1000;
/** `payee-search`: payees answered when `limit` is absent: what a person reads through. There is no maximum. */
export const payeeSearchDefault = 20;
/** `bank-account-shape`: digits of the numbers that name a Canadian account (formats §1.4). */
export const institutionNumberDigits = 3;
export const transitNumberDigits = 5;
export const bankAccountNumberDigitsMax = 12;
/** Identifiers are JSON numbers: up to here a double is exact. */
export const identifierMax = Number.MAX_SAFE_INTEGER;
/** `webhook-timeouts`: for connecting, sending and answering together. */
export const webhookTimeoutSeconds = 10;
/** `amount-form`: what Stripe takes in one payment in CAD, in cents. */
export const stripeCents = { min: 50, max: 99_999_999 } as const;
