/**
 * Bank files in and out: what came, what was made of it, and what lies refused in the drop folder.
 */
import { dropFolderAt, inQuarantine } from '../../bank-files/drop-folder.ts';
import { type FileRecord, findFile, latestFiles } from '../../bank-files/inbound.ts';
import { openLinesByFile } from '../../bank-files/quarantine.ts';
import type { Config } from '../../base/config.ts';
import type { Tx } from '../../base/database.ts';
import { amountsReturned } from '../../collection/eft/return-store.ts';
import { returnsFormat } from '../../collection/eft/returns.ts';
import { ingestFormat } from '../../collection/interac/ingest.ts';
import { amountReceived } from '../../collection/interac/store.ts';
import { choice, cursorOf, idInPath, limitOf, paged, refuse, shown } from '../../people/asked.ts';
import { dropDirectory } from '../pick-up.ts';
import { dollars, type Handler, iso } from './context.ts';
import { standing } from './downloads.ts';
import { fileBytesMax } from './upload-limit.ts';
import type { BankFileList, BankFileView, FileDetail } from './views.ts';

const refusedMax = 50;

/** Newest first. */
export const list: Handler = async ({ database, config }, exchange) => {
  const limit = limitOf(exchange);
  const after = cursorOf(exchange);
  const direction = choice(exchange, 'direction', ['in', 'out']);
  const files = await latestFiles(database, limit + 1, { before: after, direction });
  const lines = await openLinesByFile(
    database,
    files.map(({ id }) => id),
  );
  const page = paged(
    files,
    limit,
    ({ id }) => id,
    (file) => fileView(file, lines.get(file.id) ?? 0, outTotal(file)),
  );
  return shown({
    ...page,
    refusedInFolder: await refusedInFolder(config),
    uploadBytesMax: fileBytesMax,
  } satisfies BankFileList);
};

/** One file, with what its lines come to. */
export const show: Handler = async ({ database }, exchange) => {
  const id = idInPath(exchange, 'fileId', 'bank file');
  const view = await fileById(database, id);
  if (!view) return refuse(404, `There is no bank file ${id}`);
  return shown({ ...view, stands: await standing(database, id) } satisfies FileDetail);
};

export async function fileById(tx: Tx, id: bigint): Promise<BankFileView | undefined> {
  const file = await findFile(tx, id);
  if (!file) return undefined;
  const lines = await openLinesByFile(tx, [id]);
  return fileView(file, lines.get(id) ?? 0, outTotal(file) ?? (await inTotal(tx, file)));
}

/** What goes out has its total in its counts. */
function outTotal({ counts }: FileRecord): number | null {
  return counts?.totalCents === undefined ? null : counts.totalCents / 100;
}

async function inTotal(tx: Tx, { id, format }: FileRecord): Promise<number | null> {
  if (format === ingestFormat) return dollars(await amountReceived(tx, id));
  if (format === returnsFormat) return dollars(await amountsReturned(tx, id));
  return null;
}

function fileView(file: FileRecord, quarantinedLines: number, total: number | null): BankFileView {
  return {
    fileId: Number(file.id),
    direction: file.direction,
    format: file.format,
    name: file.name,
    state: file.state,
    counts: file.counts && Object.fromEntries(Object.entries(file.counts).filter(([name]) => name !== 'totalCents')),
    total,
    refusal: file.refusal,
    sizeBytes: Number(file.sizeBytes),
    quarantinedLines,
    at: iso(file.at),
  };
}

/** Whole files that were refused. Nothing where no folder is watched, or it cannot be looked into. */
async function refusedInFolder(config: Config): Promise<BankFileList['refusedInFolder']> {
  const dir = dropDirectory(config);
  return dir === undefined ? [] : inQuarantine(dropFolderAt(dir), refusedMax).catch(() => []);
}
