/**
 * Long work on bytes, cut so that it holds nobody up: a process that reads a large file answers requests meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a reader of files works through in a few milliseconds. */
export const pieceBytes = 64 * 1024;

/** The bytes in pieces, with a turn of the event loop between two. Views, no copies. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (from > 0) await nextTurn();
    yield bytes.subarray(from, from + pieceBytes);
  }
}
