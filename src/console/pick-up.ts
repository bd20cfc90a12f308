/**
 * What is done with the files that a bank puts into the drop folder's inbox: each is recognised by its content, never by its name,
 * and taken in by the room that its format belongs to.
 *
 *   <Document> of camt.054 ─▶ interac      <Document> of pain.002 ─▶ settlement      AFT with returns ─▶ eft
 */
import path from 'node:path';
import {
  type DropFolder,
  type FileReport,
  headBytes,
  pickUp,
  type Taker,
  type Turn,
} from '../bank-files/drop-folder.ts';
import { FileUnderWay } from '../bank-files/inbound.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../base/database.ts';
import { FileRefused } from '../base/file-refused.ts';
import type { Log } from '../base/log.ts';
import type { SecretBox } from '../base/secrets.ts';
import { XmlStream } from '../base/xml-stream.ts';
import { recordLength, segmentTypes } from '../collection/eft/aft-layout.ts';
import { told } from '../collection/eft/aft-text.ts';
import { returnsFormat, takeReturns } from '../collection/eft/returns.ts';
import { ingest, ingestFormat } from '../collection/interac/ingest.ts';
import { reportFormat, takeReport } from '../settlement/report.ts';

export interface PickUpSettings {
  database: Database;
  clock: Clock;
  folder: DropFolder;
  settledMilliseconds: number;
  /** For bank accounts. */
  box: SecretBox;
  /** Whose return files are taken in; anybody's where it is not known. */
  originatorId: string | undefined;
  signal?: AbortSignal;
  onProgress?: (stage: 'read' | 'received', count: number) => void;
  onFile?: (report: FileReport) => void;
}

type Format = typeof ingestFormat | typeof reportFormat | typeof returnsFormat;

const accepted =
  'a camt.054 notification, a pain.002 status report (both XML in UTF-8), or an AFT file (Standard 005) of returns';
const isoNamespace = /^urn:iso:std:iso:20022:tech:xsd:([a-z]+\.\d+)\./;
const isoFormats: Readonly<Record<string, Format>> = { 'camt.054': ingestFormat, 'pain.002': reportFormat };
/** The control part of an AFT file's first record: its type, and that it is the first. */
const aftStart = /^[AU]\d{9}/;

/** The drop folder of these settings; undefined where no folder is watched. */
export function dropDirectory(config: Config): string | undefined {
  return (
    config.dropDirectory ?? (config.environment === 'sandbox' ? path.join(config.dataDirectory, 'bank') : undefined)
  );
}

/** One turn over the inbox. */
export function pickUpFiles(settings: PickUpSettings): Promise<Turn> {
  const { database, folder, settledMilliseconds, signal, onFile } = settings;
  return pickUp({
    database,
    folder,
    settledMilliseconds,
    accepted,
    recognise: (head) => takerOf(formatOf(head), settings),
    ...(signal && { signal }),
    ...(onFile && { onFile }),
  });
}

/** How a file of this format is taken in. */
export function takerOf(
  format: Format,
  {
    database,
    clock,
    box,
    originatorId,
    onProgress,
  }: Pick<PickUpSettings, 'database' | 'clock' | 'box' | 'originatorId' | 'onProgress'>,
): Taker {
  const request = async (file: string) => ({ file, at: await clock.now() });
  const onRead = (count: number) => onProgress?.('read', count);
  const takers: Readonly<Record<Format, Taker['take']>> = {
    [ingestFormat]: async (file) => ingest(database, { ...(await request(file)), ...(onProgress && { onProgress }) }),
    [reportFormat]: async (file) => takeReport(database, { ...(await request(file)), onProgress: onRead }),
    [returnsFormat]: async (file) =>
      takeReturns(database, {
        ...(await request(file)),
        box,
        onProgress: onRead,
        ...(originatorId !== undefined && { originatorId }),
      }),
  };
  return { format, take: takers[format] };
}

/** How a file begins that is in another form than is read, in ISO-8859-1, and what to call it. */
const strangers: readonly (readonly [start: string, what: string])[] = [
  ...['\u00ff\u00fe', '\u00fe\u00ff', '<\u0000', '\u0000<', 'A\u0000', '\u0000A'].map(
    (start) => [start, 'UTF-16'] as const,
  ),
  ...['\u004c\u006f\u00a7\u0094', '\u00c1\u00f0'].map((start) => [start, 'EBCDIC'] as const),
  ...['PK\u0003\u0004', '\u001f\u008b'].map((start) => [start, 'compressed'] as const),
];

