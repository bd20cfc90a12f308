/** Bodies of requests as tests send them, and the payments that come of them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Camt054Version } from '../../src/collection/interac/camt054-elements.ts';
import { type WrittenEntry, type WrittenTransfer, writeCamt054Now } from '../../src/sandbox/camt054-writer.ts';
import { type GivenReport, writePain002 } from '../../src/sandbox/pain002-writer.ts';
import { type PaymentRecord, type Service, temporaryFolder } from './service.ts';

/** A payee of the catalogue whose account numbers have no known format. */
export const anyPayee = 'Toronto Hydro';
/** A payee whose confirmed rule is: 12 digits. */
export const strictPayee = 'City of Vancouver Property Tax';

export const bill = {
  paymentType: 'bill',
  userName: 'Amélie Roy',
  userEmail: 'amelie.roy@example.com',
  amount: 125.5,
  dueDate: '2026-12-01T00:00:00Z',
  payeeName: anyPayee,
  billType: 'electricity',
  accountNumber: '299001234567',
  paymentMethod: 'interac',
};

export const rent = {
  paymentType: 'rent',
  userName: 'Amélie Roy',
  userEmail: 'amelie.roy@example.com',
  amount: 1650,
  dueDate: '2026-12-01T00:00:00Z',
};

/** A payment created over HTTP; fails where it is not. */
export async function created(
  service: Service,
  token: string,
  more: Record<string, unknown> = {},
): Promise<PaymentRecord> {
  const body = { ...(more.paymentType === 'rent' ? rent : bill), ...more };
  const answer = await service.call<PaymentRecord>('POST', '/v1/create-payment', { token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** A payment whose funds have arrived: created, then paid by a transfer that the sandbox plays. */
export async function paid(
  service: Service,
  token: string,
  more: Record<string, unknown> = {},
): Promise<PaymentRecord> {
  const payment = await created(service, token, more);
  const body = { senderEmail: bill.userEmail, amount: payment.amount, description: payment.identificationNumber };
  const answer = await service.call<{ outcome: string }>('POST', '/sandbox/interac-transfers', { token, body });
  assert.equal(answer.json.outcome, 'matched', answer.text);
  return asShown(service, token, payment.id);
}

/** The payment as the history shows it now. */
export async function asShown(service: Service, token: string, id: number): Promise<PaymentRecord> {
  const answer = await service.call<{ payments: PaymentRecord[] }>('POST', '/v1/payment-history', {
    token,
    body: { ids: [id] },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.payments[0] as PaymentRecord;
}

/** A transfer that is the money of a payment; `more` departs from that. */
export function transferFor(payment: PaymentRecord, more: Partial<WrittenTransfer> = {}): WrittenTransfer {
  return {
    amountCents: BigInt(Math.round(payment.amount * 100)),
    networkReference: newReference(),
    senderName: 'AMELIE ROY',
    senderEmail: payment.recipientEmail ?? 'amelie.roy@example.com',
    description: `Facture ${payment.identificationNumber}`,
    ...more,
  };
}

export const newReference = () => `C1A${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** A camt.054 file with these transfers. */
export function camt054File(
  entries: readonly (WrittenEntry | WrittenTransfer)[],
  version: Camt054Version = '08',
): string {
  const head = { version, messageId: newReference(), createdAt: Temporal.Now.instant() };
  return fileOf([...writeCamt054Now(head, entries)].join(''));
}

/** A pain.002 report file. */
export function pain002File(report: Omit<GivenReport, 'version' | 'messageId' | 'createdAt'>): string {
  const head = { version: 'pain.002.001.11' as const, messageId: newReference(), createdAt: Temporal.Now.instant() };
  return fileOf([...writePain002({ ...head, ...report })].join(''));
}

/** A file with this content, gone with the test file. */
export function fileOf(content: string | Uint8Array): string {
  folder ??= temporaryFolder();
  const file = path.join(folder, `${randomUUID()}.xml`);
  writeFileSync(file, content);
  return file;
}

let folder: string | undefined;
