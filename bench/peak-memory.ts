/** Preloaded into a measured process: leaves its peak of resident memory, in KiB, in PEAK_MEMORY_FILE when it ends. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.PEAK_MEMORY_FILE;
  if (file) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