/** The format of a file by its first bytes; of what is behind the head nothing is looked at. Throws FileRefused, with what was found, where it is none that is taken in. */
export function formatOf(content: Buffer): Format {
  const head = content.subarray(0, headBytes);
  if (head.length === 0) throw new FileRefused('the file is empty', 1, 1);
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const stranger = strangers.find(([start]) => text.startsWith(start))?.[1];
  if (stranger !== undefined) throw new FileRefused(`the file is ${stranger}: plain text is accepted`, 1, 1);
  if (aftStart.test(text)) return aftFormat(text);
  if (text.trimStart().startsWith('<')) return xmlFormat(head);
  throw new FileRefused(`the file begins with ${told(text.slice(0, 20))}: it is neither XML nor AFT`, 1, 1);
}

/** By the namespace of the root element alone; which versions of a message are read is for its reader to say. */
function xmlFormat(head: Buffer): Format {
  let format: Format | undefined;
  const xml = new XmlStream({
    root: (name, namespace) => {
      const message = isoNamespace.exec(namespace)?.[1] ?? '';
      if (name === 'Document' && Object.hasOwn(isoFormats, message)) format = isoFormats[message];
      const found = namespace === '' ? 'no namespace' : `namespace ${namespace.slice(0, 200)}`;
      return `found <${name.slice(0, 100)}> of ${found}`;
    },
    open: () => undefined,
    close: () => undefined,
  });
  try {
    xml.write(head);
    xml.end();
  } catch (error) {
    if (format === undefined) throw error;
    return format;
  }
  throw new Error('an XML document that is well-formed has a root element');
}

function aftFormat(text: string): Format {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines[0] ?? '';
  if (first.length > recordLength) {
    throw new FileRefused(
      `the first line is ${first.length} long: in an AFT file each record is a line of ${recordLength}`,
      1,
      recordLength + 1,
    );
  }
  const next = lines.findIndex((line, index) => index > 0 && line !== '');
  const type = lines[next]?.[0] ?? '';
  const kind = Object.hasOwn(segmentTypes, type) ? segmentTypes[type as keyof typeof segmentTypes] : undefined;
  if (kind && !kind.isReturn) {
    const reason = `an AFT file whose first transactions are of type ${type} (${kind.meaning}): I and J, returns, are taken in`;
    throw new FileRefused(reason, next + 1, 1);
  }
  return returnsFormat;
}

export interface InboxWatch {
  /** One turn; where one is under way in this process, its end is waited for instead. Faults are logged, never thrown. */
  turn(): Promise<void>;
  /** Ends a turn under way after the file that it is at. */
  stop(): void;
}

/** The turns of a worker: logged and counted. Content and reasons (which may quote it) stay out of the log. */
export function watchInbox(
  settings: PickUpSettings,
  log: Log,
  onChange: (format: string, outcome: FileReport['outcome'] | 'failed') => void,
): InboxWatch {
  const stopping = new AbortController();
  const told = new Set<string>();
  let underWay: Promise<void> | undefined;
  const onFile = (report: FileReport) => {
    tell(log, report);
    const failed = report.fault !== undefined && !(report.fault instanceof FileUnderWay);
    if (report.outcome !== 'waiting' || failed)
      onChange(report.format ?? 'unknown', failed ? 'failed' : report.outcome);
  };
  const turn = async () => {
    try {
      const { ignored } = await pickUpFiles({ ...settings, signal: stopping.signal, onFile });
      for (const name of ignored.filter((each) => !told.has(each))) {
        told.add(name);
        log.warn({ name }, 'not taken from the inbox: a folder, or a name that is not UTF-8');
      }
    } catch (error) {
      log.error(
        { err: error, inbox: settings.folder.inbox },
        'the inbox could not be looked into: tried again next turn',
      );
    } finally {
      underWay = undefined;
    }
  };
  return {
    turn: async () => {
      if (stopping.signal.aborted) return;
      underWay ??= turn();
      await underWay;
    },
    stop: () => stopping.abort(),
  };
}

function tell(log: Log, { outcome, reason, fault, ...facts }: FileReport): void {
  if (outcome === 'processed') log.info(facts, 'bank file taken in');
  else if (outcome === 'quarantined')
    log.warn(facts, 'BANK FILE REFUSED: it is in quarantine, with its reason beside it');
  else if (fault instanceof FileUnderWay) log.info(facts, 'bank file waits: another process is reading it');
  else if (fault !== undefined)
    log.warn({ ...facts, err: fault }, 'bank file waits after a fault: tried again next turn');
  else log.debug({ ...facts, reason }, 'bank file waits');
}
