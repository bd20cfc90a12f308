/**
 * Every place where the interface says "not shown" and this service does something nevertheless. One list: the marks
 * `x-open-point` in the schemas and docs/open-points.md come from it. To change a decision, change it here and in the
 * room that acts on it.
 */
import { eventPoints } from './open-points-events.ts';
import { moneyPoints } from './open-points-money.ts';
import { requestPoints } from './open-points-requests.ts';

export interface OpenPoint {
  /** Unique; what `x-open-point` names. */
  id: string;
  /** Sections of the interface, the first being the one under which the point is listed. */
  sections: readonly [string, ...string[]];
  leftOpen: string;
  /** What this service does meanwhile. */
  decision: string;
  why: string;
}

const points = [...requestPoints, ...moneyPoints, ...eventPoints];

export type OpenPointId = (typeof points)[number]['id'];

export const openPoints: readonly (OpenPoint & { id: OpenPointId })[] = points;

const chapters: Record<string, string> = {
  1: 'What the service does',
  2: 'Resources and fields',
  3: 'States, money and time',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors and idempotency',
  8: 'Limits',
  9: 'Versions',
};

/** The list as a Markdown page: one table per chapter of the interface. The text of docs/open-points.md. */
export function openPointsPage(): string {
  const lines = [
    '<!-- Generated from contract/open-points.ts by `npm run generate`. Do not edit. -->',
    '# Open points',
    '',
    'The interface leaves some things open on purpose. A running service has to do something there all the same. Each',
    'such decision has a name and stands below; none of them is part of the interface, and any of them may be decided',
    'differently by another service. In the OpenAPI document they are marked: `x-open-point` on what exists only by such',
    'a decision, `x-open-aspects` on what the interface shows but does not settle in every respect.',
    '',
    'The rules behind them: a decision never makes a request fail that could be carried out, and adds no status, event or',
    'transition; money that does not fit waits for a person; a limit that is not shown is not imposed.',
  ];
  for (const [chapter, title] of Object.entries(chapters)) {
    const listed = openPoints.filter((point) => point.sections[0].split('.')[0] === chapter);
    if (listed.length === 0) continue;
    lines.push('', `## §${chapter} ${title}`, '', '| Id | § | Left open | Decision | Why |', '|---|---|---|---|---|');
    for (const point of listed) {
      const cells = [`\`${point.id}\``, point.sections.join(', '), point.leftOpen, point.decision, point.why];
      lines.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
