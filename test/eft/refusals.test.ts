/** What is said of return files that cannot be used: the place and the form, never an account number that stands where it should not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf } from '../world/bodies.ts';
import { command } from '../world/commands.ts';
import { eftPayment, registered, returnOfDebit, returnText } from '../world/eft.ts';
import { openEftWorld } from '../world/eft-world.ts';

const { world, token, originated, rowsOf } = await openEftWorld();
const digits = '700123456789';

test('no refusal and no reason of quarantine quotes an account number, wherever a record has slipped to', async () => {
  const account = await registered(world, token, { accountNumber: digits });
  const debit = await originated(await eftPayment(world, token, account.id));
  const text = returnText([returnOfDebit('901', debit)]);
  const at = text.indexOf(digits);
  const start = text.indexOf('\nJ') + 25;
  const files: string[] = [
    `${text.slice(0, at)}\n${text.slice(at)}`,
    `${text.slice(0, at)}\r\nJ${text.slice(at)}`,
    `${digits},901,125.50\n`,
    text.replace(/^A000000001.{10}/, `A000000001${digits.slice(0, 10)}`),
    text.replace(/^A(.{23}).{6}/, `A$1${digits.slice(0, 6)}`),
    text.replace(/^Z(.{23}).{14}/m, `Z$1X${digits} `),
    text.replace(/^J(.{9}).{10}/m, `J$1${digits.slice(0, 10)}`),
  ];
  // The account's digits in every field of the segment that is checked, as in one that has slipped by so many characters.
  for (const [offset, length] of [
    [0, 3],
    [3, 10],
    [13, 6],
    [19, 9],
    [169, 9],
  ] as const) {
    const slipped = `${'X'.repeat(length)}${digits}`.slice(-length - 1, -1);
    files.push(`${text.slice(0, start + offset)}${slipped.slice(1)}X${text.slice(start + offset + length)}`);
  }
  let told = '';
  for (const file of files) {
    const { code, stdout, stderr } = await command(world.env, 'eft', 'returns', fileOf(file));
    assert.ok(code === 1 || /"quarantined":1/.test(stdout), `it was taken in: ${stdout}${stderr}`);
    told += stderr;
  }
  for (const [query, column] of [
    ['select refusal from bank_files where refusal is not null', 'refusal'],
    ['select reason from quarantined_lines', 'reason'],
  ] as const) {
    const rows = await rowsOf(query);
    assert.ok(rows.length >= 4, query);
    told += rows.map((row) => row[column]).join('\n');
  }
  // Five digits in a row of the number are more than what is shown of it.
  for (let from = 0; from + 5 <= digits.length; from += 1) {
    assert.ok(!told.includes(digits.slice(from, from + 5)), told);
  }
  assert.match(told, /record count is/);
  assert.match(told, /#{6}/, 'the form is told');
});
