/** A picture for a telephone: dark on white in both schemes, with the quiet edge that readers need. */
import { useMemo } from 'react';
import { qrModules } from './qr.ts';

const quiet = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (!modules) return null;
  const size = modules.length + 2 * quiet;
  const path = modules
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column + quiet} ${row + quiet}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={216}
      height={216}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ display: 'block', borderRadius: 8, marginBlock: 12 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
