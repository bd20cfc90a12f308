/**
 * What proposals are about, as it stands by now: whoever approves one sees the payments, transfers and accounts that it names.
 */
import { findAccounts } from '../../bank-accounts/store.ts';
import { findLines, type QuarantinedLine } from '../../bank-files/quarantine.ts';
import type { Tx } from '../../base/database.ts';
import { debitsReferenced, paymentsNamed } from '../../collection/eft/resolve-store.ts';
import { findTransfers } from '../../collection/interac/store.ts';
import { paymentsAnswered } from '../../settlement/held-answers.ts';
import { referencesOf } from '../retry.ts';
import type { Approval } from './approval-store.ts';
import { accountBrief } from './failed-payments.ts';
import { briefsOf } from './payments.ts';
import { lineView } from './quarantine.ts';
import { transferBrief } from './transfers.ts';
import type { ApprovalView } from './views.ts';

export type About = ApprovalView['about'];

/** Of each proposal, in the same order. Few queries for all of them together, and one for each that names what files brought. */
export async function aboutOf(tx: Tx, approvals: readonly Approval[]): Promise<About[]> {
  const named: Named[] = [];
  for (const approval of approvals) named.push(await namedBy(tx, approval));
  const payments = await briefsOf(tx, distinct(named.flatMap((each) => each.paymentIds)));
  const transfers = await findTransfers(tx, distinct(named.flatMap((each) => each.transferIds)));
  const partnerOf = new Map(payments.map(({ paymentId, partnerId }) => [paymentId, partnerId]));
  const accounts = await findAccounts(
    tx,
    named.flatMap(({ accounts: asked }) =>
      asked.flatMap(({ paymentId, bankAccountId }) => {
        const partnerId = partnerOf.get(paymentId);
        return partnerId === undefined ? [] : [{ partnerId: BigInt(partnerId), bankAccountId: BigInt(bankAccountId) }];
      }),
    ),
  );
  return named.map((each) => ({
    payments: payments.filter(({ paymentId }) => each.paymentIds.includes(BigInt(paymentId))),
    transfers: transfers.filter(({ id }) => each.transferIds.includes(id)).map(transferBrief),
    lines: each.lines.map(lineView),
    accounts: accounts
      .filter(({ id }) => each.accounts.some(({ bankAccountId }) => BigInt(bankAccountId) === id))
      .map(accountBrief),
  }));
}

interface Named {
  paymentIds: bigint[];
  transferIds: bigint[];
  lines: QuarantinedLine[];
  accounts: { paymentId: number; bankAccountId: number }[];
}

async function namedBy(tx: Tx, { things, request }: Approval): Promise<Named> {
  const idsOf = (kind: string) =>
    things.flatMap((thing) => (thing.startsWith(`${kind} `) ? [BigInt(thing.slice(kind.length + 1))] : []));
  const [returnIds, answerIds, lineIds] = [idsOf('return'), idsOf('answer'), idsOf('line')];
  const returned = returnIds.length > 0 ? await paymentsNamed(tx, returnIds) : [];
  const answered = answerIds.length > 0 ? await paymentsAnswered(tx, answerIds) : [];
  const lines = lineIds.length > 0 ? await findLines(tx, lineIds) : [];
  const debited = await debitsReferenced(tx, lines.flatMap(referencesOf));
  return {
    paymentIds: [...idsOf('payment'), ...[...returned, ...debited].map(({ paymentId }) => paymentId), ...answered],
    lines,
    transferIds: idsOf('transfer'),
    accounts:
      'payments' in request
        ? request.payments.flatMap(({ paymentId, bankAccountId }) =>
            bankAccountId === undefined ? [] : [{ paymentId, bankAccountId }],
          )
        : [],
  };
}

const distinct = (ids: readonly bigint[]) => [...new Set(ids)];
