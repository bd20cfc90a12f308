/**
 * The account numbers of debits, opened. Each debit carries its own sealed copy, but a partner's debits mostly share a few accounts, whose
 * copies are the same bytes: each is opened once in a row.
 */
import { accountContext } from '../../bank-accounts/store.ts';
import type { SecretBox } from '../../base/secrets.ts';

/** How many numbers are kept at a time. */
const keptMax = 10_000;

/** A debit's copy of its account number. */
export interface SealedNumber {
  partnerId: bigint;
  accountSealed: Buffer;
}

export class OpenedNumbers {
  readonly #box: SecretBox;
  readonly #opened = new Map<string, string>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Throws SealError where the copy does not open for this partner. */
  open({ partnerId, accountSealed }: SealedNumber): string {
    // The partner is part of what is sealed: another one's copy of the same bytes must not open from here.
    const key = `${partnerId} ${accountSealed.toString('latin1')}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const number = this.#box.open(accountSealed, accountContext(partnerId));
    if (this.#opened.size >= keptMax) this.#opened.clear();
    this.#opened.set(key, number);
    return number;
  }
}
