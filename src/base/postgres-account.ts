/**
 * Where the PostgreSQL that comes along may live, and as whom it runs. PostgreSQL refuses to run as root, so a service
 * started by root (a container, usually) runs it as an unprivileged account; where that account cannot reach the data
 * folder or the program, both are placed outside, in a folder that only a note in the data folder names.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ServerPlace {
  /** Folder of `initdb` and `postgres`. */
  binDir: string;
  /** The cluster. */
  clusterDir: string;
  /** Folder for the log and the lock, always the service's own. */
  dataDir: string;
  account?: { uid: number; gid: number };
}

const unprivilegedNames = ['postgres', 'nobody'];
const placeNote = 'postgres-place';

/** Finds the place for `dataDir`, making folders as needed. `nativeDir` is the folder with `bin`, `lib` and `share`. */
export function serverPlace(dataDir: string, nativeDir: string): ServerPlace {
  // As root others may pass through (never list): the unprivileged account has to reach the cluster inside.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const inside = { binDir: path.join(nativeDir, 'bin'), clusterDir: path.join(dataDir, 'postgres'), dataDir };
  if (process.getuid?.() !== 0) return inside;
  const account = unprivilegedAccount();
  if (othersCanReach(dataDir, account.uid) && othersCanReach(nativeDir, account.uid)) {
    mkdirSync(inside.clusterDir, { recursive: true, mode: 0o700 });
    chownSync(inside.clusterDir, account.uid, account.gid);
    return { ...inside, account };
  }
  return { ...outsidePlace(dataDir, nativeDir, account), dataDir, account };
}

function outsidePlace(dataDir: string, nativeDir: string, account: { uid: number; gid: number }) {
  const outside = outsideFolder(path.join(dataDir, placeNote), account);
  const clusterDir = path.join(outside, 'postgres');
  if (othersCanReach(nativeDir, account.uid)) return { binDir: path.join(nativeDir, 'bin'), clusterDir };
  const program = path.join(outside, 'program');
  if (!existsSync(program)) {
    // Copied beside and renamed: what is called `program` is whole, whoever else starts at the same time.
    const copy = mkdtempSync(`${program}-`);
    // Links are followed: as links, the libraries' names would lead back to where the account cannot go.
    cpSync(nativeDir, copy, { recursive: true, dereference: true });
    chmodSync(copy, 0o755);
    try {
      renameSync(copy, program);
    } catch (error) {
      rmSync(copy, { recursive: true, force: true });
      if (!existsSync(program)) throw error;
    }
  }
  return { binDir: path.join(program, 'bin'), clusterDir };
}

/** The folder that the note names; made, with its note, where there is none yet. */
function outsideFolder(note: string, account: { uid: number; gid: number }): string {
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (noted && existsSync(path.join(noted, 'postgres'))) return noted;
  rmSync(note, { force: true });
  const base = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
  const outside = mkdtempSync(path.join(base, 'quittance-'));
  chmodSync(outside, 0o711);
  mkdirSync(path.join(outside, 'postgres'), { mode: 0o700 });
  chownSync(path.join(outside, 'postgres'), account.uid, account.gid);
  const draft = `${note}.${process.pid}`;
  writeFileSync(draft, `${outside}\n`);
  try {
    linkSync(draft, note); // fails where another process was first: then that one's place is everybody's
    return outside;
  } catch {
    rmSync(outside, { recursive: true, force: true });
    return readFileSync(note, 'utf8').trim();
  } finally {
    rmSync(draft, { force: true });
  }
}

function unprivilegedAccount(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of unprivilegedNames) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    `PostgreSQL cannot run as root, and neither of the accounts ${unprivilegedNames.join(', ')} exists: ` +
      'start the service as another user, or name a database with DATABASE_URL',
  );
}

/** Whether an account without rights of its own may walk down to `folder`. */
function othersCanReach(folder: string, uid: number): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const facts = statSync(at);
    const ownedDataDir = at === path.resolve(folder) && facts.uid === uid;
    if ((facts.mode & 0o001) === 0 && !ownedDataDir) return false;
    if (at === path.dirname(at)) return true;
  }
}
