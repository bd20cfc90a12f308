/**
 * Which elements of a camt.054 notification the reader looks at, as a table of paths (formats §2.1), and the items that it
 * makes of them. Everything else in the file is passed over.
 *
 *   Document ─ BkToCstmrDbtCdtNtfctn ─ Ntfctn ─ Ntry (an entry) ─ NtryDtls ─ TxDtls (a detail: one transfer)
 *
 * The three versions differ only in places that do not collide, so one table reads them all: the status is plain text (02,
 * 04) or a choice (08), the debtor stands alone (02, 04) or inside `Pty` (08), a detail's amount stands under `AmtDtls`
 * (02) or alone (04, 08).
 */

export const camt054Versions = ['02', '04', '08'] as const;
export type Camt054Version = (typeof camt054Versions)[number];

/** The namespace of a version: what makes a file a camt.054 notification of that version. */
export function camt054Namespace(version: Camt054Version): string {
  return `urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}`;
}

/** What was read of an entry, as text, trimmed; undefined where the file says nothing. */
export interface EntryTexts {
  amount: string | undefined;
  currency: string | undefined;
  indicator: string | undefined;
  reversal: string | undefined;
  status: string | undefined;
  bookedAt: string | undefined;
  bankReference: string | undefined;
}

/** What was read of a detail, as text, trimmed; undefined where the file says nothing. */
export interface DetailTexts {
  networkReference: string | undefined;
  bankReference: string | undefined;
  endToEndId: string | undefined;
  amount: string | undefined;
  currency: string | undefined;
  /** From `AmtDtls/TxAmt`: counts where `amount` is not given. */
  innerAmount: string | undefined;
  innerCurrency: string | undefined;
  indicator: string | undefined;
  senderName: string | undefined;
  senderEmail: string | undefined;
  description: string | undefined;
}

export function emptyEntryTexts(): EntryTexts {
  return {
    amount: undefined,
    currency: undefined,
    indicator: undefined,
    reversal: undefined,
    status: undefined,
    bookedAt: undefined,
    bankReference: undefined,
  };
}

export function emptyDetailTexts(): DetailTexts {
  return {
    networkReference: undefined,
    bankReference: undefined,
    endToEndId: undefined,
    amount: undefined,
    currency: undefined,
    innerAmount: undefined,
    innerCurrency: undefined,
    indicator: undefined,
    senderName: undefined,
    senderEmail: undefined,
    description: undefined,
  };
}

/** Where in the file something stands: 1-based, at the `<` of its `Ntry` or `TxDtls`. */
export interface ItemPlace {
  line: number;
  column: number;
  /** Which `Ntry` of the file, counted from 1. */
  entryNumber: number;
}

/** A booked credit in CAD. */
export interface Camt054Transfer extends ItemPlace {
  kind: 'transfer';
  /** Which transfer or quarantined line of the file, counted from 1. */
  position: number;
  /** Which `TxDtls` of its entry, counted from 1; 1 where the entry has none. */
  detailNumber: number;
  /** `network:<ClrSysRef>`, else `bank:<AcctSvcrRef>/<detailNumber>`: unique per transfer. */
  reference: string;
  amountCents: bigint;
  currency: 'CAD';
  senderName?: string;
  senderEmail?: string;
  /** At most 1,000 characters; empty where the payer wrote nothing. */
  description: string;
  /** ISO 8601 as the bank wrote it, checked: a date, or a date-time with or without offset. */
  bookedAt?: string;
  endToEndId?: string;
}

/** A line that is no transfer: the reason in words, and what was read of it, so that it can be taken up again. */
export interface Camt054Quarantined extends ItemPlace {
  kind: 'quarantined';
  position: number;
  detailNumber: number;
  reason: string;
  content: Camt054Content;
}

/** Texts as the file has them, shortened to 1,000 characters; `entryAmount` where it is not the line's own. */
export type Camt054Content = { [text in keyof (EntryTexts & DetailTexts) | 'entryAmount' | 'entryCurrency']?: string };

