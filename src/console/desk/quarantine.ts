/**
 * Lines of bank files that could not be used: seen, taken up again by the rail that read them, or set aside.
 */
import { openLines, type QuarantinedLine } from '../../bank-files/quarantine.ts';
import { compileBody } from '../../http/validation.ts';
import { bodyOf, cursorOf, idAsked, limitOf, paged, Refusal, shown } from '../../people/asked.ts';
import type { PersonExchange } from '../../people/door.ts';
import { acted, doOrPropose } from './acting.ts';
import { proposalsByThing } from './approval-store.ts';
import { Lines } from './bodies.ts';
import { type DeskContext, type Handler, iso } from './context.ts';
import type { QuarantinedLineView, QuarantineList, SetAsideRequest, TakeUpAnswer, TakeUpRequest } from './views.ts';

const checkLines = compileBody(Lines);

/** The open lines, oldest first. */
export const list: Handler = async ({ database }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const lines = await openLines(database, limit + 1, after, idAsked(exchange, 'fileId'));
  const proposals = await proposalsByThing(
    database,
    lines.map(({ id }) => `line ${id}`),
  );
  const page = paged(
    lines,
    limit,
    ({ id }) => id,
    (line) => ({ ...lineView(line), approvalId: proposals.get(`line ${line.id}`) ?? null }),
  );
  return shown(page satisfies QuarantineList);
};

/**
 * Each by itself, an act of its own: one that still cannot be used stays, with its reason renewed, and keeps no other; one above
 * the amount is proposed.
 */
export const takeUp: Handler = async (desk, exchange) => {
  const { lineIds, reason } = bodyOf<TakeUpRequest>(checkLines, exchange);
  const lines: TakeUpAnswer['lines'] = [];
  for (const lineId of new Set(lineIds)) {
    lines.push(await takeUpOne(desk, exchange, { lineIds: [lineId], reason }, lineId));
  }
  return shown({ lines } satisfies TakeUpAnswer);
};

async function takeUpOne(
  desk: DeskContext,
  exchange: PersonExchange,
  request: TakeUpRequest,
  lineId: number,
): Promise<TakeUpAnswer['lines'][number]> {
  const stays = { lineId, takenUp: false, approvalId: null };
  try {
    const answer = await acted(desk, exchange, 'take-up', request);
    if (answer.outcome === 'done') return { ...stays, result: '', ...answer.result.lines[0] };
    const { approvalId } = answer;
    return { ...stays, approvalId, result: `Proposed as number ${approvalId}: it waits for a second person` };
  } catch (error) {
    if (error instanceof Refusal) return { ...stays, result: error.message };
    throw error;
  }
}

/** Nothing of them is to be taken in. */
export const putAside: Handler = (desk, exchange) =>
  doOrPropose(desk, exchange, 'set-aside', bodyOf<SetAsideRequest>(checkLines, exchange));

/** What is kept sealed holds account numbers. */
const hidden = new Set(['sealed']);

/** As the pages show a line. */
export function lineView(line: QuarantinedLine): Omit<QuarantinedLineView, 'approvalId'> {
  const content = (line.content ?? {}) as Record<string, unknown>;
  return {
    lineId: Number(line.id),
    fileId: Number(line.fileId),
    fileName: line.fileName,
    format: line.format,
    line: line.line,
    column: line.column,
    reason: line.reason,
    needsDecision: content.needsDecision === true,
    content: Object.fromEntries(
      Object.entries(content)
        .filter(([name, value]) => !hidden.has(name) && value !== null && value !== false)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
    at: iso(line.at),
  };
}
