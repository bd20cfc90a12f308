/**
 * Reading a bank's XML file of any size: strict, as a stream, in bounded memory, and with the place of every fault.
 *
 *   bytes ──▶ blocks at fixed offsets ──▶ UTF-8, checked ──▶ saxes (well-formed or refused) ──▶ names resolved ──▶ handlers
 *
 * Whatever is wrong with the file as a file is a `FileRefused`: not XML, cut off, a `<!DOCTYPE`, another encoding than
 * UTF-8, a prefix without a namespace, too deep, a single text too long. Blocks are cut at fixed offsets of the file, so
 * that what is refused does not depend on how the bytes arrived.
 */
import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { FileRefused } from './file-refused.ts';

/** The messages nest less than 20 deep; anything far beyond is an attack or not such a message. */
export const xmlDepthMax = 100;
/** One text, attribute value, comment. The longest text of the messages has 140 characters, in extensions a few thousand. */
export const xmlTextLengthMax = 64 * 1024;

const blockBytes = 64 * 1024;
const cachedNamesMax = 4096;
/** What prefixes mean before the root declares any. */
const outsideNamespaces: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);
const qualifiedName = /^(?:[^:]+:)?[^:]+$/;

/** 1-based; the column counts characters. */
export interface XmlPlace {
  line: number;
  column: number;
}

export interface XmlHandlers {
  /** The root element, first of all. Answers why the file is refused, or undefined where it is the message wanted. */
  root(name: string, namespace: string): string | undefined;
  /**
   * An element begins. `name` is the local name where the element is in the root's namespace, else `{namespace}local`,
   * so that foreign content never passes for the message's own. The root has depth 1. `place` is the element's `<`.
   */
  open(name: string, attributes: Readonly<Record<string, string>>, depth: number, place: XmlPlace): void;
  /** An element ends. `text` is all that stood after the last tag inside it: of a leaf, its whole text, untrimmed. */
  close(name: string, text: string, depth: number): void;
}

/** What prefixes mean at one place of the document; the names resolved there are remembered. */
interface Scope {
  depth: number;
  namespaces: ReadonlyMap<string, string>;
  names: Map<string, string>;
}

