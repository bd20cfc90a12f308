/**
 * An inbound bank file that cannot be read to its end is refused as a whole (design §8): nothing of it takes effect,
 * and the operator is told the place of the fault. Thrown, because there is nothing left to do with the file.
 */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** 1-based line of the fault. */
  readonly line: number;
  /** 1-based column of the fault, in characters. */
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.line = line;
    this.column = column;
  }
}
