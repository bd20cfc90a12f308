/** Words of the service in the chosen language. */

/** What a table says of a word; one that it does not know yet, as it stands. */
export function named(known: object, word: string): string {
  return Object.hasOwn(known, word) ? ((known as Record<string, string>)[word] as string) : word.replaceAll('_', ' ');
}
