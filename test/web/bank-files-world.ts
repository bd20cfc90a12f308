/**
 * Bank files as the console's pages are to show them: transfers, a report, returns, each in the way that a bank sends them, and what
 * of them waits for a person.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UploadAnswer } from '../../src/console/desk/views.ts';
import { paid, pain002File } from '../world/bodies.ts';
import { done } from '../world/commands.ts';
import { debitOf, debitsIn, eftPayment, registered, returnOfDebit, returnText, spoiled } from '../world/eft.ts';
import type { PaymentRecord } from '../world/service.ts';
import { temporaryFolder, type World } from '../world/service.ts';
import { readSettlementFile, rejected, reportOn } from '../world/settlement.ts';
import type { Operator } from './operator.ts';

export function bankFilesAt(world: World, token: string, operator: Operator) {
  const upload = (name: string, content: Buffer) =>
    operator.post<UploadAnswer>('/files/upload', { name, contentBase64: content.toString('base64') });

  /** A payment whose debit is in a file of the bank. */
  async function debited(amount: number) {
    const account = await registered(world, token);
    const payment = await eftPayment(world, token, account.id, { amount });
    const { file } = await done<{ file: string }>(world.env, 'eft', 'originate', '--out', temporaryFolder());
    return { payment, debit: debitOf(await debitsIn(file), payment) };
  }

  return {
    upload,
    debited,
    /** A return that is held: its amount is not that of the debit. */
    async heldReturn(amount: number): Promise<PaymentRecord> {
      const { payment, debit } = await debited(amount);
      const strange = returnOfDebit('901', debit);
      const original = { ...strange.original, amountCents: strange.original.amountCents - 1n };
      await upload('returns-held.txt', Buffer.from(returnText([{ ...strange, original }]), 'latin1'));
      return payment;
    },
    /** A return that came after its debit counted as paid, with a second line that cannot be read. */
    async lateReturn(amount: number): Promise<PaymentRecord> {
      const { payment, debit } = await debited(amount);
      await world.call('POST', '/sandbox/eft-debits', {
        token,
        body: { paymentId: payment.id, outcome: 'completed' },
      });
      const other = await debited(amount);
      const text = spoiled(returnText([returnOfDebit('905', debit), returnOfDebit('901', other.debit)]), 1);
      await upload('returns-late.txt', Buffer.from(text, 'latin1'));
      return payment;
    },
    /** A batch of two payments, of which the bank rejects the first. */
    async answeredBatch(): Promise<void> {
      await paid(world, token, { amount: 75 });
      await paid(world, token, { amount: 80.25 });
      const { file } = await done<{ file: string }>(world.env, 'settlement', 'submit', '--out', temporaryFolder());
      const sent = readSettlementFile(path.resolve(file));
      await upload('report.xml', readFileSync(reportOn(sent, rejected, sent.transactions.slice(0, 1))));
    },
    /** A report on what nobody sent. */
    async strangeReport(): Promise<void> {
      const report = pain002File({ originalMessageId: 'NEVER-SENT-BY-US', status: 'RJCT' });
      await upload('report-strange.xml', readFileSync(report));
    },
  };
}
