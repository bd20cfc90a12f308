/**
 * Writes every file that is made from another one: `npm run generate`. With `--check` it writes nothing, names what is
 * out of date, and ends with 1. To generate one more file, add it to the list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openPointsPage } from '../contract/open-points.ts';
import { openApiText } from '../contract/openapi.ts';
import { settingsMarkdown } from '../src/base/config.ts';
import { schemaText } from './schema-dump.ts';

export interface GeneratedFile {
  /** Relative to the root of the repository. */
  path: string;
  /** The text that the file must have. */
  text: () => string | Promise<string>;
}

export const generatedFiles: GeneratedFile[] = [
  { path: 'contract/openapi.json', text: openApiText },
  { path: 'docs/open-points.md', text: openPointsPage },
  { path: 'docs/settings.md', text: settingsPage },
  { path: 'migrations/schema.sql', text: schemaText },
];

function settingsPage(): string {
  return `<!-- Generated from src/base/config.ts by \`npm run generate\`. Do not edit. -->
# Settings

Environment variables, read once, when a process starts. An empty one counts as not set. A value that is not allowed ends the
start with a line for every bad setting; what each means for running the service stands in [operating.md](operating.md).

${settingsMarkdown()}`;
}

const addressOf = (path: string) => new URL(`../${path}`, import.meta.url);

/** Paths of the files whose text is not what it must be, missing ones included. */
export async function staleFiles(files: readonly GeneratedFile[] = generatedFiles): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, text } of files) {
    const found = readTextIfThere(path);
    if (found !== (await text())) stale.push(path);
  }
  return stale;
}

function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(addressOf(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const stale = await staleFiles();
  if (process.argv.includes('--check')) {
    for (const path of stale) console.error(`${path} is out of date: npm run generate`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const file of generatedFiles) {
      if (stale.includes(file.path)) writeFileSync(addressOf(file.path), await file.text());
      console.log(`${file.path} ${stale.includes(file.path) ? 'written' : 'unchanged'}`);
    }
  }
}
