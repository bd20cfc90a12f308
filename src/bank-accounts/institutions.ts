/**
 * The names of financial institutions by their three digits (formats §1.4). The official directory is sold by subscription, so the
 * list is short and never complete: a number that is not in it is worth a warning, never a refusal.
 */
import institutions from './institutions.json' with { type: 'json' };

const names: ReadonlyMap<string, string> = new Map(Object.entries(institutions));

/** The name of an institution by its three digits (`"003"`); undefined where this list does not know it. */
export function institutionName(institutionNumber: string): string | undefined {
  return names.get(institutionNumber);
}

/** What to tell whoever registers an account of an institution that the list does not know; undefined where it does. */
export function institutionWarning(institutionNumber: string): string | undefined {
  return names.has(institutionNumber)
    ? undefined
    : `Institution ${institutionNumber} is not in our list of institutions: check the number on a cheque`;
}
