/**
 * The items of a bank's report (pain.002): what a group, a block or a transaction says, once it was gathered by
 * `pain002-reader.ts`, or why it cannot be used. Limits are those of the schema where it has any (formats §3.2).
 */
import { cutText } from '../base/file-text.ts';
import type { XmlPlace } from '../base/xml-stream.ts';

const identifierLengthMax = 35;
/** The schema sets no limit; no bank needs that many to say why. */
export const reasonsMax = 100;
/** The schema's limit is 105; a little over it is still read. */
const informationLengthMax = 1000;
const contentLengthMax = 8000;
const contentLinesMax = 200;

/** Why the bank says so. At most one of `code` (ISO) and `proprietary` (the bank's own) is there. */
export interface ReportedReason {
  code?: string;
  proprietary?: string;
  info: string[];
}

interface Reported extends XmlPlace {
  /** The code as written; absent where the report gives none at this level. */
  status?: string;
  reasons: ReportedReason[];
}

/** `line` and `column` of every item are 1-based and say where its element begins. */
export type Pain002Item =
  | (Reported & {
      kind: 'group';
      /** Identifier of the report itself, where it has one. */
      reportMessageId?: string;
      originalMessageId: string;
      originalMessageName: string;
    })
  | (Reported & { kind: 'block'; originalPaymentInformationId: string })
  | (Reported & {
      kind: 'transaction';
      /** The block it stands in. */
      originalPaymentInformationId?: string;
      originalInstructionId?: string;
      originalEndToEndId?: string;
    })
  /** `content`: what was in it, one `Element: text` per line, shortened. */
  | (XmlPlace & { kind: 'quarantined'; element: 'OrgnlPmtInfAndSts' | 'TxInfAndSts'; reason: string; content: string });

/** What is gathered of the group, a block or a transaction while it is open. */
export interface Gathered {
  readonly place: XmlPlace;
  readonly fields: Map<string, string>;
  readonly reasons: ReportedReason[];
  /** One line per leaf, for quarantine. */
  readonly content: string[];
  fault: string | undefined;
}

/** Begins an item at its element. */
export function gather(place: XmlPlace): Gathered {
  return { place, fields: new Map(), reasons: [], content: [], fault: undefined };
}

/** An element of the item has ended: `text` is trimmed. A second one of the same name makes the item unusable. */
export function keepField(gathered: Gathered, name: string, text: string): void {
  if (gathered.fields.has(name)) gathered.fault ??= `${name} stands in it twice`;
  gathered.fields.set(name, text);
}

/** A part of the reason that was begun last. Empty parts are left out, long ones shortened. */
export function keepReason(gathered: Gathered, part: 'code' | 'proprietary' | 'info', text: string): void {
  const reason = gathered.reasons.at(-1);
  if (!reason || text === '') return;
  if (part !== 'info') reason[part] = cutText(text, identifierLengthMax);
  else if (reason.info.length < reasonsMax) reason.info.push(cutText(text, informationLengthMax));
}

/** Any leaf of the item, known or not, is kept in case the item goes to quarantine. */
export function keepContent(gathered: Gathered, name: string, text: string): void {
  if (gathered.content.length < contentLinesMax)
    gathered.content.push(`${name}: ${cutText(text, informationLengthMax)}`);
}

/** The group's item, or what is wrong with it: then the file says nothing that could be used. */
export function groupItem(group: Gathered, reportMessageId: string | undefined): Pain002Item | string {
  const fault = group.fault ?? fieldsFault(group, ['OrgnlMsgId', 'OrgnlMsgNmId'], 'GrpSts');
  if (fault) return fault;
  return {
    kind: 'group',
    ...(reportMessageId ? { reportMessageId: cutText(reportMessageId, identifierLengthMax) } : {}),
    originalMessageId: group.fields.get('OrgnlMsgId') as string,
    originalMessageName: group.fields.get('OrgnlMsgNmId') as string,
    ...reported(group, 'GrpSts'),
  };
}

/** The block's item, or its quarantine. */
export function blockItem(block: Gathered): Pain002Item {
  const fault = block.fault ?? fieldsFault(block, ['OrgnlPmtInfId'], 'PmtInfSts');
  if (fault) return quarantined('OrgnlPmtInfAndSts', block, fault);
  const originalPaymentInformationId = block.fields.get('OrgnlPmtInfId') as string;
  return { kind: 'block', originalPaymentInformationId, ...reported(block, 'PmtInfSts') };
}

/** The transaction's item, or its quarantine. `block` is the one it stands in. */
export function transactionItem(transaction: Gathered, block: Gathered | undefined): Pain002Item {
  const instructionId = transaction.fields.get('OrgnlInstrId') || undefined;
  const endToEndId = transaction.fields.get('OrgnlEndToEndId') || undefined;
  const blockId = block?.fields.get('OrgnlPmtInfId') || undefined;
  const present = [instructionId && 'OrgnlInstrId', endToEndId && 'OrgnlEndToEndId'].filter(
    (name) => name !== undefined,
  );
  const fault =
    transaction.fault ??
    (present.length === 0 ? 'neither OrgnlInstrId nor OrgnlEndToEndId says which payment it is' : undefined) ??
    fieldsFault(transaction, present, 'TxSts');
  if (fault) return quarantined('TxInfAndSts', transaction, fault);
  return {
    kind: 'transaction',
    ...(blockId ? { originalPaymentInformationId: blockId } : {}),
    ...(instructionId ? { originalInstructionId: instructionId } : {}),
    ...(endToEndId ? { originalEndToEndId: endToEndId } : {}),
    ...reported(transaction, 'TxSts'),
  };
}

function reported({ fields, reasons, place }: Gathered, statusName: string): Reported {
  const status = fields.get(statusName);
  return { ...(status === undefined ? {} : { status }), reasons, ...place };
}

/** What is wrong with identifiers that must be there, and with a status if there is one. */
function fieldsFault({ fields }: Gathered, identifiers: readonly string[], statusName: string): string | undefined {
  for (const name of identifiers) {
    const value = fields.get(name);
    if (!value) return `${name} is missing or empty`;
    if ([...value].length > identifierLengthMax) return `${name} is longer than ${identifierLengthMax} characters`;
  }
  const status = fields.get(statusName);
  if (status !== undefined && !/^[A-Z0-9]{4}$/.test(status))
    return `${statusName} is not a code of four capitals or digits`;
  return undefined;
}

function quarantined(element: 'OrgnlPmtInfAndSts' | 'TxInfAndSts', gathered: Gathered, reason: string): Pain002Item {
  const content = cutText(gathered.content.join('\n'), contentLengthMax);
  return { kind: 'quarantined', element, reason, content, ...gathered.place };
}
