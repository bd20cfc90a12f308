/**
 * The page's own style, script and icon: read at the start, compressed when the first browser asks, named by their content, so
 * that a browser keeps them for good.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { payPath } from '../collection/card/links.ts';

export interface Asset {
  contentType: string;
  bytes(encoding: Encoding): Buffer;
}
export type Encoding = 'br' | 'gzip' | 'identity';

const compressed = { br: brotliCompressSync, gzip: gzipSync, identity: (bytes: Buffer) => bytes } as const;

export interface Assets {
  addresses: { style: string; script: string; icon: string };
  /** By its name in the address: `page.<hash>.css`. */
  find(name: string): { asset: Asset; isCurrent: boolean } | undefined;
}

const sources = {
  style: { file: 'page.css', contentType: 'text/css; charset=utf-8' },
  script: { file: 'page.js', contentType: 'text/javascript; charset=utf-8' },
  icon: { file: 'icon.svg', contentType: 'image/svg+xml' },
} as const;

const hashLength = 16;
const nameForm = /^([a-z]+)\.[0-9a-f]{16}\.([a-z]+)$/;

export function loadAssets(): Assets {
  const byFile = new Map<string, { asset: Asset; name: string }>();
  const address = ({ file, contentType }: { file: string; contentType: string }) => {
    const identity = readFileSync(new URL(file, import.meta.url));
    const made: Partial<Record<Encoding, Buffer>> = {};
    const bytes = (encoding: Encoding) => (made[encoding] ??= compressed[encoding](identity));
    const asset = { contentType, bytes };
    const name = file.replace('.', `.${hash('sha256', identity).slice(0, hashLength)}.`);
    byFile.set(file, { asset, name });
    return `${payPath}/assets/${name}`;
  };
  const { style, script, icon } = sources;
  return {
    addresses: { style: address(style), script: address(script), icon: address(icon) },
    find(name) {
      const [, stem, extension] = nameForm.exec(name) ?? [];
      const found = byFile.get(`${stem}.${extension}`);
      // While versions change, a page of another process may ask for its own: ours does as well, but is not to be kept.
      return found && { asset: found.asset, isCurrent: found.name === name };
    },
  };
}

/** The smallest form that the browser takes (RFC 9110 §12.5.3, without wildcards: who sends those gets the plain bytes). */
export function encodingFor(accepted: string | undefined): Encoding {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity';
}
