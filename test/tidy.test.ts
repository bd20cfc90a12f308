/** The rules of the house hold (design §2): floors, lengths, names, doors, nothing dead. A fault names what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileFaults, fileLinesMax, functionLinesMax, houseFaults } from '../scripts/floors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the house is tidy: every file keeps to its floor, its length and its doors, and none is dead', () => {
  const faults = houseFaults(root).map(({ file, rule, repair }) => `${file}: ${rule} → ${repair}`);
  assert.equal(faults.length, 0, `\n${faults.join('\n')}\n(\`node scripts/floors.ts\` prints them again)\n`);
});

const comment = '/** What it is for. */\n';
const importing = (target: string) => `${comment}import { a } from '${target}';\n`;
const lines = (count: number, line = 'x;') => Array.from({ length: count }, () => `${line}\n`).join('');
const aFunction = (length: number, head = 'function a() {') => `${comment}${head}\n${lines(length - 2, '  x;')}}\n`;
const method = (length: number) =>
  `${comment}class A {\n  async #b(): Promise<void> {\n${lines(length - 2, '    x;')}  }\n}\n`;

/** A file, its text, and what is wrong with it (nothing, where there is no pattern). */
const table: [file: string, text: string, ...faults: RegExp[]][] = [
  ['src/base/a.ts', comment],
  ['src/base/a.ts', 'x;\n', /says first what it is for/],
  ['test/base/a.test.ts', 'x;\n'],
  ['src/payments/create.ts', importing('../ledger/post.ts')],
  ['src/payments/create.ts', importing('./store.ts')],
  ['src/payments/create.ts', importing('../../contract/limits.ts')],
  ['src/ledger/post.ts', importing('../payments/create.ts'), /higher floor/],
  ['src/ledger/post.ts', importing('../webhooks/enqueue.ts'), /rooms of one floor/],
  ['src/collection/interac/a.ts', importing('../eft/b.ts'), /rooms of one floor/],
  ['src/collection/interac/a.ts', importing('./b.ts')],
  ['src/collection/interac/a.ts', importing('../../payments/apply.ts')],
  ['src/settlement/a.ts', importing('../collection/interac/b.ts'), /rooms of one floor/],
  ['src/api/a.ts', importing('../sandbox/b.ts'), /higher floor/],
  ['src/sandbox/a.ts', importing('../main.ts'), /higher floor/],
  ['src/main.ts', importing('./sandbox/a.ts')],
  ['bench/load.ts', aFunction(75)],
  ['src/nowhere/a.ts', importing('../base/b.ts'), /room nowhere has no floor/],
  ['contract/a.ts', importing('../src/base/b.ts'), /higher floor/],
  ['src/base/a.ts', importing('../../test/world/b.ts'), /does not know its tests/],
  ['test/base/a.ts', importing('../../src/main.ts')],
  ['src/base/a.ts', `${comment}const b = await import('../http/server.ts');\n`, /higher floor/],
  ['src/base/utils/a.ts', comment, /no folder is called utils/],
  ['test/helpers/a.ts', comment, /no folder is called helpers/],
  ['src/base/a.ts', comment + lines(fileLinesMax - 1)],
  ['src/base/a.ts', comment + lines(fileLinesMax), /301 lines, at most 300/],
  ['src/base/a.ts', aFunction(functionLinesMax)],
  ['src/base/a.ts', aFunction(functionLinesMax + 1), /line 2: a function of 71 lines/],
  ['src/base/a.ts', aFunction(71, 'export async function a(b: C): Promise<D> {'), /71 lines/],
  ['src/base/a.ts', aFunction(71, 'const a = async (b: C) => {'), /71 lines/],
  ['src/base/a.ts', aFunction(71, "test('a', async () => {"), /71 lines/],
  ['src/base/a.ts', aFunction(90, 'if (a(b)) {')],
  ['src/base/a.ts', aFunction(90, 'const table = {')],
  ['src/base/a.ts', method(70)],
  ['src/base/a.ts', method(71), /line 3: a function of 71 lines/],
  ['bench/load.ts', aFunction(60), /the ratchet for functions is loose/],
  [
    'src/console/a.ts',
    `${comment}tx.query("update payments p set state = 'settled'");\n`,
    /update payments.*is written elsewhere/,
  ],
  ['src/console/a.ts', `${comment}tx.query(\`update\n  payments set state\`);\n`, /is written elsewhere/],
  ['src/payments/store.ts', `${comment}tx.query("update payments set state = 'settled'");\n`],
  ['src/api/a.ts', `${comment}tx.query('insert into payments values (1)');\n`, /is written elsewhere/],
  [
    'src/settlement/a.ts',
    `${comment}tx.query('update ledger_accounts set debits_cents = 1');\n`,
    /is written elsewhere/,
  ],
  ['test/base/a.test.ts', `tx.query('update payments set state = 1');\n`],
];

test('every rule can fail, and none fails where it should not', () => {
  for (const [file, text, ...expected] of table) {
    const faults = fileFaults(file, text).map((fault) => fault.rule);
    assert.equal(faults.length, expected.length, `${file}: ${text.slice(0, 120)}: ${faults.join('; ')}`);
    for (const [index, pattern] of expected.entries()) assert.match(faults[index] as string, pattern);
  }
});
