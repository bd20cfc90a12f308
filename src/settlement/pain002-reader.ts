/**
 * Reading the bank's report on a batch: pain.002.001.03, .10 or .11 (formats §3.2), as a stream.
 *
 *   bytes ──▶ base/xml-stream ──▶ the tree of elements we know (below) ──▶ items, in the order of the file
 *
 *   Document                            item
 *     CstmrPmtStsRpt
 *       GrpHdr
 *       OrgnlGrpInfAndSts           ──▶ group        exactly one, before all else
 *       OrgnlPmtInfAndSts           ──▶ block        before its first transaction
 *         TxInfAndSts               ──▶ transaction
 *
 * A transaction that cannot be used is an item `quarantined` and the file goes on. What makes the meaning of the rest
 * doubtful (no or two OrgnlGrpInfAndSts, a block's status after its transactions) refuses the file, as does everything
 * that `XmlStream` refuses. Nothing may take effect before the last item was read (design §8).
 */
import { cutText } from '../base/file-text.ts';
import type { XmlPlace } from '../base/xml-stream.ts';
import { XmlStream } from '../base/xml-stream.ts';
import type { Gathered, Pain002Item } from './pain002-items.ts';
import {
  blockItem,
  gather,
  groupItem,
  keepContent,
  keepField,
  keepReason,
  reasonsMax,
  transactionItem,
} from './pain002-items.ts';

export const pain002Versions = ['pain.002.001.03', 'pain.002.001.10', 'pain.002.001.11'] as const;

const namespaceStart = 'urn:iso:std:iso:20022:tech:xsd:';
/** Items are handed over when about so many are there. */
const batchItemsMax = 1000;
const writeBytes = 64 * 1024;

/**
 * The items of a report, in the order of the file, in lists of about a thousand. Throws `FileRefused` where the file
 * cannot be read to its end.
 */
export async function* readPain002(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Pain002Item[], void, undefined> {
  const report = new ReportReader();
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += writeBytes) {
      report.stream.write(chunk.subarray(start, start + writeBytes));
      if (report.items.length >= batchItemsMax) yield report.take();
    }
  }
  report.end();
  if (report.items.length > 0) yield report.take();
}

/** An element that we know: what to do at its begin and end, and the elements we know inside it. */
interface Known {
  opens?: (reader: ReportReader, place: XmlPlace) => void;
  closes?: (reader: ReportReader, text: string) => void;
  inside?: Readonly<Record<string, Known>>;
}

class ReportReader {
  readonly stream: XmlStream = new XmlStream({
    root: (name, namespace) => rootRefusal(name, namespace),
    open: (name, _attributes, _depth, place) => this.#open(name, place),
    close: (name, text) => this.#close(name, text),
  });
  items: Pain002Item[] = [];
  reportMessageId: string | undefined;
  group: Gathered | undefined;
  block: Gathered | undefined;
  transaction: Gathered | undefined;
  blockIsTold = false;
  /** The innermost of the three that is open: reasons and fields go there. */
  get current(): Gathered | undefined {
    return this.transaction ?? this.block ?? this.group;
  }
  readonly #path: (Known | undefined)[] = [];
  #isLeaf = false;

  take(): Pain002Item[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  end(): void {
    this.stream.end();
    if (!this.group) this.stream.refuse('the report has no OrgnlGrpInfAndSts: it does not say which batch it is about');
  }

  beginReason(): void {
    const gathered = this.current;
    if (!gathered) return;
    if (gathered.reasons.length >= reasonsMax) this.stream.refuse(`more than ${reasonsMax} reasons for one status`);
    gathered.reasons.push({ info: [] });
  }

  tellGroup(): void {
    const group = this.group as Gathered;
    const item = groupItem(group, this.reportMessageId);
    if (typeof item === 'string') this.stream.refuse(`OrgnlGrpInfAndSts cannot be read: ${item}`, group.place);
    this.items.push(item);
  }

  tellBlock(): void {
    if (!this.block || this.blockIsTold) return;
    this.blockIsTold = true;
    this.items.push(blockItem(this.block));
  }

  #open(name: string, place: XmlPlace): void {
    const known = this.#path.length === 0 ? tree : inside(this.#path.at(-1), name);
    this.#path.push(known);
    this.#isLeaf = true;
    known?.opens?.(this, place);
  }

