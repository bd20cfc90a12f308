/**
 * The built pages on disk (`web/dist`, made by scripts/web-build.ts): read when they are first asked for, then kept, until another
 * build stands there.
 *
 *   index.html ─ with the nonce of each answer        assets/<name>.<hash>.js [.br|.gz] ─ as they were compressed at the build
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Asset {
  contentType: string;
  bytes: Buffer;
  encoding: Encoding;
}
type Encoding = 'br' | 'gzip' | 'identity';

const defaultFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** The whole place is looked at: nothing beside the build can be named. */
const assetPlace = /^(?:assets\/)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(js|css|svg)$/;
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** How long another build may go unnoticed. */
const checkEveryMilliseconds = 1000;
const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

export class Build {
  private readonly folder: string;
  private index: string | undefined;
  private readonly assets = new Map<string, Asset>();
  private builtFrom: string | undefined;
  private checkedAt = -Infinity;

  constructor(folder: string = defaultFolder) {
    this.folder = folder;
  }

  /** The page with this answer's nonce; undefined where nothing was built. */
  page(nonce: string, environment: string): string | undefined {
    this.forgetEarlier();
    this.index ??= textOf(path.join(this.folder, 'index.html'));
    return this.index?.replaceAll('%STYLE_NONCE%', nonce).replaceAll('%ENVIRONMENT%', environment);
  }

  /** An asset by its place under the build (`assets/x.js`), in the smallest form that the browser takes. */
  asset(place: string, accepted: string | undefined): Asset | undefined {
    const extension = assetPlace.exec(place)?.[1];
    if (extension === undefined) return undefined;
    this.forgetEarlier();
    for (const encoding of encodingsOf(accepted)) {
      const file = path.join(this.folder, `${place}${endings[encoding]}`);
      const known = this.assets.get(file);
      if (known) return known;
      if (!existsSync(file)) continue;
      const asset = { contentType: contentTypes[extension] as string, bytes: readFileSync(file), encoding };
      this.assets.set(file, asset);
      return asset;
    }
    return undefined;
  }

  /** What was read of another build is forgotten: its files name ones that are not there any more. */
  private forgetEarlier(): void {
    const now = performance.now();
    if (now - this.checkedAt < checkEveryMilliseconds) return;
    this.checkedAt = now;
    const builtFrom = textOf(path.join(this.folder, 'built-from'));
    // While one build takes the place of another, there is none for a moment.
    if (builtFrom === undefined || builtFrom === this.builtFrom) return;
    this.builtFrom = builtFrom;
    this.index = undefined;
    this.assets.clear();
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** What the browser takes, best first (RFC 9110 §12.5.3, without wildcards). */
function encodingsOf(accepted: string | undefined): Encoding[] {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim());
  return [...(['br', 'gzip'] as const).filter((encoding) => taken.includes(encoding)), 'identity'];
}
