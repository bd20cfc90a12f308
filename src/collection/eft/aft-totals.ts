/**
 * What a file's Z record announces, compared with what was read. A file whose totals do not hold is refused, but a line that had to be
 * quarantined must not condemn the others: what it may hold is counted as a range, and the announced total must lie within.
 *
 *   a good segment                       1 transaction, its cents
 *   a segment whose amount is unreadable 1 transaction, 0 to 9,999,999,999 cents
 *   a segment behind a blank one         0 or 1 transaction: the bank may not have counted it
 *   a line of the wrong length           0 to 6 transactions; of unknown type: of each kind
 */
import { amountCentsMax, type Field, segmentsPerRecord, type TotalKind, totalFields } from './aft-layout.ts';
import { told } from './aft-text.ts';

interface Range {
  countMin: number;
  countMax: number;
  centsMin: bigint;
  centsMax: bigint;
}

const kinds: readonly TotalKind[] = ['debit', 'credit', 'errorCredit', 'errorDebit'];

export class AftTotals {
  readonly #ranges: Record<TotalKind, Range> = {
    debit: none(),
    credit: none(),
    errorCredit: none(),
    errorDebit: none(),
  };

  /** A transaction that was read; of one in quarantine, the amount where that could be read. */
  add(kind: TotalKind, amountCents: bigint | undefined): void {
    const range = this.#ranges[kind];
    range.countMin += 1;
    range.countMax += 1;
    range.centsMin += amountCents ?? 0n;
    range.centsMax += amountCents ?? amountCentsMax;
  }

  /** Up to so many transactions that the bank may or may not have counted; of every kind where none is named. */
  addDoubtful(kind?: TotalKind, count = segmentsPerRecord, amountCents = amountCentsMax): void {
    for (const each of kind ? [kind] : kinds) {
      this.#ranges[each].countMax += count;
      this.#ranges[each].centsMax += BigInt(count) * amountCents;
    }
  }

  /** The first announced total that does not hold, or cannot be read; undefined where all hold. Blank counts as zero. */
  fault(text: string): { column: number; reason: string } | undefined {
    for (const kind of kinds) {
      const range = this.#ranges[kind];
      const fault =
        faultOf(totalFields[`${kind}Count`], text, BigInt(range.countMin), BigInt(range.countMax)) ??
        faultOf(totalFields[`${kind}Cents`], text, range.centsMin, range.centsMax);
      if (fault) return fault;
    }
    return undefined;
  }
}

function none(): Range {
  return { countMin: 0, countMax: 0, centsMin: 0n, centsMax: 0n };
}

function faultOf(field: Field, text: string, min: bigint, max: bigint): { column: number; reason: string } | undefined {
  const announced = text.slice(field.offset, field.offset + field.length);
  const column = field.offset + 1;
  const isBlank = announced.trim() === '';
  if (!isBlank && (announced.length < field.length || !/^[0-9]+$/.test(announced))) {
    return {
      column,
      reason: `${field.label} of Z is ${told(announced)}: ${field.length} digits are accepted`,
    };
  }
  const value = isBlank ? 0n : BigInt(announced);
  if (value >= min && value <= max) return undefined;
  const read = min === max ? `${min}` : `between ${min} and ${max}, lines in quarantine counted`;
  return { column, reason: `${field.label} of Z is ${value}, but what was read adds up to ${read}` };
}
