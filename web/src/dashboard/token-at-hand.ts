/** The value of a token made in this window, for the snippets: only in memory, gone with the window. */

const values = new Map<number, string>();

export function rememberToken(partnerId: number, value: string): void {
  values.set(partnerId, value);
}

export function tokenAtHand(partnerId: number): string | undefined {
  return values.get(partnerId);
}
