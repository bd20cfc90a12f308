/**
 * How the pages are built: plain files under /assets, named by their content, nothing inlined (the page's policy forbids it). Those with
 * anything of the sandbox panel in them are marked by their name: a production does not serve them.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sandboxFilePrefix } from '../src/pages/sandbox-files.ts';

/** French has a space before a colon and inside its quotation marks, at which no line may break. */
const frenchSpaces = {
  name: 'french-spaces',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    /\/texts\/french-/.test(id) ? code.replace(/ (?=[:»])|(?<=«) /g, '\u00a0') : undefined,
} as const;

const sandbox = fileURLToPath(new URL('src/sandbox/', import.meta.url));

export default defineConfig({
  plugins: [frenchSpaces, react()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) => {
          const played = moduleIds.some((id) => id.startsWith(sandbox));
          return `assets/${played ? sandboxFilePrefix : ''}[name]-[hash].js`;
        },
      },
    },
  },
});
