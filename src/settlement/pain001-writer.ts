/**
 * The settlement batch as the bank reads it: one pain.001.001.09 message (formats §3.2), written as a stream.
 *
 *   GrpHdr (count and sum of the whole file, known beforehand)
 *   PmtInf, one per payee's bank (count and sum of the block, known beforehand)
 *     CdtTrfTxInf, one line per payment
 *
 * Counts and sums stand before what they count, so they are passed in and checked while writing: a file that does not
 * add up throws before its end. The caller writes to a name nobody reads and renames at the end.
 * Accounts and banks are in the Canadian form (formats §1.4): no IBAN, the bank as `CACPA` and `0IIITTTTT`.
 */
import { escapeXml, lineText, xmlIdentifier, xmlText } from '../base/file-text.ts';
import { decimalFromCents } from '../base/money.ts';

export const pain001MessageName = 'pain.001.001.09';
const namespace = `urn:iso:std:iso:20022:tech:xsd:${pain001MessageName}`;

const nameLengthMax = 140;
/** The customer's number with the payee goes in the structured reference up to here, else as unstructured text. */
const referenceLengthMax = 35;
const unstructuredLengthMax = 140;
/** The schema's sums and amounts have at most 18 digits. */
const centsBelow = 10n ** 18n;
const countBelow = 1_000_000_000_000_000;
/** Texts are handed over in pieces of about this many characters. */
const chunkLength = 32 * 1024;

/** A branch of a bank: institution 3 digits, transit 5. */
export interface BankBranch {
  institutionNumber: string;
  transitNumber: string;
}

/** The header, and who pays. Identifiers: `xmlIdentifier` says which characters; at most 35. */
export interface Pain001Batch {
  messageId: string;
  createdAt: Temporal.Instant;
  /** Payments in the whole file, at least 1. */
  transactionCount: number;
  totalCents: bigint;
  initiatingPartyName: string;
  /** The day the bank is asked to execute, a business day. */
  executionDate: Temporal.PlainDate;
  debtor: BankBranch & { name: string; accountNumber: string };
}

/** The payments of the payees of one bank branch. */
export interface Pain001Block {
  paymentInformationId: string;
  creditorAgent: BankBranch;
  /** Payments in this block, at least 1. */
  transactionCount: number;
  totalCents: bigint;
  transactions: AsyncIterable<Pain001Transaction> | Iterable<Pain001Transaction>;
}

/** One payment to one payee. `instructionId` and `endToEndId` come back in the bank's report. */
export interface Pain001Transaction {
  instructionId: string;
  endToEndId: string;
  amountCents: bigint;
  creditor: { name: string; accountNumber: string /** Corporate creditor number, where known. */; ccin?: string };
  /** The user's account number with the payee; not blank. */
  customerAccountNumber: string;
}

/** Count and sum, of the file or of a block. */
interface Tally {
  count: number;
  cents: bigint;
}

/**
 * The file as pieces of text, to be written as UTF-8. Throws where the batch cannot be said in the format (an
 * identifier, account or amount that does not fit) and where counts and sums are not those announced.
 */
export async function* writePain001(
  batch: Pain001Batch,
  blocks: AsyncIterable<Pain001Block> | Iterable<Pain001Block>,
): AsyncGenerator<string, void, undefined> {
  const written: Tally = { count: 0, cents: 0n };
  const debtor = debtorText(batch);
  let pending = header(batch);
  for await (const block of blocks) {
    const inBlock: Tally = { count: 0, cents: 0n };
    const agent = agentText('CdtrAgt', block.creditorAgent);
    pending += blockStart(batch, block, debtor);
    for await (const transaction of block.transactions) {
      pending += transactionText(transaction, agent);
      inBlock.count += 1;
      inBlock.cents += transaction.amountCents;
      if (pending.length >= chunkLength) {
        yield pending;
        pending = '';
      }
    }
    compare(`block ${block.paymentInformationId}`, block, inBlock);
    written.count += inBlock.count;
    written.cents += inBlock.cents;
    pending += '</PmtInf>\n';
  }
  compare(`file ${batch.messageId}`, batch, written);
  yield `${pending}</CstmrCdtTrfInitn>\n</Document>\n`;
}

function header(batch: Pain001Batch): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}">`,
    '<CstmrCdtTrfInitn>',
    '<GrpHdr>',
    `<MsgId>${xmlIdentifier(batch.messageId)}</MsgId>`,
    `<CreDtTm>${batch.createdAt.toString({ smallestUnit: 'second' })}</CreDtTm>`,
    totalsText(batch),
    `<InitgPty><Nm>${nameText(batch.initiatingPartyName)}</Nm></InitgPty>`,
    '</GrpHdr>\n',
  ].join('\n');
}

