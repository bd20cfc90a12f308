/** Where figures go: printed, and appended to bench/results.md with what they were measured on. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { commit, root, type World } from './world.ts';

const file = path.join(root, 'bench/results.md');
const intro = `# Measurements

Appended by \`npm run bench\`, newest last. Figures of one run compare; those of different runs only roughly: the machine is
not always the same, nor always alone.
`;

/** One comparison against a goal. */
export interface Goal {
  what: string;
  value: number;
  goal: string;
  reached: boolean;
}

export async function report(world: World, name: string, lines: readonly string[], goals: readonly Goal[]) {
  const { rows } = await world.database.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  const machine = [
    `${availableParallelism()} cores (${processor})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    `Node ${process.version}`,
    `PostgreSQL ${rows[0]?.version}`,
    `commit ${commit()}`,
  ].join(', ');
  const verdicts = goals.map(
    ({ what, value, goal, reached }) =>
      `- **${what}: ${value.toFixed(2)}** (goal ${goal}: ${reached ? 'reached' : 'NOT reached'})`,
  );
  const date = `${new Date().toISOString().slice(0, 16)}Z`;
  const text = [`## ${name}, ${date}`, '', machine, '', ...lines, '', ...verdicts, ''].join('\n');
  process.stdout.write(`\n${text}\n`);
  if (process.env.BENCH_DRY) return;
  if (!existsSync(file)) writeFileSync(file, intro);
  appendFileSync(file, `\n${text}`);
}
