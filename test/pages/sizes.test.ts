import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bytesMax = 250_000;
const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const assets = path.join(dist, 'assets');
const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
const texts = new Map(files.map((name) => [name, readFileSync(path.join(assets, name), 'utf8')]));
const compressed = (name: string) => readFileSync(path.join(assets, `${name}.br`)).length;

/** A file and everything that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name) || !texts.has(name)) return found;
  found.add(name);
  const imports = (texts.get(name) as string).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g);
  for (const [, target] of imports) withImports(target as string, found);
  return found;
}
const document = readFileSync(path.join(dist, 'index.html'), 'utf8');
const entry = [...document.matchAll(/\/assets\/([^"]+\.js)/g)].map((match) => match[1] as string);
const frames = files.filter((name) => /^(Shell|SheetFrame)-/.test(name));
/** Loaded with the French language. */
const french = files.filter((name) => name.startsWith('french-service-'));
const lazy = [
  ...new Set(
    [...(texts.get(entry[0] as string) ?? '').matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]/g)].map(
      (match) => match[1] as string,
    ),
  ),
];

test('the first load of every page is less than 250 kB of compressed script', (t) => {
  const all = `${entry} ${frames} ${french} ${lazy.length}`;
  assert.ok(entry.length > 0 && frames.length === 2 && french.length === 1 && lazy.length > 15, all);
  const sizes = lazy.map((page) => {
    const loaded = new Set([...entry, ...frames, ...french, page].flatMap((name) => [...withImports(name)]));
    return [page, [...loaded].reduce((sum, name) => sum + compressed(name), 0)] as const;
  });
  for (const [page, bytes] of sizes.toSorted((one, other) => other[1] - one[1]))
    t.diagnostic(`${page}: ${(bytes / 1000).toFixed(1)} kB`);
  for (const [page, bytes] of sizes) assert.ok(bytes < bytesMax, `${page}: ${bytes} bytes`);
});
