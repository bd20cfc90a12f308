/**
 * A QR code (ISO/IEC 18004) of a short text: bytes, lowest error correction, versions 5 to 9 (37 to 53 modules a side).
 *
 *   bytes ─▶ data words ─▶ blocks with check words, interleaved ─▶ modules in a zigzag ─▶ the mask that is easiest to read
 */

interface Version {
  number: number;
  blocks: number;
  /** Per block. */
  dataWords: number;
  checkWords: number;
  alignment: readonly number[];
}
const versions: readonly Version[] = [
  { number: 5, blocks: 1, dataWords: 108, checkWords: 26, alignment: [6, 30] },
  { number: 6, blocks: 2, dataWords: 68, checkWords: 18, alignment: [6, 34] },
  { number: 7, blocks: 2, dataWords: 78, checkWords: 20, alignment: [6, 22, 38] },
  { number: 8, blocks: 2, dataWords: 97, checkWords: 24, alignment: [6, 24, 42] },
  { number: 9, blocks: 2, dataWords: 116, checkWords: 30, alignment: [6, 26, 46] },
];
/** Mode and length before the text, rounded up. */
const headBytes = 2;

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The modules row by row, true is dark; undefined where the text is too long (230 bytes). */
export function qrModules(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versions.find(({ blocks, dataWords }) => bytes.length + headBytes <= blocks * dataWords);
  if (!version) return undefined;
  const bits = interleaved(version, dataWordsOf(version, bytes)).flatMap((word) => bitsOf(word, 8));
  const drawn = masks.map((mask, index) => draw(version, bits, mask, index));
  return drawn.toSorted((one, other) => penalty(one) - penalty(other))[0];
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1);
}

function dataWordsOf({ blocks, dataWords }: Version, bytes: Uint8Array): number[] {
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(false, false, false, false);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + Number(bit), 0));
  }
  for (let pad = 0xec; words.length < blocks * dataWords; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleaved({ blocks, dataWords, checkWords }: Version, words: readonly number[]): number[] {
  const data = Array.from({ length: blocks }, (_, block) => words.slice(block * dataWords, (block + 1) * dataWords));
  const checks = data.map((block) => remainder(block, generator(checkWords)));
  const turn = (parts: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => parts.map((part) => part[at] as number)).flat();
  return [...turn(data, dataWords), ...turn(checks, checkWords)];
}

/** In the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

function generator(degree: number): number[] {
  let polynomial = [1];
  for (let index = 0, root = 1; index < degree; index += 1, root = times(root, 2)) {
    const shifted = [...polynomial, 0];
    polynomial = shifted.map((factor, at) => factor ^ (at > 0 ? times(polynomial[at - 1] as number, root) : 0));
  }
  return polynomial;
}

function remainder(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = [...block, ...divisor.slice(1).map(() => 0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at] as number;
    for (const [index, part] of divisor.entries())
      rest[at + index] = (rest[at + index] as number) ^ times(part, factor);
  }
  return rest.slice(block.length);
}

type Canvas = (boolean | undefined)[][];

function draw(
  version: Version,
  bits: readonly boolean[],
  mask: (typeof masks)[number],
  maskNumber: number,
): boolean[][] {
  const size = version.number * 4 + 17;
  const canvas: Canvas = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) (canvas[row] as boolean[])[column] = dark;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(4, row, column, (ring) => ring !== 2 && ring !== 4, set);
  }
  const last = size - 7;
  for (const row of version.alignment) {
    for (const column of version.alignment) {
      const inCorner = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!inCorner) square(2, row, column, (ring) => ring !== 1, set);
    }
  }
  drawInformation(version.number, maskNumber, size, set);
  fill(canvas, size, bits, mask);
  return canvas as boolean[][];
}

function square(
  radius: number,
  row: number,
  column: number,
  dark: (ring: number) => boolean,
  set: (row: number, column: number, dark: boolean) => void,
): void {
  for (let down = -radius; down <= radius; down += 1) {
    for (let right = -radius; right <= radius; right += 1) {
      set(row + down, column + right, dark(Math.max(Math.abs(down), Math.abs(right))));
    }
  }
}

/** `value` with the remainder of its division by `divisor` behind it. */
function withCheck(value: number, divisor: number, checkBits: number): number {
  let rest = value << checkBits;
  const top = Math.floor(Math.log2(divisor));
  for (let bit = 31; bit >= top; bit -= 1) if ((rest >>> bit) & 1) rest ^= divisor << (bit - top);
  return (value << checkBits) | rest;
}

function drawInformation(
  number: number,
  maskNumber: number,
  size: number,
  set: (row: number, column: number, dark: boolean) => void,
): void {
  const format = withCheck((0b01 << 3) | maskNumber, 0x537, 10) ^ 0x5412;
  for (let index = 0; index < 15; index += 1) {
    const dark = ((format >> index) & 1) === 1;
    // Twice: around the first corner, and along the two others.
    if (index < 8) set(index < 6 ? index : index + 1, 8, dark);
    else set(8, index === 8 ? 7 : 14 - index, dark);
    if (index < 8) set(8, size - 1 - index, dark);
    else set(size - 15 + index, 8, dark);
  }
  set(size - 8, 8, true);
  if (number < 7) return;
  const version = withCheck(number, 0x1f25, 12);
  for (let index = 0; index < 18; index += 1) {
    const dark = ((version >> index) & 1) === 1;
    const [long, short] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(long, short, dark);
    set(short, long, dark);
  }
}

/** The bits in columns of two, upwards and downwards in turn, past what is drawn already. */
function fill(canvas: Canvas, size: number, bits: readonly boolean[], mask: (typeof masks)[number]): void {
  let at = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = canvas[row] as (boolean | undefined)[];
        if (line[column] !== undefined) continue;
        line[column] = (bits[at] ?? false) !== mask(row, column);
        at += 1;
      }
    }
    upwards = !upwards;
  }
}

/** How hard it is to read: long runs and blocks of one colour. */
function penalty(modules: readonly boolean[][]): number {
  const lines = [...modules, ...modules.map((_, column) => modules.map((row) => row[column] as boolean))];
  let sum = 0;
  for (const line of lines) {
    for (const run of line
      .map(Number)
      .join('')
      .match(/0{5,}|1{5,}/g) ?? [])
      sum += run.length - 2;
  }
  for (let row = 1; row < modules.length; row += 1) {
    for (let column = 1; column < modules.length; column += 1) {
      const [above, here] = [modules[row - 1], modules[row]] as [boolean[], boolean[]];
      const dark = Number(above[column - 1]) + Number(above[column]) + Number(here[column - 1]) + Number(here[column]);
      if (dark === 0 || dark === 4) sum += 3;
    }
  }
  return sum;
}