/** Found out at an entry's end: none of its transfers, which were yielded before, may take effect. */
export interface Camt054EntryFault extends ItemPlace {
  kind: 'entryFault';
  reason: string;
}

export type Camt054Item = Camt054Transfer | Camt054Quarantined | Camt054EntryFault;

/** What the reader does at an element. */
export interface ElementRule {
  begins?: 'message' | 'entry' | 'detail';
  /** The text goes to this field of the entry being read. */
  entryField?: keyof EntryTexts;
  /** The text goes to this field of the detail being read. */
  detailField?: keyof DetailTexts;
  /** `Ccy` of the element goes here. */
  entryCurrency?: 'currency';
  detailCurrency?: 'currency' | 'innerCurrency';
  /** May be repeated: the texts are joined by a space. */
  repeats?: boolean;
}

const message = 'BkToCstmrDbtCdtNtfctn';
const entry = `${message}/Ntfctn/Ntry`;
const detail = `${entry}/NtryDtls/TxDtls`;

const rules: readonly [path: string, rule: ElementRule][] = [
  [message, { begins: 'message' }],
  [entry, { begins: 'entry' }],
  [`${entry}/Amt`, { entryField: 'amount', entryCurrency: 'currency' }],
  [`${entry}/CdtDbtInd`, { entryField: 'indicator' }],
  [`${entry}/RvslInd`, { entryField: 'reversal' }],
  [`${entry}/Sts`, { entryField: 'status' }],
  [`${entry}/Sts/Cd`, { entryField: 'status' }],
  [`${entry}/Sts/Prtry`, { entryField: 'status' }],
  [`${entry}/BookgDt/Dt`, { entryField: 'bookedAt' }],
  [`${entry}/BookgDt/DtTm`, { entryField: 'bookedAt' }],
  [`${entry}/AcctSvcrRef`, { entryField: 'bankReference' }],
  [detail, { begins: 'detail' }],
  [`${detail}/Refs/ClrSysRef`, { detailField: 'networkReference' }],
  [`${detail}/Refs/AcctSvcrRef`, { detailField: 'bankReference' }],
  [`${detail}/Refs/EndToEndId`, { detailField: 'endToEndId' }],
  [`${detail}/Amt`, { detailField: 'amount', detailCurrency: 'currency' }],
  [`${detail}/CdtDbtInd`, { detailField: 'indicator' }],
  [`${detail}/AmtDtls/TxAmt/Amt`, { detailField: 'innerAmount', detailCurrency: 'innerCurrency' }],
  [`${detail}/RltdPties/Dbtr/Nm`, { detailField: 'senderName' }],
  [`${detail}/RltdPties/Dbtr/Pty/Nm`, { detailField: 'senderName' }],
  [`${detail}/RltdPties/Dbtr/CtctDtls/EmailAdr`, { detailField: 'senderEmail' }],
  [`${detail}/RltdPties/Dbtr/Pty/CtctDtls/EmailAdr`, { detailField: 'senderEmail' }],
  [`${detail}/RmtInf/Ustrd`, { detailField: 'description', repeats: true }],
];

/** An element of interest, or on the way to one. */
export interface ElementNode {
  name: string;
  rule: ElementRule;
  children: ReadonlyMap<string, ElementNode>;
}

/** The table as a tree, from `Document` down. */
export const documentNode: ElementNode = treeOf('Document', '', {});

function treeOf(name: string, path: string, rule: ElementRule): ElementNode {
  const below = path === '' ? '' : `${path}/`;
  const names = new Set(
    rules.filter(([each]) => each.startsWith(below)).map(([each]) => each.slice(below.length).split('/')[0] as string),
  );
  const children = [...names].map((child): [string, ElementNode] => {
    const childPath = below + child;
    const childRule = rules.find(([each]) => each === childPath)?.[1] ?? {};
    return [child, treeOf(child, childPath, childRule)];
  });
  return { name, rule, children: new Map(children) };
}
