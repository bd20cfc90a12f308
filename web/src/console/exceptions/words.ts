/** Words of the service in the chosen language; one that is not known yet as it stands. */

export function named(known: object, word: string): string {
  return (known as Record<string, string | undefined>)[word] ?? word.replaceAll('_', ' ');
}

/** Dollars summed without the small change of floating point. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
