/**
 * The rules of the house that no compiler knows (design §2), as tables and one walk over the files. `test/tidy.test.ts` holds
 * them; `node scripts/floors.ts` prints what breaks them.
 *
 *   contract ◀ base ◀ http ◀ rooms ◀ payments ◀ collection, settlement ◀ api, pages, console ◀ sandbox, commands ◀ main
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Fault {
  file: string;
  rule: string;
  /** What to do about it. */
  repair: string;
}

/** From the lowest to the highest. Rooms of one floor do not know each other. */
const floors: readonly string[][] = [
  ['contract'],
  ['base'],
  ['http'],
  ['ledger', 'webhooks', 'partners', 'payees', 'bank-accounts', 'rent-reports', 'bank-files', 'people'],
  ['payments'],
  ['collection/interac', 'collection/eft', 'collection/card', 'settlement'],
  ['timeline'],
  ['api', 'payment-page', 'callbacks', 'dashboard', 'console', 'pages'],
  ['sandbox', 'commands'],
  ['wiring'],
  ['main.ts'],
];
const entryPoints = /^(src\/main\.ts|src\/commands\/main\.ts|web\/src\/main\.tsx|scripts\/.*|bench\/main\.ts)$/;
/** What the browser's side may name: itself, the contract, where pages are, and the forms of answers (as types). */
const knownToPages = /^(web\/src\/.*|contract\/.*|src\/pages\/paths\.ts|src\/.*\/views\.ts)$/;
const forbiddenFolders = /(^|\/)(utils?|helpers?|lib|common|shared|services|models)\//;
const testFolder = /^(test|bench)\//;
export const fileLinesMax = 300;
export const functionLinesMax = 70;
/** The ratchet: what was longer when the rule came, with its length. Entries may shrink and go, never grow or be added. */
const longer: Readonly<Record<string, number>> = {};
/** The same for the longest function of a file. */
const longerFunctions: Readonly<Record<string, number>> = { 'bench/load.ts': 75 };

/** One door per change: which tables are written where, and nowhere else in the program. */
const doors: readonly { write: RegExp; only: readonly string[] }[] = [
  { write: /\bupdate\s+payments\b/i, only: ['src/payments/store.ts'] },
  { write: /\binsert\s+into\s+payments\b/i, only: ['src/payments/create.ts'] },
  { write: /\b(insert\s+into|update)\s+payment_history\b/i, only: ['src/payments/create.ts', 'src/payments/store.ts'] },
  { write: /\b(insert\s+into|update|delete\s+from)\s+ledger_(accounts|transfers)\b/i, only: ['src/ledger/post.ts'] },
];

/** All faults of the TypeScript files under `root`. */
export function houseFaults(root: string): Fault[] {
  const files = globSync('{contract,src,scripts,test,bench,web/src}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/') && !file.endsWith('.generated.ts'))
    .sort();
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  return [...[...texts].flatMap(([file, text]) => fileFaults(file, text)), ...deadFiles(texts)];
}

/** The faults of one file by itself. */
export function fileFaults(file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  const fault = (rule: string, repair: string) => faults.push({ file, rule, repair });
  // A test file says it in the names of its tests.
  if (!text.startsWith('/**') && !file.endsWith('.test.ts')) {
    fault('a file says first what it is for', 'begin it with a /** … */ comment');
  }
  const folder = forbiddenFolders.exec(file)?.[2];
  if (folder) fault(`no folder is called ${folder}`, 'name it after what it is about');
  const lines = text.split('\n').length - 1;
  const linesMax = longer[file] ?? fileLinesMax;
  if (lines > linesMax) fault(`${lines} lines, at most ${linesMax}`, 'split it by what it is about');
  if (longer[file] && lines < longer[file])
    fault('the ratchet is loose', `set its entry in scripts/floors.ts to ${lines}`);
  const functionsMax = longerFunctions[file] ?? functionLinesMax;
  const functions = functionsOf(text).filter((each) => each.lines >= functionsMax);
  for (const each of functions.filter(({ lines }) => lines > functionsMax)) {
    fault(
      `line ${each.line}: a function of ${each.lines} lines, at most ${functionsMax}`,
      'take steps out of it by name',
    );
  }
  if (longerFunctions[file] && functions.length === 0) {
    fault('the ratchet for functions is loose', 'lower or remove its entry in scripts/floors.ts');
  }
  for (const target of importsOf(file, text)) {
    const why = forbiddenImport(file, target);
    if (why) fault(`imports ${target}: ${why}`, 'move what both need to a lower floor, or hand it in from above');
  }
  for (const { write, only } of doors) {
    const found = write.exec(text)?.[0];
    if (found && /^(src|contract)\//.test(file) && !only.includes(file)) {
      fault(`"${found.replace(/\s+/g, ' ')}" is written elsewhere`, `go through ${only.join(' or ')}`);
    }
  }
  return faults;
}

