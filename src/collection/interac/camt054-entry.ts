/**
 * What becomes of one entry (`Ntry`) of a notification, detail by detail, in bounded memory however many it holds:
 *
 *   texts of the entry ─▶ faults of the entry ─┐
 *   texts of a detail ──▶ faults of the line ──┴─ none ─▶ transfer        any ─▶ quarantined, with all of them in words
 *   end of the entry ───▶ do the details add up to it? ── no ─▶ entryFault: the transfers yielded before must not count
 *
 * The first detail waits until a second one begins or the entry ends: alone it may go without an amount of its own, and
 * nearly every entry has just one, so that nearly every fault is known before anything is yielded.
 */
import { decimalFromCents } from '../../base/money.ts';
import {
  type Camt054Item,
  type DetailTexts,
  type EntryTexts,
  emptyDetailTexts,
  emptyEntryTexts,
  type ItemPlace,
} from './camt054-elements.ts';
import { contentOf, indicatorInWords, isBankTime, isReference, keptOf, quoted, readAmount } from './camt054-texts.ts';

/** References have at most 35 characters in all versions (`Max35Text`). */
const referenceLengthMax = 35;

interface Line {
  line: number;
  column: number;
  detailNumber: number;
  texts: DetailTexts;
  faults: string[];
}

/** Where items go, numbered through the file. */
export interface ItemSink {
  items: Camt054Item[];
  position: number;
}

export class EntryReading {
  readonly texts: EntryTexts = emptyEntryTexts();
  /** Faults of the entry that its texts do not show: noted by the reader. They count for each of its lines. */
  readonly faults: string[] = [];
  readonly #place: ItemPlace;
  readonly #sink: ItemSink;
  #detailsCount = 0;
  #current: Line | undefined;
  #waiting: Line | undefined;
  #checked: { faults: string[]; amountCents: bigint | undefined } | undefined;
  #sumCents = 0n;
  /** Why the details cannot be added up. */
  #sumUnknown: string | undefined;
  #transfersYielded = 0;
  #lateFault: string | undefined;

  constructor(place: ItemPlace, sink: ItemSink) {
    this.#place = place;
    this.#sink = sink;
  }

  get hasDetails(): boolean {
    return this.#detailsCount > 0;
  }

  /** A fault that shows up when details may have been yielded: it makes the whole entry faulty. */
  faultLate(reason: string): void {
    this.#lateFault ??= reason;
  }

