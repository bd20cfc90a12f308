import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrModules } from '../../web/src/account/qr.ts';

/** As the standard lists them (ISO/IEC 18004, annex C and D): lowest correction with masks 0 to 7; versions 7 to 9. */
const formats = [
  '111011111000100',
  '111001011110011',
  '111110110101010',
  '111100010011101',
  '110011000101111',
  '110001100011000',
  '110110001000001',
  '110100101110110',
];
const versionBits: Record<number, string> = {
  7: '000111110010010100',
  8: '001000010110111100',
  9: '001001101010011001',
};
const shapes: Record<number, { blocks: number; checks: number; centres: number[] }> = {
  5: { blocks: 1, checks: 26, centres: [6, 30] },
  6: { blocks: 2, checks: 18, centres: [6, 34] },
  7: { blocks: 2, checks: 20, centres: [6, 22, 38] },
  8: { blocks: 2, checks: 24, centres: [6, 24, 42] },
  9: { blocks: 2, checks: 30, centres: [6, 26, 46] },
};
const masks: ((i: number, j: number) => number)[] = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_i, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => ((i >> 1) + Math.trunc(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];
const exp: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1, value = value < 128 ? value * 2 : (value * 2) ^ 0x11d) {
  exp.push(value);
}
const product = (one: number, other: number) =>
  one === 0 || other === 0 ? 0 : (exp[(exp.indexOf(one) + exp.indexOf(other)) % 255] as number);

function isDrawn(row: number, column: number, size: number, centres: readonly number[]): boolean {
  const version = (size - 17) / 4;
  const far = size - 8;
  if (row === 6 || column === 6) return true;
  if ((row < 9 && column < 9) || (row < 9 && column >= far) || (row >= far && column < 9)) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  return centres.some((r) =>
    centres.some((c) => {
      const corner = (r === 6 && c === 6) || (r === 6 && c === size - 7) || (r === size - 7 && c === 6);
      return !corner && Math.abs(row - r) <= 2 && Math.abs(column - c) <= 2;
    }),
  );
}

/** Reads a code as a telephone does, from the standard and not from the code that drew it. */
function readQr(modules: readonly boolean[][]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const { blocks, checks, centres } = shapes[version] as (typeof shapes)[number];
  const at = (row: number, column: number) => Number(modules[row]?.[column]);
  const first =
    [0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column)).join('') +
    [7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)).join('');
  const second =
    Array.from({ length: 7 }, (_, index) => at(size - 1 - index, 8)).join('') +
    Array.from({ length: 8 }, (_, index) => at(8, size - 8 + index)).join('');
  assert.equal(first, second);
  const mask = masks[formats.indexOf(first)];
  assert.ok(mask, first);
  assert.equal(at(size - 8, 8), 1);
  if (version >= 7) {
    const bits = Array.from({ length: 18 }, (_, index) => at(Math.trunc(index / 3), size - 11 + (index % 3)));
    assert.equal(bits.toReversed().join(''), versionBits[version]);
  }
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isDrawn(row, column, size, centres)) bits.push(at(row, column) ^ Number(mask(row, column) === 0));
      }
    }
    up = !up;
  }
  const words: number[] = [];
  for (let start = 0; start + 8 <= bits.length; start += 8)
    words.push(Number.parseInt(bits.slice(start, start + 8).join(''), 2));
  const parts = Array.from({ length: blocks }, (_, block) => words.filter((_word, index) => index % blocks === block));
  for (const part of parts) {
    for (let root = 0; root < checks; root += 1) {
      assert.equal(
        part.reduce((sum, word) => product(sum, exp[root] as number) ^ word, 0),
        0,
        'a check word is wrong',
      );
    }
  }
  const data = parts.flatMap((part) => part.slice(0, part.length - checks));
  const text = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  assert.equal(text.slice(0, 4), '0100');
  const length = Number.parseInt(text.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, index) => Number.parseInt(text.slice(12 + index * 8, 20 + index * 8), 2));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test('what is drawn can be read again, in every size, and its check words hold', () => {
  const uri = 'otpauth://totp/Quittance:owner%40demo.invalid?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Quittance';
  for (const text of [
    uri,
    '',
    'é',
    ...[106, 107, 134, 135, 154, 155, 192, 193, 230].map((length) => 'a'.repeat(length)),
  ]) {
    const modules = qrModules(text);
    assert.ok(modules, `${text.length}`);
    assert.equal(readQr(modules), text);
  }
  assert.equal(qrModules('a'.repeat(231)), undefined);
});
