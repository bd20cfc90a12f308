/**
 * A line of a return file as it waits for the end of its file: a return, sealed because it holds an account number, or what is
 * quarantined of it, with what it says of accounts sealed too.
 */
import type { BadLine } from '../../bank-files/quarantine.ts';
import type { SecretBox } from '../../base/secrets.ts';
import type { AftItem } from './aft-reader.ts';
import { type AftReturn, type AftSegment, returnOf } from './aft-segment.ts';
import type { ReturnFacts } from './decide-return.ts';
import type { StagedReturn } from './return-store.ts';

const stagedContext = 'staged return';

type StagedFacts = Pick<AftReturn, 'side' | 'code' | 'originalBranch' | 'originalAccountNumber' | 'trace'> & {
  amountCents: string;
};

/** A return, sealed; or why the line is none. What a bad line says of accounts is sealed too. */
export function stagedLine(item: Exclude<AftItem, { kind: 'header' }>, box: SecretBox): StagedReturn | BadLine {
  const place = { position: item.position, line: item.line, column: item.column };
  const kept = (text: string) => ({ sealed: box.seal(text, stagedContext).toString('base64') });
  if (item.kind === 'quarantined')
    return {
      ...place,
      reason: item.reason,
      content: {
        recordType: item.content.recordType,
        segmentNumber: item.content.segmentNumber ?? null,
        needsDecision: item.content.needsDecision ?? false,
        references: referencesIn(item.content.text),
        ...kept(item.content.text),
      },
    };
  if (item.kind === 'notice') {
    const reason = `A notice of change (record type ${item.recordType}): read it, and correct the account it names`;
    return { ...place, reason, content: { recordType: item.recordType, onlyToRead: true, ...kept(item.text) } };
  }
  const staged = stagedReturn(item.segment, place, box);
  if (staged) return staged;
  const { recordType, crossReference } = item.segment;
  const reason = `Record type ${recordType} is no return: I and J are accepted here`;
  return { ...place, reason, content: { recordType, onlyToRead: true, ...kept(crossReference) } };
}

/**
 * What looks like the reference of a debit of ours in a line that cannot be used: such a debit may have come back, so it does not count
 * as paid while the line is in quarantine (src/collection/eft/complete-store.ts). An account number never has this form.
 */
function referencesIn(text: string): string[] {
  return [...new Set(text.match(/[PS][1-9][0-9]{0,14}A[1-9][0-9]{0,3}(?![0-9])/g))];
}

/** The text of a quarantined line, as `quarantined_lines.content` has it under `sealed`. Throws SealError. */
export function openKept(sealed: string, box: SecretBox): string {
  return box.open(Buffer.from(sealed, 'base64'), stagedContext);
}

/** A segment of a return file as it is staged; undefined where it is no return. */
export function stagedReturn(
  segment: AftSegment,
  { position, line, column }: Pick<StagedReturn, 'position' | 'line' | 'column'>,
  box: SecretBox,
): StagedReturn | undefined {
  const returned = returnOf(segment);
  if (!returned) return undefined;
  const facts: StagedFacts = {
    side: returned.side,
    code: returned.code,
    amountCents: returned.amountCents.toString(),
    originalBranch: returned.originalBranch,
    originalAccountNumber: returned.originalAccountNumber,
    trace: returned.trace,
  };
  const sealed = box.seal(JSON.stringify(facts), stagedContext);
  return { position, line, column, crossReference: returned.crossReference, sealed };
}

/** What the decision looks at, of a return that was staged. Throws SealError. */
export function factsOf(sealed: Uint8Array, box: SecretBox): ReturnFacts {
  const facts = JSON.parse(box.open(sealed, stagedContext)) as StagedFacts;
  return { ...facts, amountCents: BigInt(facts.amountCents) };
}
