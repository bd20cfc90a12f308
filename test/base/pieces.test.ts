import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPieces, pieceBytes } from '../../src/base/pieces.ts';

test('bytes come in pieces, all of them and in order, and others have a turn between two', async () => {
  const bytes = Buffer.from(Array.from({ length: 3 * pieceBytes + 1 }, (_, index) => index % 251));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const pieces: Uint8Array[] = [];
  for await (const piece of inPieces(bytes)) {
    pieces.push(piece);
    assert.ok(turns >= pieces.length - 1, `${turns} turns before piece ${pieces.length}`);
  }
  clearImmediate(next);
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [pieceBytes, pieceBytes, pieceBytes, 1],
  );
  assert.ok(Buffer.concat(pieces).equals(bytes));
});

test('of nothing there is no piece', async () => {
  for await (const piece of inPieces(new Uint8Array(0))) assert.fail(String(piece.length));
});