  beginDetail(line: number, column: number): Line {
    this.#detailsCount += 1;
    if (this.#waiting) this.#settle(this.#waiting, false);
    this.#waiting = undefined;
    this.#current = { line, column, detailNumber: this.#detailsCount, texts: emptyDetailTexts(), faults: [] };
    return this.#current;
  }

  endDetail(): void {
    const line = this.#current as Line;
    this.#current = undefined;
    if (this.#detailsCount === 1) this.#waiting = line;
    else this.#settle(line, false);
  }

  end(): void {
    const { line, column } = this.#place;
    if (!this.hasDetails) this.#settle({ line, column, detailNumber: 1, texts: emptyDetailTexts(), faults: [] }, true);
    else if (this.#waiting) this.#settle(this.#waiting, true);
    else if (this.#transfersYielded > 0) {
      const reason = this.#lateFault ?? this.#sumFault();
      if (reason) this.#sink.items.push({ kind: 'entryFault', ...this.#place, reason });
    }
  }

  /** Makes an item of a line. `alone`: the entry has no other, so its amount is the line's. */
  #settle(line: Line, alone: boolean): void {
    this.#checked ??= checkEntry(this.texts, this.faults);
    const { texts, faults } = line;
    const amountCents = this.#amountOf(line, alone);
    faults.push(...this.#checked.faults);
    const { indicator } = texts;
    if (indicator !== undefined && indicator !== this.texts.indicator) {
      faults.push(
        `the detail is ${indicatorInWords(indicator)} inside an entry that is not: both must be credits (CRDT)`,
      );
    }
    if (alone && this.#lateFault) faults.push(this.#lateFault);
    const sumFault = alone && faults.length === 0 ? this.#sumFault() : undefined;
    if (sumFault) faults.push(sumFault);
    const reference = this.#referenceOf(line);
    if (faults.length > 0 || amountCents === undefined || reference === undefined) {
      this.#quarantine(line);
      return;
    }
    const { senderName, senderEmail, endToEndId, description = '' } = texts;
    this.#transfersYielded += 1;
    this.#sink.items.push({
      kind: 'transfer',
      position: ++this.#sink.position,
      line: line.line,
      column: line.column,
      entryNumber: this.#place.entryNumber,
      detailNumber: line.detailNumber,
      reference,
      amountCents,
      currency: 'CAD',
      ...(senderName !== undefined && { senderName: keptOf(senderName) }),
      ...(senderEmail !== undefined && { senderEmail: keptOf(senderEmail) }),
      description: keptOf(description),
      ...(this.texts.bookedAt !== undefined && { bookedAt: this.texts.bookedAt }),
      ...(isReference(endToEndId) && { endToEndId: keptOf(endToEndId) }),
    });
  }

  #quarantine(line: Line): void {
    this.#sink.items.push({
      kind: 'quarantined',
      position: ++this.#sink.position,
      line: line.line,
      column: line.column,
      entryNumber: this.#place.entryNumber,
      detailNumber: line.detailNumber,
      reason: [...new Set(line.faults)].join('; '),
      content: contentOf(this.texts, line.texts),
    });
  }

  /** The line's cents, added to the sum; its faults are noted on the line. */
  #amountOf(line: Line, alone: boolean): bigint | undefined {
    const { amount, currency, innerAmount, innerCurrency, indicator } = line.texts;
    const own = amount ?? innerAmount;
    if (own === undefined && alone) {
      this.#sumCents = this.#checked?.amountCents ?? 0n;
      return this.#checked?.amountCents;
    }
    if (own === undefined) {
      line.faults.push('one of several details of an entry, without an amount of its own: each must give one');
      this.#sumUnknown ??= `detail ${line.detailNumber} gives no amount`;
      return undefined;
    }
    const ownCurrency = amount === undefined ? innerCurrency : currency;
    // Nearly always the detail repeats the entry's amount, which was read already.
    const repeated = own === this.texts.amount && ownCurrency === 'CAD';
    const cents =
      (repeated ? this.#checked?.amountCents : undefined) ?? readAmount('the detail', own, ownCurrency, line.faults);
    if (cents === undefined) this.#sumUnknown ??= `detail ${line.detailNumber} gives no readable amount in CAD`;
    else this.#sumCents += indicator !== undefined && indicator !== this.texts.indicator ? -cents : cents;
    return cents;
  }

  #sumFault(): string | undefined {
    const amountCents = this.#checked?.amountCents;
    if (this.#sumUnknown) return `the details cannot be added up to compare them with the entry: ${this.#sumUnknown}`;
    if (amountCents === undefined || amountCents === this.#sumCents) return undefined;
    const [sum, whole] = [decimalFromCents(this.#sumCents), decimalFromCents(amountCents)];
    return `the details add up to ${sum} CAD but the entry says ${whole} CAD: both must be equal`;
  }

  #referenceOf(line: Line): string | undefined {
    const { networkReference, bankReference } = line.texts;
    const entryReference = this.texts.bankReference;
    const bank = isReference(entryReference) ? entryReference : bankReference;
    const text = isReference(networkReference) ? networkReference : bank;
    if (!isReference(text)) {
      line.faults.push('no reference: ClrSysRef (of the network) or AcctSvcrRef (of the bank) must be given');
      return undefined;
    }
    if (text.length > referenceLengthMax) {
      line.faults.push(`the reference has ${text.length} characters: at most ${referenceLengthMax} are accepted`);
      return undefined;
    }
    return text === networkReference ? `network:${text}` : `bank:${text}/${line.detailNumber}`;
  }
}

/** Everything that keeps an entry from being booked money in CAD, in words, and its amount where it can be read. */
function checkEntry(
  texts: EntryTexts,
  before: readonly string[],
): { faults: string[]; amountCents: bigint | undefined } {
  const { indicator, status, reversal, bookedAt } = texts;
  const faults = [...before];
  if (indicator !== 'CRDT')
    faults.push(`the entry is ${indicatorInWords(indicator)}: only credits (CRDT) are accepted`);
  if (status !== 'BOOK') {
    faults.push(
      `the entry has ${status === undefined ? 'no status' : `status ${quoted(status)}`}: only BOOK is accepted`,
    );
  }
  if (reversal !== undefined && reversal !== 'false' && reversal !== '0') {
    faults.push(`the entry is marked as a reversal (RvslInd ${quoted(reversal)}): only false is accepted`);
  }
  if (bookedAt !== undefined && !isBankTime(bookedAt)) {
    faults.push(`the booking date is ${quoted(bookedAt)}: an ISO date (2026-11-21) or date-time is accepted`);
  }
  return { amountCents: readAmount('the entry', texts.amount, texts.currency, faults), faults };
}
