/** Settlement as the biller's bank sees it: what a pain.001 file names, and reports that answer it. */
import { readFileSync } from 'node:fs';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import type { Database } from '../../src/base/database.ts';
import { PayeeDirectory } from '../../src/payees/snapshot.ts';
import type { GivenStatus } from '../../src/sandbox/pain002-writer.ts';
import { type ReportCounts, takeReport } from '../../src/settlement/report.ts';
import { type Submission, submitSettlement } from '../../src/settlement/submit.ts';
import { pain002File } from './bodies.ts';
import { temporaryFolder } from './service.ts';

const settings = {
  environment: 'sandbox',
  operatorName: 'Test operator',
  debtor: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000001' },
} as const;

/** What `settlement submit` does, without a process of its own. */
export async function submit(database: Database): Promise<Submission & { sent: SettlementFile }> {
  const payees = await new PayeeDirectory(database).refresh();
  const request = { outDir: temporaryFolder(), payees, at: Temporal.Now.instant() };
  const submission = await submitSettlement(database, settings, request);
  const sent = submission.file === null ? { messageId: '', transactions: [] } : readSettlementFile(submission.file);
  return { ...submission, sent };
}

/** What `settlement report FILE` does, without a process of its own: only what it counted. */
export async function report(database: Database, file: string): Promise<Partial<ReportCounts>> {
  const counts = await takeReport(database, { file, at: Temporal.Now.instant() });
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

export interface SettlementFile {
  messageId: string;
  transactions: { blockId: string; endToEndId: string; amount: string; accountNumber: string; payee: string }[];
}

const namespaces = { p: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' };

/** Reads a pain.001 file with an XML parser that is not ours. */
export function readSettlementFile(file: string): SettlementFile {
  using document = XmlDocument.fromBuffer(readFileSync(file));
  const textOf = (node: XmlElement, xpath: string) => node.get(xpath, namespaces)?.content ?? '';
  const transactions = document.find('//p:CdtTrfTxInf', namespaces).map((found) => {
    const node = found as XmlElement;
    return {
      blockId: textOf(node, '../p:PmtInfId'),
      endToEndId: textOf(node, 'p:PmtId/p:EndToEndId'),
      amount: textOf(node, 'p:Amt/p:InstdAmt'),
      accountNumber: textOf(node, 'p:RmtInf'),
      payee: textOf(node, 'p:Cdtr/p:Nm'),
    };
  });
  return { messageId: document.get('//p:GrpHdr/p:MsgId', namespaces)?.content ?? '', transactions };
}

export const accepted: GivenStatus = { status: 'ACSC' };
export const rejected: GivenStatus = { status: 'RJCT', reasons: [{ code: 'AC01', info: ['No such account'] }] };

/** A report on single payments of a batch; all of them where `only` is not given. */
export function reportOn(sent: SettlementFile, status: GivenStatus, only = sent.transactions): string {
  const blocks = [...Map.groupBy(only, (each) => each.blockId)].map(([originalPaymentInformationId, each]) => ({
    originalPaymentInformationId,
    transactions: each.map(({ endToEndId }) => ({ originalEndToEndId: endToEndId, ...status })),
  }));
  return pain002File({ originalMessageId: sent.messageId, status: 'PART', blocks });
}

/** A report on a whole batch. */
export function reportOnBatch(sent: SettlementFile, status: GivenStatus): string {
  return pain002File({ originalMessageId: sent.messageId, ...status });
}
