/** What a browser keeps between visits: choices, never anything secret. A browser that keeps nothing only forgets them. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Nothing lost but the convenience.
  }
}
