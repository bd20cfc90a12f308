/**
 * A real browser: the Chromium that a package brings on Linux, or the one that CHROMIUM names.
 */
import chromiumPackage from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Made for functions in a cloud: one process for everything falls with the first page, and pages must keep their guards. */
const unwanted = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
]);
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? (await chromiumPackage.executablePath());
  return chromium.launch({
    executablePath,
    args: [...chromiumPackage.args.filter((arg) => !unwanted.has(arg)), ...quiet],
    headless: true,
  });
}
