/** EFT as partner, operator and bank see it: accounts to register, debit files read back, return files written. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readAft } from '../../src/collection/eft/aft-reader.ts';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { type AftReturnFile, type WrittenReturn, writeAftReturnsNow } from '../../src/sandbox/aft-return-writer.ts';
import { bill, created, fileOf } from './bodies.ts';
import type { PaymentRecord, Service } from './service.ts';

/** What `/v1/bank-accounts` answers of an account. */
export interface BankAccountRecord {
  id: number;
  accountNumber: string;
  status: string;
  [member: string]: unknown;
}

export const padAgreement = { category: 'business', signedAt: '2026-11-02T14:30:00Z', signatoryName: 'Amélie Roy' };

/** A registration of an account that no other test has: eight digits without a leading zero. */
export function anAccount(more: Record<string, unknown> = {}) {
  return {
    institutionNumber: '003',
    transitNumber: '10202',
    accountNumber: String(randomInt(10_000_000, 100_000_000)),
    accountHolderName: 'Amélie Roy',
    padAgreement,
    ...more,
  };
}

/** Registers an account over HTTP; fails where it is refused. */
export async function registered(
  service: Service,
  token: string,
  more: Record<string, unknown> = {},
): Promise<BankAccountRecord> {
  const body = anAccount(more);
  const answer = await service.call<BankAccountRecord>('POST', '/v1/bank-accounts', { token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** A payment that waits for its debit. */
export async function eftPayment(
  service: Service,
  token: string,
  bankAccountId: number | string,
  more: Record<string, unknown> = {},
): Promise<PaymentRecord> {
  return created(service, token, { ...bill, paymentMethod: 'eft', bankAccountId, ...more });
}

/** The debits of a file, by our own reader. Fails where a piece of the file could not be used. */
export async function debitsIn(file: string): Promise<AftSegment[]> {
  const segments: AftSegment[] = [];
  for await (const items of readAft(createReadStream(file))) {
    for (const item of items) {
      if (item.kind === 'segment') segments.push(item.segment);
      else assert.equal(item.kind, 'header', 'reason' in item ? item.reason : '');
    }
  }
  return segments;
}

/** The debit of a payment as its file has it: the last attempt where there are several. */
export function debitOf(debits: readonly AftSegment[], payment: PaymentRecord, attempt = 1): AftSegment {
  const found = debits.find(({ crossReference }) => crossReference === `S${payment.id}A${attempt}`);
  assert.ok(found, `no debit ${attempt} of payment ${payment.id}`);
  return found;
}

/** A return as the bank makes it of a debit that it was sent. */
export function returnOfDebit(code: string, debit: AftSegment, more: Partial<WrittenReturn> = {}): WrittenReturn {
  return {
    code,
    original: {
      institutionNumber: debit.institution.slice(1, 4),
      transitNumber: debit.institution.slice(4),
      accountNumber: debit.account,
      reference: debit.crossReference,
      amountCents: debit.amountCents,
      dueDate: debit.date as Temporal.PlainDate,
      payorName: debit.partyName,
    },
    ...more,
  };
}

let fileCreationNumber = 0;

/** The text of a return file of the sandbox's bank; each has a file creation number of its own. */
export function returnText(returns: readonly WrittenReturn[], more: Partial<AftReturnFile> = {}): string {
  fileCreationNumber += 1;
  const head: AftReturnFile = {
    originatorId: '9990000001',
    fileCreationNumber,
    creationDate: Temporal.Now.plainDateISO('America/Toronto'),
    destinationDataCentre: '00320',
    originatorShortName: 'Quittance',
    originatorLongName: 'Quittance',
    returnAccount: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000002' },
    ...more,
  };
  return [...writeAftReturnsNow(head, returns)].join('');
}

/** The same file, but the return code in one of the first six returns (from 0) is none. */
export function spoiled(text: string, index: number): string {
  const at = text.indexOf('\nJ') + 1 + 24 + 240 * index;
  return `${text.slice(0, at)}X0X${text.slice(at + 3)}`;
}

export const returnFile = (returns: readonly WrittenReturn[]) => fileOf(returnText(returns));
