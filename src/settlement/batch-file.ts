/**
 * The file of a batch that stands in the database: written into the folder that its run was told, as often as it takes.
 *
 *   leftovers of dead writers removed ─▶ whole beside its place ─▶ noted: the bank may have it from here on ─▶ final name
 *     ─▶ recorded, batch marked as written
 *
 * A file that was not yet so noted never had its name: where its folder cannot be written to, it goes into that of the run at hand.
 */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { FolderFault, recordOutbound, writeWhole } from '../bank-files/outbound.ts';
import { type Tx, transactionOn } from '../base/database.ts';
import { type BankBranch, pain001MessageName, writePain001 } from './pain001-writer.ts';
import * as store from './store.ts';

const pageItems = 2000;

/** Who pays, and from which account. */
export interface Payer {
  operatorName: string;
  debtor: BankBranch & { accountNumber: string };
}

/**
 * Writes a batch's file where it belongs, or into `outDir` where that cannot be and it never stood there; answers its full path. The
 * caller holds the lock of settlement runs: nobody else writes it. The connection has no transaction.
 */
export async function writeBatch(connection: Tx, payer: Payer, batch: store.Batch, outDir: string): Promise<string> {
  try {
    return await writeInto(connection, payer, batch, batch.outDir);
  } catch (error) {
    const elsewhere = path.resolve(outDir);
    if (!(error instanceof FolderFault) || elsewhere === batch.outDir) throw error;
    if (await store.moveBatch(connection, batch.id, elsewhere)) return writeInto(connection, payer, batch, elsewhere);
    const why = 'it may have stood there under its name, so it is written there again or nowhere';
    throw new Error(`${error.message}; ${why}`, { cause: error });
  }
}

async function writeInto(connection: Tx, payer: Payer, batch: store.Batch, dir: string): Promise<string> {
  const text = writePain001(
    {
      messageId: batch.messageId,
      createdAt: batch.createdAt,
      transactionCount: batch.payments,
      totalCents: batch.totalCents,
      initiatingPartyName: payer.operatorName,
      executionDate: batch.executionDate,
      debtor: { ...payer.debtor, name: payer.operatorName },
    },
    blocks(connection, batch),
  );
  // What stands in the way here stands in the way of the file as well, which then says so.
  await removeLeftovers(dir, batch.fileName).catch(() => undefined);
  const written = await writeWhole(dir, batch.fileName, text, () => store.markNamed(connection, batch.id));
  await transactionOn(connection, async (tx) => {
    const counts = { payments: batch.payments, totalCents: Number(batch.totalCents) };
    await store.markWritten(tx, batch.id, await recordOutbound(tx, pain001MessageName, written, counts));
  });
  return written.file;
}

/** What a process that died while writing this very file has left beside its place. */
async function removeLeftovers(dir: string, name: string): Promise<void> {
  const names = await readdir(dir);
  const leftovers = names.filter((each) => each.startsWith(`${name}.`) && each.endsWith('.partial'));
  await Promise.all(leftovers.map((each) => rm(path.join(dir, each), { force: true })));
}

async function* blocks(connection: Tx, batch: store.Batch) {
  for (const block of await store.blocksOf(connection, batch.id)) {
    yield {
      paymentInformationId: block.blockId,
      creditorAgent: { institutionNumber: block.institution, transitNumber: block.transit },
      transactionCount: block.payments,
      totalCents: block.totalCents,
      transactions: transactions(connection, batch.id, block.blockId),
    };
  }
}

async function* transactions(connection: Tx, batchId: bigint, blockId: string) {
  for await (const item of store.itemsOf(connection, batchId, blockId, pageItems)) {
    yield {
      instructionId: item.endToEndId,
      endToEndId: item.endToEndId,
      amountCents: item.amountCents,
      creditor: { name: item.payeeName, accountNumber: item.creditorAccount },
      customerAccountNumber: item.accountNumber,
    };
  }
}