  #close(name: string, text: string): void {
    const known = this.#path.pop();
    const trimmed = text.trim();
    const item = this.transaction ?? this.block;
    if (this.#isLeaf && item) keepContent(item, name, trimmed);
    this.#isLeaf = false;
    known?.closes?.(this, trimmed);
  }
}

function inside(known: Known | undefined, name: string): Known | undefined {
  const children = known?.inside;
  return children !== undefined && Object.hasOwn(children, name) ? children[name] : undefined;
}

function field(name: string): Known {
  return { closes: (reader, text) => reader.current && keepField(reader.current, name, text) };
}

function reasonPart(part: 'code' | 'proprietary' | 'info'): Known {
  return { closes: (reader, text) => reader.current && keepReason(reader.current, part, text) };
}

const reasonTree: Known = {
  opens: (reader) => reader.beginReason(),
  inside: {
    Rsn: { inside: { Cd: reasonPart('code'), Prtry: reasonPart('proprietary') } },
    AddtlInf: reasonPart('info'),
  },
};

const transactionTree: Known = {
  opens(reader, place) {
    reader.tellBlock();
    reader.transaction = gather(place);
  },
  closes(reader) {
    if (!reader.transaction) return;
    reader.items.push(transactionItem(reader.transaction, reader.block));
    reader.transaction = undefined;
  },
  inside: {
    OrgnlInstrId: field('OrgnlInstrId'),
    OrgnlEndToEndId: field('OrgnlEndToEndId'),
    TxSts: field('TxSts'),
    StsRsnInf: reasonTree,
  },
};

/** In a block, status and reasons come before the transactions: they are told once, and may not change afterwards. */
const blockTree: Known = {
  opens(reader, place) {
    if (!reader.group) reader.stream.refuse('OrgnlPmtInfAndSts stands before OrgnlGrpInfAndSts', place);
    reader.block = gather(place);
    reader.blockIsTold = false;
  },
  closes(reader) {
    reader.tellBlock();
    reader.block = undefined;
  },
  inside: {
    OrgnlPmtInfId: beforeTransactions(field('OrgnlPmtInfId')),
    PmtInfSts: beforeTransactions(field('PmtInfSts')),
    StsRsnInf: beforeTransactions(reasonTree),
    TxInfAndSts: transactionTree,
  },
};

function beforeTransactions(known: Known): Known {
  return {
    ...known,
    opens(reader, place) {
      if (reader.blockIsTold) reader.stream.refuse("a block's status stands after its transactions", place);
      known.opens?.(reader, place);
    },
  };
}

const groupTree: Known = {
  opens(reader, place) {
    if (reader.group) reader.stream.refuse('a second OrgnlGrpInfAndSts: a report is about one batch', place);
    reader.group = gather(place);
  },
  closes(reader) {
    reader.tellGroup();
  },
  inside: {
    OrgnlMsgId: field('OrgnlMsgId'),
    OrgnlMsgNmId: field('OrgnlMsgNmId'),
    GrpSts: field('GrpSts'),
    StsRsnInf: reasonTree,
  },
};

const reportMessageId: Known = {
  closes(reader, text) {
    reader.reportMessageId ??= text;
  },
};

const tree: Known = {
  inside: {
    CstmrPmtStsRpt: {
      inside: {
        GrpHdr: { inside: { MsgId: reportMessageId } },
        OrgnlGrpInfAndSts: groupTree,
        OrgnlPmtInfAndSts: blockTree,
      },
    },
  },
};

function rootRefusal(name: string, namespace: string): string | undefined {
  const version = namespace.startsWith(namespaceStart) ? namespace.slice(namespaceStart.length) : undefined;
  if (name === 'Document' && (pain002Versions as readonly (string | undefined)[]).includes(version)) return undefined;
  return `<${name}> of namespace "${cutText(namespace, 100)}" is not accepted: a Document of ${pain002Versions.join(', ')} is`;
}
