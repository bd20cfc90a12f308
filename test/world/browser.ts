/**
 * A real browser: the Chromium that a package brings on Linux, or the one that CHROMIUM names.
 */
import chromiumPackage from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * Made for functions in a cloud: one process for everything falls with the first page, pages must keep their guards, and what is played
 * on a graphics card that is not there costs more than drawing without one.
 */
const unwanted = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]);
const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** With `more` arguments for Chromium. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? (await chromiumPackage.executablePath());
  return chromium.launch({
    executablePath,
    args: [...chromiumPackage.args.filter((arg) => !unwanted.has(arg)), ...quiet, ...more],
    headless: true,
  });
}
