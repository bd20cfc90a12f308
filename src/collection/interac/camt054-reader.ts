/**
 * Reads a bank's notification of incoming transfers (camt.054, versions 02, 04 and 08; formats §2.1) as a stream: files of
 * any size, entries with any number of transfers, in bounded memory.
 *
 *   bytes ──▶ XmlStream ──▶ elements of interest ──▶ one entry at a time ──▶ batches of items, in the order of the file
 *
 * A line that is no acceptable transfer becomes a quarantined item and the others go on. A file that is not such a
 * notification, or cannot be read to its end, is a `FileRefused` with the place of the fault: it may be thrown after
 * batches were yielded, so nothing of a file may take effect before its end was read (design §8).
 */
import { XmlStream } from '../../base/xml-stream.ts';
import {
  type Camt054Item,
  camt054Namespace,
  camt054Versions,
  documentNode,
  type ElementNode,
} from './camt054-elements.ts';
import { EntryReading } from './camt054-entry.ts';
import { keptLengthMax, noteFault } from './camt054-texts.ts';

/** Large enough for one statement to be worth it, small enough to be forgotten soon. */
export const batchItemsMax = 1_000;
/** A caller may hand over a whole file as one chunk; items are taken out after each piece. */
const pieceBytes = 64 * 1024;

/** One batch: up to 1,000 transfers, quarantined lines and faults of entries, in the order of the file. */
export type Camt054Batch = Camt054Item[];

/**
 * Reads a file given as chunks of bytes, cut anywhere. Yields batches as they fill. Throws `FileRefused`; a `position`
 * counts transfers and quarantined lines from 1. An `entryFault` comes after the transfers of its entry, perhaps in a later
 * batch: the caller quarantines those.
 */
export async function* readCamt054(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Camt054Batch, void, undefined> {
  const reading = new Camt054Reading();
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      reading.write(chunk.subarray(from, from + pieceBytes));
      yield* reading.fullBatches();
    }
  }
  reading.end();
  yield* reading.fullBatches();
  if (reading.items.length > 0) yield reading.items;
}

class Camt054Reading {
  items: Camt054Item[] = [];
  position = 0;
  readonly #xml: XmlStream;
  /** The nodes of the open elements, by depth. */
  readonly #path: ElementNode[] = [];
  /** The depth of the element that is being passed over with all that is in it; 0 for none. */
  #passedOver = 0;
  #messages = 0;
  #entries = 0;
  #entry: EntryReading | undefined;
  #line: ReturnType<EntryReading['beginDetail']> | undefined;
  /** `Ccy` of the field that is open: taken with its text, so that an empty second amount cannot change the first. */
  #currency: string | undefined;

  constructor() {
    this.#xml = new XmlStream({
      root: (name, namespace) => this.#root(name, namespace),
      open: (name, attributes, depth, place) => this.#open(name, attributes, depth, place),
      close: (_name, text, depth) => this.#close(text, depth),
    });
  }

  write(bytes: Uint8Array): void {
    this.#xml.write(bytes);
  }

  end(): void {
    this.#xml.end();
    if (this.#messages === 0) {
      this.#xml.refuse('the document holds no BkToCstmrDbtCdtNtfctn: it is not a camt.054 notification');
    }
  }

  *fullBatches(): Generator<Camt054Batch> {
    while (this.items.length >= batchItemsMax) yield this.items.splice(0, batchItemsMax);
  }

  #root(name: string, namespace: string): string | undefined {
    const accepted = camt054Versions.map((version) => camt054Namespace(version));
    if (name === documentNode.name && accepted.includes(namespace)) return undefined;
    const found = `<${name.slice(0, 100)}> of ${namespace === '' ? 'no namespace' : `namespace ${namespace.slice(0, 200)}`}`;
    return `found ${found}; accepted is <Document> of namespace ${accepted.join(' or ')}`;
  }

  #open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    depth: number,
    place: { line: number; column: number },
  ): void {
    if (this.#passedOver > 0) return;
    if (depth === 1) {
      this.#path[0] = documentNode;
      return;
    }
    const parent = this.#path[depth - 2] as ElementNode;
    const node = parent.children.get(name);
    if (!node) {
      // An entry in another namespace would pass unseen, and its money with it.
      if (name.startsWith('{') && !isField(parent) && name.endsWith('}Ntry')) {
        this.#xml.refuse(
          `<Ntry> of another namespace ${name.slice(0, 200)}: entries must be of the document's own`,
          place,
        );
      }
      // Text around a foreign element would be read in part, and part of an amount is another amount.
      if (isField(parent))
        this.#fault(parent, `<${parent.name}> holds the element <${name.slice(0, 100)}>: only text is accepted`);
      this.#passedOver = depth;
      return;
    }
    this.#path[depth - 1] = node;
    const { begins } = node.rule;
    if (begins === 'message') {
      this.#messages += 1;
      if (this.#messages > 1) this.#xml.refuse('the document holds a second BkToCstmrDbtCdtNtfctn: one is accepted');
    } else if (begins === 'entry') {
      this.#entries += 1;
      this.#entry = new EntryReading({ line: place.line, column: place.column, entryNumber: this.#entries }, this);
    } else if (begins === 'detail') {
      this.#line = this.#entry?.beginDetail(place.line, place.column);
    } else if (isField(node)) {
      this.#currency = attributes.Ccy;
    }
  }

  #close(text: string, depth: number): void {
    if (this.#passedOver > 0) {
      if (depth === this.#passedOver) this.#passedOver = 0;
      return;
    }
    const node = this.#path[depth - 1] as ElementNode;
    const { begins } = node.rule;
    if (isField(node)) this.#take(node, text.trim());
    else if (begins === 'detail') {
      this.#entry?.endDetail();
      this.#line = undefined;
    } else if (begins === 'entry') {
      this.#entry?.end();
      this.#entry = undefined;
    }
  }

  #take(node: ElementNode, text: string): void {
    if (text === '') return;
    const { entryField, entryCurrency, detailField, detailCurrency, repeats } = node.rule;
    if (detailField && this.#line) {
      const { texts } = this.#line;
      if (repeats) texts[detailField] = joined(texts[detailField], text);
      else if (texts[detailField] === undefined) {
        texts[detailField] = text;
        if (detailCurrency) texts[detailCurrency] = this.#currency;
      } else this.#fault(node, `<${node.name}> is given twice: once is accepted`);
    } else if (entryField && this.#entry) {
      const { texts, hasDetails } = this.#entry;
      if (hasDetails) {
        this.#fault(node, `<${node.name}> of the entry stands behind its details: it must stand before`);
      } else if (texts[entryField] === undefined) {
        texts[entryField] = text;
        if (entryCurrency) texts[entryCurrency] = this.#currency;
      } else this.#fault(node, `<${node.name}> is given twice: once is accepted`);
    }
  }

  #fault(node: ElementNode, reason: string): void {
    if (node.rule.detailField && this.#line) noteFault(this.#line.faults, reason);
    else if (this.#entry?.hasDetails) this.#entry.faultLate(reason);
    else if (this.#entry) noteFault(this.#entry.faults, reason);
  }
}

function isField(node: ElementNode): boolean {
  return node.rule.entryField !== undefined || node.rule.detailField !== undefined;
}

/** Grows only so far: what is kept of a description is decided later, and one character more tells where it is cut. */
function joined(before: string | undefined, text: string): string {
  if (before === undefined) return text;
  return before.length > keptLengthMax ? before : `${before} ${text}`;
}