/** Why a file may not import another; undefined where it may. */
function forbiddenImport(file: string, target: string): string | undefined {
  if (/^(scripts|test|bench)\//.test(file)) return undefined;
  if (file.startsWith('web/')) {
    return knownToPages.test(target) ? undefined : 'the pages know the program by its addresses and answers only';
  }
  if (!/^(src|contract)\//.test(target)) return 'the program does not know its tests, scripts and pages';
  const [own, other] = [roomOf(file), roomOf(target)];
  if (own === other) return undefined;
  const [ownFloor, otherFloor] = [own, other].map((room) => floors.findIndex((rooms) => rooms.includes(room)));
  if (ownFloor === -1) return `the room ${own} has no floor (scripts/floors.ts)`;
  if (otherFloor === -1) return `the room ${other} has no floor (scripts/floors.ts)`;
  if ((otherFloor as number) < (ownFloor as number)) return undefined;
  return otherFloor === ownFloor ? 'rooms of one floor do not know each other' : 'it stands on a higher floor';
}

function roomOf(file: string): string {
  const [top = '', first = '', second = ''] = file.split('/');
  if (top === 'contract') return 'contract';
  return first === 'collection' ? `${first}/${second}` : first;
}

/** Our own files that a file names: imports, and files it starts or reads by a relative name. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/'(\.\.?\/[^'\n]+\.tsx?)'/g)].map((match) =>
    path.posix.join(path.posix.dirname(file), match[1] as string),
  );
}

/**
 * Files of the program that nothing leads to from an entry point. Tests do not count, they would keep the dead alive; but the
 * sandbox is also the world of the tests.
 */
function deadFiles(texts: ReadonlyMap<string, string>): Fault[] {
  const named = (file: string) => importsOf(file, texts.get(file) ?? '');
  const files = [...texts.keys()];
  const tests = files.filter((file) => testFolder.test(file));
  const alive = new Set([
    ...files.filter((file) => entryPoints.test(file)),
    ...tests.flatMap(named).filter((file) => file.startsWith('src/sandbox/')),
  ]);
  for (const file of alive) for (const target of named(file)) alive.add(target);
  const dead = files.filter((file) => !alive.has(file) && !testFolder.test(file));
  return dead.map((file) => ({ file, rule: 'nothing leads here from an entry point', repair: 'use it or delete it' }));
}

const functionStart =
  /^(\s*)(?!.*\b(?:if|for|while|switch|catch|else|do|try|finally)\b.*\{$).*(?:\bfunction\b.*|=>|\)(?:: .+)?) \{$/;

/** Where functions begin and how long they are, by the indentation of the formatted text. */
function functionsOf(text: string): { line: number; lines: number }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const indent = functionStart.exec(line)?.[1];
    if (indent === undefined) return [];
    const length = lines.slice(index).findIndex((each, at) => at > 0 && each.startsWith(`${indent}}`)) + 1;
    return length > 0 ? [{ line: index + 1, lines: length }] : [];
  });
}

if (import.meta.main) {
  const faults = houseFaults(fileURLToPath(new URL('..', import.meta.url)));
  for (const { file, rule, repair } of faults) process.stdout.write(`${file}: ${rule} → ${repair}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
