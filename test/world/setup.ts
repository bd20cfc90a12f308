/**
 * Builds the pages where they are stale, and starts one PostgreSQL for the whole test run (`node --test-global-setup`). What the
 * run writes lies in memory, where that has room: making and dropping a database of a thousand files for each test file is
 * cheap there, and costs as much as all of its tests on a disk.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { buildWeb } from '../../scripts/web-build.ts';
import { startTestServer } from './database.ts';

let stop: (() => Promise<void>) | undefined;

/** The file system in memory that Linux brings along; small in many containers. */
const inMemory = '/dev/shm';
/** Several times what a run was seen to take. */
const bytesNeeded = 3 * 1024 ** 3;

export async function globalSetup(): Promise<void> {
  if (hasRoom(inMemory)) process.env.TMPDIR = inMemory;
  await buildWeb();
  if (process.env.QUITTANCE_TEST_SERVER) return;
  const server = await startTestServer();
  process.env.QUITTANCE_TEST_SERVER = server.url;
  stop = server.stop;
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytesNeeded;
  } catch {
    return false;
  }
}
