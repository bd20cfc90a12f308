/**
 * Preloaded into a measured process: leaves its peak of resident memory, in KiB, in PEAK_MEMORY_FILE when it ends. Where the system tells
 * it (Linux), that of the program alone: `maxRSS` begins with what the process that started it had.
 */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.PEAK_MEMORY_FILE;
  if (file) writeFileSync(file, String(peakKibibytes()));
});

function peakKibibytes(): number {
  try {
    const own = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (own !== undefined) return Number(own);
  } catch {
    // no such file on this system
  }
  return process.resourceUsage().maxRSS;
}