function blockStart(batch: Pain001Batch, block: Pain001Block, debtor: string): string {
  return [
    '<PmtInf>',
    `<PmtInfId>${xmlIdentifier(block.paymentInformationId)}</PmtInfId>`,
    '<PmtMtd>TRF</PmtMtd>',
    totalsText(block),
    `<ReqdExctnDt><Dt>${batch.executionDate.toString()}</Dt></ReqdExctnDt>`,
    `${debtor}\n`,
  ].join('\n');
}

function debtorText({ debtor }: Pain001Batch): string {
  return [
    `<Dbtr><Nm>${nameText(debtor.name)}</Nm></Dbtr>`,
    `<DbtrAcct>${accountText(debtor.accountNumber)}<Ccy>CAD</Ccy></DbtrAcct>`,
    agentText('DbtrAgt', debtor),
  ].join('\n');
}

function transactionText(transaction: Pain001Transaction, agent: string): string {
  const { instructionId, endToEndId, amountCents, creditor } = transaction;
  if (amountCents <= 0n || amountCents >= centsBelow) {
    throw new Error(`payment ${endToEndId}: an amount of ${amountCents} cents does not fit: more than 0, below 10^18`);
  }
  return (
    `<CdtTrfTxInf><PmtId><InstrId>${xmlIdentifier(instructionId)}</InstrId>` +
    `<EndToEndId>${xmlIdentifier(endToEndId)}</EndToEndId></PmtId>` +
    `<Amt><InstdAmt Ccy="CAD">${decimalFromCents(amountCents)}</InstdAmt></Amt>${agent}` +
    `<Cdtr><Nm>${nameText(creditor.name)}</Nm>${ccinText(creditor.ccin)}</Cdtr>` +
    `<CdtrAcct>${accountText(creditor.accountNumber)}</CdtrAcct>` +
    `${remittanceText(transaction.customerAccountNumber)}</CdtTrfTxInf>\n`
  );
}

/** CCIN as a proprietary organisation identifier: an inference of formats §3.2, to be corrected here alone. */
function ccinText(ccin: string | undefined): string {
  if (ccin === undefined) return '';
  return `<Id><OrgId><Othr><Id>${xmlIdentifier(ccin)}</Id><SchmeNm><Prtry>CCIN</Prtry></SchmeNm></Othr></OrgId></Id>`;
}

/** By what the payee knows its customer. A number too long for the reference goes as text, shortened if need be. */
function remittanceText(customerAccountNumber: string): string {
  const number = lineText(customerAccountNumber, unstructuredLengthMax);
  if (number === '') throw new Error('the number of the user with the payee does not fit: it is blank');
  return [...number].length <= referenceLengthMax
    ? `<RmtInf><Strd><CdtrRefInf><Ref>${escapeXml(number)}</Ref></CdtrRefInf></Strd></RmtInf>`
    : `<RmtInf><Ustrd>${escapeXml(number)}</Ustrd></RmtInf>`;
}

function accountText(accountNumber: string): string {
  if (!/^[0-9A-Za-z]{1,34}$/.test(accountNumber)) {
    throw new Error('a bank account number does not fit: 1 to 34 letters or digits, no spaces or dashes');
  }
  return `<Id><Othr><Id>${accountNumber}</Id></Othr></Id>`;
}

function agentText(element: 'CdtrAgt' | 'DbtrAgt', { institutionNumber, transitNumber }: BankBranch): string {
  if (!/^\d{3}$/.test(institutionNumber) || !/^\d{5}$/.test(transitNumber)) {
    throw new Error(`bank ${institutionNumber}-${transitNumber} does not fit: institution 3 digits, transit 5 digits`);
  }
  const member = `<ClrSysId><Cd>CACPA</Cd></ClrSysId><MmbId>0${institutionNumber}${transitNumber}</MmbId>`;
  return `<${element}><FinInstnId><ClrSysMmbId>${member}</ClrSysMmbId></FinInstnId></${element}>`;
}

/** A name the schema takes: it may not be empty. */
function nameText(name: string): string {
  return xmlText(name, nameLengthMax) || '?';
}

function totalsText({ transactionCount, totalCents }: { transactionCount: number; totalCents: bigint }): string {
  if (!Number.isSafeInteger(transactionCount) || transactionCount < 1 || transactionCount >= countBelow) {
    throw new Error(`${transactionCount} payments do not make a file or block: at least 1, at most 15 digits`);
  }
  if (totalCents <= 0n || totalCents >= centsBelow) throw new Error(`a sum of ${totalCents} cents does not fit`);
  return `<NbOfTxs>${transactionCount}</NbOfTxs>\n<CtrlSum>${decimalFromCents(totalCents)}</CtrlSum>`;
}

function compare(what: string, announced: { transactionCount: number; totalCents: bigint }, written: Tally): void {
  if (announced.transactionCount === written.count && announced.totalCents === written.cents) return;
  throw new Error(
    `${what} announces ${announced.transactionCount} payments of ${announced.totalCents} cents in all, ` +
      `but ${written.count} of ${written.cents} cents were to be written`,
  );
}
