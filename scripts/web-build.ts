/**
 * Builds the people's pages where the build is missing or stale, and does nothing, quickly, where it is fresh. `npm start` runs
 * it first, and so do the tests.
 *
 *   sources + package-lock.json ──SHA-256──▶ as in web/dist/built-from? ── yes ──▶ done
 *                                                                      └─ no ───▶ build aside ▶ compress ▶ swap in
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isAlive } from '../src/base/alive.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = path.join(root, 'web');
const dist = path.join(web, 'dist');

const ownSources = ['web/{src,public}/**/*.*', 'web/*.{ts,json,html}'];
/** What the pages import as more than types, and what that imports. */
const takenFromOutside = ['contract/permissions.ts', 'src/pages/{paths,sandbox-files}.ts'];

/** All that a build is made from, as one hash: a changed text or dependency makes it stale. */
function sourcesHash(): string {
  const files = globSync([...ownSources, ...takenFromOutside], { cwd: root }).sort();
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Answers whether there was something to build. Throws where the sources do not build. */
export async function buildWeb(): Promise<boolean> {
  const hash = sourcesHash();
  if (builtFrom() === hash) return false;
  const began = performance.now();
  clearLeftovers(web);
  const aside = `${dist}.${process.pid}`;
  try {
    const { build } = await import('vite');
    await build({ root: web, logLevel: 'error', build: { outDir: aside, emptyOutDir: true } });
    compress(aside);
    writeFileSync(path.join(aside, 'built-from'), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(aside, dist);
  } catch (error) {
    // Somebody else may have swapped in the same build meanwhile.
    if (builtFrom() !== hash) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  process.stdout.write(`The pages were built in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return true;
}

/** What builds that were killed left aside. */
export function clearLeftovers(folder: string): void {
  for (const name of globSync('dist.*', { cwd: folder })) {
    const pid = Number(/^dist\.(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(path.join(dist, 'built-from'), 'utf8');
  } catch {
    return undefined;
  }
}

/** Once here, so that no request waits for it. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.main) {
  // A service without its pages still serves the interface: it is not kept from starting.
  await buildWeb().catch((error: unknown) => {
    process.stderr.write(`The pages could not be built: ${error instanceof Error ? error.message : String(error)}\n`);
  });
}
