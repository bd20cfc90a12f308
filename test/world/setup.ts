/** Builds the pages where they are stale, and starts one PostgreSQL for the whole test run (`node --test-global-setup`). */
import { buildWeb } from '../../scripts/web-build.ts';
import { startTestServer } from './database.ts';

let stop: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  await buildWeb();
  if (process.env.QUITTANCE_TEST_SERVER) return;
  const server = await startTestServer();
  process.env.QUITTANCE_TEST_SERVER = server.url;
  stop = server.stop;
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
