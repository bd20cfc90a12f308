/**
 * Why a payment moved, as a partner may read it: the program's own causes, a closed list. A history keeps its cause as a text, and what
 * an operator did by hand keeps name, e-mail address and reason there: of such a text nothing is passed on, nor of any that is not known.
 */
import { ownCheckReason } from '../settlement/reason-codes.ts';
import type { MoveCause } from './views.ts';

/** How the texts begin that the rooms write, and what a partner reads of them. The codes are those of the banks. */
const causes: readonly (readonly [text: RegExp, kind: MoveCause['kind']])[] = [
  [/^token \d+, request \S+$/, 'request'],
  [/^interac transfer \d+/, 'transfer'],
  [/^card session \d+ \(/, 'card'],
  [/^debit \d+ returned (?<code>\d{3}): /, 'returned'],
  [/^debit \d+: no return within \d+ business days$/, 'no-return'],
  [new RegExp(`^${ownCheckReason}: `), 'own-check'],
  [/^settlement report \d+ line \d+: [A-Z]{4}(?: (?<code>[A-Za-z0-9-]{1,20}): |$)/, 'report'],
  [/^no rejection within \d+ business days$/, 'no-rejection'],
];

/** The cause of a move as it is told to its partner; undefined where a person brought it about, or the move says all. */
export function toldCause(cause: string): MoveCause | undefined {
  for (const [text, kind] of causes) {
    const found = text.exec(cause);
    if (!found) continue;
    const code = found.groups?.code;
    return code === undefined ? { kind } : { kind, code };
  }
  return undefined;
}
