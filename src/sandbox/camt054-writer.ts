/**
 * The simulated bank: writes camt.054 notifications of incoming transfers, of any size, as pieces of text. For the sandbox,
 * for tests, for measuring.
 *
 *   transfers (any iterable, also asynchronous) ──▶ head · entry · entry · … · foot     each a piece, written as it comes
 *
 * Versions 02 and 08 are valid against their schemas; 04 lies between them: a detail has an amount of its own as in 08, status
 * and debtor are plain as in 02.
 */
import { cutText, escapeXml, lineText } from '../base/file-text.ts';
import { decimalFromCents } from '../base/money.ts';
import { type Camt054Version, camt054Namespace } from '../collection/interac/camt054-elements.ts';

/** One transfer. Texts are made to fit the file: control characters to spaces, names cut at 140 characters. */
export interface WrittenTransfer {
  amountCents: bigint;
  /** `ClrSysRef`, at most 35 characters. */
  networkReference?: string;
  senderName?: string;
  senderEmail?: string;
  description?: string;
  endToEndId?: string;
  /** CAD where absent. */
  currency?: string;
  /** CRDT where absent. */
  indicator?: 'CRDT' | 'DBIT';
}

/** An entry with one transfer or several. What is absent is as in a booked credit in CAD. */
export interface WrittenEntry {
  transfers: readonly WrittenTransfer[];
  /** `AcctSvcrRef` of the entry, at most 35 characters. */
  bankReference?: string;
  /** ISO date (2026-11-21) or date-time. */
  bookedAt?: string;
  /** The sum of the transfers where absent. */
  amountCents?: bigint;
  currency?: string;
  indicator?: 'CRDT' | 'DBIT';
  status?: string;
  reversal?: boolean;
}

export interface WrittenNotification {
  version: Camt054Version;
  /** At most 35 characters. */
  messageId: string;
  createdAt: Temporal.Instant;
  /** The account the money came in on. */
  accountNumber?: string;
}

const remittanceLengthMax = 140;
const nameLengthMax = 140;
const emailLengthMax = 2_048;

/** A notification as pieces of text, to be written as UTF-8: one transfer alone is an entry of its own. */
export async function* writeCamt054(
  notification: WrittenNotification,
  entries: Iterable<WrittenEntry | WrittenTransfer> | AsyncIterable<WrittenEntry | WrittenTransfer>,
): AsyncGenerator<string, void, undefined> {
  yield headText(notification);
  for await (const entry of entries) yield entryText(notification.version, entry);
  yield footText;
}

/** The same, where the entries are at hand. */
export function* writeCamt054Now(
  notification: WrittenNotification,
  entries: Iterable<WrittenEntry | WrittenTransfer>,
): Generator<string, void, undefined> {
  yield headText(notification);
  for (const entry of entries) yield entryText(notification.version, entry);
  yield footText;
}

/**
 * A description as the lines of at most 140 characters that the file carries. It is broken at spaces, which the reader puts
 * back; only a word longer than a line is broken inside.
 */
export function remittanceLines(description: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of lineText(description, Number.POSITIVE_INFINITY).split(' ')) {
    let rest = line === '' ? word : `${line} ${word}`;
    if (line !== '' && [...rest].length > remittanceLengthMax) {
      lines.push(line);
      rest = word;
    }
    for (
      line = cutText(rest, remittanceLengthMax);
      line.length < rest.length;
      line = cutText(rest, remittanceLengthMax)
    ) {
      lines.push(line);
      rest = rest.slice(line.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

const footText = '</Ntfctn>\n</BkToCstmrDbtCdtNtfctn>\n</Document>\n';

function headText({ version, messageId, createdAt, accountNumber = '0000000' }: WrittenNotification): string {
  const id = escapeXml(cutText(messageId, 35));
  const at = createdAt.toString({ smallestUnit: 'second' });
  const account = escapeXml(cutText(accountNumber, 34));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${camt054Namespace(version)}">`,
    '<BkToCstmrDbtCdtNtfctn>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>`,
    `<Ntfctn><Id>${id}</Id><CreDtTm>${at}</CreDtTm><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>CAD</Ccy></Acct>\n`,
  ].join('\n');
}

function entryText(version: Camt054Version, given: WrittenEntry | WrittenTransfer): string {
  const entry: WrittenEntry = 'transfers' in given ? given : { transfers: [given] };
  const { transfers, bankReference, bookedAt, currency = 'CAD', indicator = 'CRDT', status = 'BOOK' } = entry;
  const amountCents = entry.amountCents ?? transfers.reduce((sum, transfer) => sum + transfer.amountCents, 0n);
  const details = transfers.map((transfer) => detailText(version, transfer)).join('');
  return (
    `<Ntry><Amt Ccy="${escapeXml(currency)}">${decimalFromCents(amountCents)}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>` +
    (entry.reversal === undefined ? '' : `<RvslInd>${entry.reversal}</RvslInd>`) +
    `<Sts>${version === '08' ? `<Cd>${escapeXml(status)}</Cd>` : escapeXml(status)}</Sts>` +
    (bookedAt === undefined ? '' : `<BookgDt>${element(bookedAt.includes('T') ? 'DtTm' : 'Dt', bookedAt)}</BookgDt>`) +
    element('AcctSvcrRef', bankReference) +
    '<BkTxCd><Prtry><Cd>INTERAC</Cd></Prtry></BkTxCd>' +
    (details === '' ? '' : `<NtryDtls>${details}</NtryDtls>`) +
    '</Ntry>\n'
  );
}

function detailText(version: Camt054Version, transfer: WrittenTransfer): string {
  const { networkReference, endToEndId, indicator = 'CRDT', currency = 'CAD', senderName, senderEmail } = transfer;
  const amount = `<Amt Ccy="${escapeXml(currency)}">${decimalFromCents(transfer.amountCents)}</Amt>`;
  const email = element('EmailAdr', fitted(senderEmail, emailLengthMax));
  const party =
    element('Nm', fitted(senderName, nameLengthMax)) + (email === '' ? '' : `<CtctDtls>${email}</CtctDtls>`);
  const debtor = version === '08' && party !== '' ? `<Pty>${party}</Pty>` : party;
  const lines = remittanceLines(transfer.description ?? '')
    .map((line) => element('Ustrd', line))
    .join('');
  return (
    `<TxDtls><Refs>${element('EndToEndId', endToEndId)}${element('ClrSysRef', networkReference)}</Refs>` +
    (version === '02'
      ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`
      : `${amount}<CdtDbtInd>${indicator}</CdtDbtInd>`) +
    (debtor === '' ? '' : `<RltdPties><Dbtr>${debtor}</Dbtr></RltdPties>`) +
    (lines === '' ? '' : `<RmtInf>${lines}</RmtInf>`) +
    '</TxDtls>'
  );
}

function fitted(text: string | undefined, lengthMax: number): string | undefined {
  return text === undefined ? undefined : lineText(text, lengthMax);
}

/** An element with escaped text; nothing where there is no text, since the schemas want no empty element. */
function element(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}
