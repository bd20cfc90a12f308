/**
 * The simulated biller's bank: writes the pain.002 report that answers a batch (formats §3.2). The same text serves the
 * three versions, which differ in their namespace alone as far as we use them; valid against pain.002.001.11's schema.
 */
import { xmlIdentifier, xmlText } from '../base/file-text.ts';

export type Pain002Version = 'pain.002.001.03' | 'pain.002.001.10' | 'pain.002.001.11';

/** Why the simulated bank says so: `code` is ISO's (4 characters), `proprietary` its own; `info` lines of 105. */
export interface GivenReason {
  code?: string;
  proprietary?: string;
  info?: readonly string[];
}

/** A status of four characters and its reasons; none leaves the level without a status. */
export interface GivenStatus {
  status?: string;
  reasons?: readonly GivenReason[];
}

export interface GivenTransaction extends GivenStatus {
  originalInstructionId?: string;
  originalEndToEndId?: string;
}

export interface GivenBlock extends GivenStatus {
  originalPaymentInformationId: string;
  transactions?: Iterable<GivenTransaction>;
}

export interface GivenReport extends GivenStatus {
  version: Pain002Version;
  messageId: string;
  createdAt: Temporal.Instant;
  /** The batch that is answered, and the name of its message. */
  originalMessageId: string;
  originalMessageName?: string;
  blocks?: Iterable<GivenBlock>;
}

const informationLengthMax = 105;
const proprietaryLengthMax = 35;

/** The report as pieces of text, to be written as UTF-8. Throws where an identifier or code does not fit. */
export function* writePain002(report: GivenReport): Generator<string, void, undefined> {
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${report.version}">`,
    '<CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>${xmlIdentifier(report.messageId)}</MsgId><CreDtTm>${seconds(report.createdAt)}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${xmlIdentifier(report.originalMessageId)}</OrgnlMsgId>` +
      `<OrgnlMsgNmId>${xmlIdentifier(report.originalMessageName ?? 'pain.001.001.09')}</OrgnlMsgNmId>` +
      `${statusText('GrpSts', report)}</OrgnlGrpInfAndSts>\n`,
  ].join('\n');
  for (const block of report.blocks ?? []) {
    const identifier = xmlIdentifier(block.originalPaymentInformationId);
    yield `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${identifier}</OrgnlPmtInfId>${statusText('PmtInfSts', block)}\n`;
    for (const transaction of block.transactions ?? []) yield transactionText(transaction);
    yield '</OrgnlPmtInfAndSts>\n';
  }
  yield '</CstmrPmtStsRpt>\n</Document>\n';
}

function transactionText(transaction: GivenTransaction): string {
  const { originalInstructionId, originalEndToEndId } = transaction;
  return (
    '<TxInfAndSts>' +
    (originalInstructionId ? `<OrgnlInstrId>${xmlIdentifier(originalInstructionId)}</OrgnlInstrId>` : '') +
    (originalEndToEndId ? `<OrgnlEndToEndId>${xmlIdentifier(originalEndToEndId)}</OrgnlEndToEndId>` : '') +
    `${statusText('TxSts', transaction)}</TxInfAndSts>\n`
  );
}

function statusText(element: 'GrpSts' | 'PmtInfSts' | 'TxSts', { status, reasons = [] }: GivenStatus): string {
  return (status === undefined ? '' : `<${element}>${code(status)}</${element}>`) + reasons.map(reasonText).join('');
}

function reasonText({ code: isoCode, proprietary, info = [] }: GivenReason): string {
  const own = proprietary === undefined ? '' : xmlText(proprietary, proprietaryLengthMax);
  const reason = isoCode !== undefined ? `<Cd>${code(isoCode)}</Cd>` : own === '' ? '' : `<Prtry>${own}</Prtry>`;
  const lines = info.map((line) => xmlText(line, informationLengthMax)).filter((line) => line !== '');
  const information = lines.map((line) => `<AddtlInf>${line}</AddtlInf>`).join('');
  return `<StsRsnInf>${reason === '' ? '' : `<Rsn>${reason}</Rsn>`}${information}</StsRsnInf>`;
}

function code(value: string): string {
  if (!/^[A-Z0-9]{1,4}$/.test(value))
    throw new Error(`code ${JSON.stringify(value)} does not fit: 1 to 4 capitals or digits`);
  return value;
}

function seconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' });
}