/** Feed it with `write`, then `end`. Both throw `FileRefused`, and whatever a handler throws; after that, drop it. */
export class XmlStream {
  readonly #handlers: XmlHandlers;
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #scopes: Scope[] = [{ depth: 0, namespaces: outsideNamespaces, names: new Map() }];
  #rootNamespace = '';
  #openNames: string[] = [];
  #text = '';
  #elementPlace: XmlPlace = { line: 1, column: 1 };
  #tokensInBlock = 0;
  #blockFilled = 0;
  /** The first bytes of a character whose rest comes with the next write. */
  #heldBack: Uint8Array = new Uint8Array(0);

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
    this.#listen();
  }

  /** Where reading stands: of use to a handler that refuses. */
  get place(): XmlPlace {
    return { line: this.#parser.line, column: Math.max(1, this.#parser.column) };
  }

  /** The next bytes of the file, cut anywhere. */
  write(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, blockBytes - this.#blockFilled);
      this.#decode(part);
      this.#blockFilled += part.length;
      if (this.#blockFilled === blockBytes) this.#endBlock();
      rest = rest.subarray(part.length);
    }
  }

  /** The file is at its end: refused where the document is not. */
  end(): void {
    if (this.#heldBack.length > 0) this.refuse('the file is cut off inside a character');
    const open = this.#openNames.at(-1);
    if (open !== undefined) this.refuse(`the file is cut off: it ends inside <${open}>`);
    this.#parser.close();
  }

  /** Throws `FileRefused` with the place where reading stands. */
  refuse(reason: string, place: XmlPlace = this.place): never {
    throw new FileRefused(reason, place.line, place.column);
  }

  #listen(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.refuse(`not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`));
    parser.on('doctype', () => this.refuse('<!DOCTYPE is not accepted in a bank file'));
    parser.on('xmldecl', (declaration) => {
      this.#tokensInBlock += 1;
      const { version = '1.0', encoding = 'UTF-8' } = declaration;
      if (version !== '1.0') this.refuse(`XML ${version} is not accepted: send XML 1.0`);
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) this.refuse(`encoding ${encoding} is not accepted: send UTF-8`);
    });
    const addText = (text: string) => {
      this.#tokensInBlock += 1;
      this.#text = this.#text === '' ? text : this.#text + text;
      if (this.#text.length > xmlTextLengthMax) this.#refuseLength();
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('comment', () => (this.#tokensInBlock += 1));
    parser.on('processinginstruction', () => (this.#tokensInBlock += 1));
    parser.on('opentagstart', (tag) => {
      // The parser stands behind the character after the name; where that is a line break, the name's line is over.
      const column = parser.column - tag.name.length - 1;
      const sameLine = column >= 1;
      this.#elementPlace = { line: sameLine ? parser.line : parser.line - 1, column: sameLine ? column : 1 };
    });
    parser.on('opentag', (tag) => this.#open(tag.name, tag.attributes as Record<string, string>));
    parser.on('closetag', () => this.#close());
    // Ten handlers set by name made the parser a dictionary for V8, which reads six times slower; becoming a prototype
    // makes it a fast object again (measured: 100,000 entries in 1.4 s rather than 3.9 s).
    Object.create(parser);
  }

  #open(rawName: string, attributes: Record<string, string>): void {
    this.#tokensInBlock += 1;
    const depth = this.#openNames.length + 1;
    if (depth > xmlDepthMax) this.refuse(`elements are nested deeper than ${xmlDepthMax}`);
    this.#declare(attributes, depth);
    const name = depth === 1 ? this.#root(rawName) : this.#resolve(rawName);
    this.#openNames.push(name);
    this.#text = '';
    this.#handlers.open(name, attributes, depth, this.#elementPlace);
  }

  #close(): void {
    this.#tokensInBlock += 1;
    const depth = this.#openNames.length;
    const name = this.#openNames.pop() ?? '';
    const text = this.#text;
    this.#text = '';
    if (this.#scope().depth === depth) this.#scopes.pop();
    this.#handlers.close(name, text, depth);
  }

  #scope(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  /** A tag that declares prefixes opens a scope of its own; nearly always that is the root alone. */
  #declare(attributes: Record<string, string>, depth: number): void {
    let declared: Map<string, string> | undefined;
    for (const name in attributes) {
      const value = attributes[name] as string;
      if (value.length > xmlTextLengthMax) this.#refuseLength();
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      declared ??= new Map(this.#scope().namespaces);
      declared.set(name.slice(6), value);
    }
    if (declared) this.#scopes.push({ depth, namespaces: declared, names: new Map() });
  }

  #root(rawName: string): string {
    const [namespace, local] = this.#split(rawName);
    const refusal = this.#handlers.root(local, namespace);
    if (refusal !== undefined) this.refuse(refusal, this.#elementPlace);
    this.#rootNamespace = namespace;
    return local;
  }

  #resolve(rawName: string): string {
    const { names } = this.#scope();
    const known = names.get(rawName);
    if (known !== undefined) return known;
    const [namespace, local] = this.#split(rawName);
    const name = namespace === this.#rootNamespace ? local : `{${namespace}}${local}`;
    if (names.size >= cachedNamesMax) names.clear();
    names.set(rawName, name);
    return name;
  }

  #split(rawName: string): [namespace: string, local: string] {
    if (!qualifiedName.test(rawName)) this.refuse(`<${rawName}> is not a name with one prefix`, this.#elementPlace);
    const colon = rawName.indexOf(':');
    const namespace = this.#scope().namespaces.get(colon < 0 ? '' : rawName.slice(0, colon));
    if (namespace === undefined) this.refuse(`<${rawName}> has a prefix without a namespace`, this.#elementPlace);
    return [namespace, rawName.slice(colon + 1)];
  }

  #endBlock(): void {
    if (this.#tokensInBlock === 0) this.#refuseLength();
    this.#tokensInBlock = 0;
    this.#blockFilled = 0;
  }

  #refuseLength(): never {
    return this.refuse(`a single text, tag or comment is longer than ${xmlTextLengthMax} characters`);
  }

  #decode(part: Uint8Array): void {
    const bytes = this.#heldBack.length > 0 ? Buffer.concat([this.#heldBack, part]) : part;
    const whole = bytes.subarray(0, bytes.length - unfinishedLength(bytes));
    // A copy: the caller may use its buffer again.
    this.#heldBack = new Uint8Array(bytes.subarray(whole.length));
    if (isAscii(whole)) {
      this.#parser.write(Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('latin1'));
    } else if (isUtf8(whole)) {
      this.#parser.write(this.#decoder.decode(whole));
    } else {
      // Read up to the fault first: an earlier fault is named first, and the place is right.
      this.#parser.write(this.#decoder.decode(whole.subarray(0, validLength(whole))));
      this.refuse('the file is not UTF-8');
    }
  }
}

/** How many bytes at the end begin a character that is not complete: 0 to 3. Faults are not judged here. */
function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The length of the longest beginning that is UTF-8, by halving. */
function validLength(bytes: Uint8Array): number {
  const startIsValid = (length: number) => {
    const start = bytes.subarray(0, length);
    return isUtf8(start.subarray(0, length - unfinishedLength(start)));
  };
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (startIsValid(middle)) good = middle;
    else bad = middle;
  }
  return good - unfinishedLength(bytes.subarray(0, good));
}
