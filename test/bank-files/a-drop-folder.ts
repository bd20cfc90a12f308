/**
 * A drop folder with files of words in it: what begins with "good" is taken in, "bad" is refused, "fault" is a passing fault. One
 * fresh folder for each test.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach } from 'node:test';
import {
  type DropFolder,
  openDropFolder,
  pickUp,
  type Taker,
  type Turn,
  type TurnSettings,
} from '../../src/bank-files/drop-folder.ts';
import { finishFile, takeInFile } from '../../src/bank-files/inbound.ts';
import { FileRefused } from '../../src/base/file-refused.ts';
import { createTestDatabase } from '../world/database.ts';

const world = await createTestDatabase();
export const { database } = world;
/** Where the folders of this test file are. */
export const root = mkdtempSync(path.join(tmpdir(), 'quittance-drop-'));
after(async () => {
  rmSync(root, { recursive: true });
  await world.close();
});

export const drop = { dir: '', folder: undefined as unknown as DropFolder };
beforeEach(async () => {
  drop.dir = mkdtempSync(path.join(root, 'drop-'));
  drop.folder = await openDropFolder(drop.dir);
});

let contents = 0;
/** Content that no other test of the file has. */
export const content = (text = 'good') => `${text} ${++contents}`;
/** Puts a file into the inbox; answers its content. */
export const put = (name: string, text = content()) => {
  writeFileSync(path.join(drop.folder.inbox, name), text);
  return text;
};
export const has = (part: keyof DropFolder) => readdirSync(drop.folder[part]).sort();
export const textIn = (part: keyof DropFolder, name: string) =>
  readFileSync(path.join(drop.folder[part], name), 'utf8');
export const textsIn = (part: keyof DropFolder) => has(part).map((name) => textIn(part, name));
export const outcomes = ({ files }: Turn) => files.map(({ name, outcome }) => `${name} ${outcome}`);

/** One turn; `during` happens while a file is read. */
export function turn(more: Partial<TurnSettings> & { during?: (file: string) => void } = {}) {
  const { during, ...settings } = more;
  const take: Taker['take'] = async (file) => {
    const taken = await takeInFile(database, file, 'words', async ({ id }) => {
      const text = readFileSync(file, 'utf8');
      during?.(file);
      if (text.startsWith('fault')) throw new Error('the disk is full');
      if (text.startsWith('bad')) throw new FileRefused('"bad" is no good word: "good" is accepted', 1, 3);
      await finishFile(database, id, { words: 1 });
      return { words: 1 };
    });
    return 'result' in taken ? taken.result : { words: 0, duplicates: 1 };
  };
  return pickUp({
    database,
    folder: drop.folder,
    accepted: 'good words',
    settledMilliseconds: 0,
    recognise: (head) => {
      if (/^(good|bad|fault)/.test(head.toString())) return { format: 'words', take };
      throw new FileRefused('this is not words', 1, 1);
    },
    ...settings,
  });
}
