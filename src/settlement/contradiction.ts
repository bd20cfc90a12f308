/**
 * A report names what it speaks of more than once: the message, the block, the instruction, the payment from end to end. An
 * entry is acted on only where all that it names belongs together; otherwise nobody knows which part is wrong, and an operator
 * decides. Pure.
 */

/** Where an entry of a report stands, and what it says of itself; absent where the report does not name it. */
export interface NamedInReport {
  /** OrgnlMsgId of the report. */
  messageId: string;
  /** OrgnlPmtInfId of the block it stands in. */
  blockId?: string | undefined;
  /** OrgnlInstrId. */
  instructionId?: string | undefined;
}

/** What we have sent: the batch, the block and the instruction of a submission; of a block, only its batch. */
export interface Sent {
  messageId: string;
  blockId?: string;
  instructionId?: string;
}

const rules: readonly { member: keyof NamedInReport; words: string }[] = [
  { member: 'messageId', words: 'the report is about message' },
  { member: 'blockId', words: 'it stands in block' },
  { member: 'instructionId', words: 'it names instruction' },
];

/** In what an entry contradicts what was sent, in words; undefined where it fits. */
export function contradiction(named: NamedInReport, sent: Sent): string | undefined {
  for (const { member, words } of rules) {
    const [said, ours] = [named[member], sent[member]];
    if (said === undefined || ours === undefined || said === ours) continue;
    return `the report contradicts itself: ${words} ${said}, what it speaks of was sent under ${ours}; an operator decides`;
  }
  return undefined;
}

/**
 * Why a report on a message of this name (OrgnlMsgNmId) says nothing that could be acted on; undefined where it is one of the
 * kind that settlement sends, in any version.
 */
export function doubtAbout(originalMessageName: string): string | undefined {
  if (/^pain\.001(\.|$)/i.test(originalMessageName)) return undefined;
  return `the report is about a ${originalMessageName} message, settlement sends pain.001: an operator decides`;
}
