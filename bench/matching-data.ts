/**
 * Data sets of the matching bench: a partner with payments that wait for their money, made through the service's own door, and the
 * transfers that a bank would report: one for each payment, and as many with numbers that nobody has.
 */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { catalogueFromFile } from '../src/payees/catalogue.ts';
import { create, type NewPayment } from '../src/payments/create.ts';
import { newIdentificationNumber } from '../src/payments/identification-number.ts';
import type { Payment } from '../src/payments/record.ts';
import { findByNumbers } from '../src/payments/store.ts';
import { writeCamt054Now } from '../src/sandbox/camt054-writer.ts';
import type { World } from './world.ts';

export interface Reported {
  reference: string;
  number: string;
  amountCents: bigint;
  senderName: string;
  senderEmail: string;
  description: string;
  bookedAt: string;
}

export interface DataSet {
  name: string;
  partnerId: bigint;
  /** The payments that transfers are for. */
  matched: Payment[];
  /** In the order of the file. */
  reported: Reported[];
}

const listPayments = 5_000;
const bookedAt = '2026-11-20';

/** Makes a partner subscribed to payment.completed, its payments, and `transfers` transfers of which every other one is for one of them. */
export async function makeDataSet(world: World, name: string, transfers: number): Promise<DataSet> {
  const created = await world.command('partner', 'create', '--name', name);
  const partner = String(created.answer.partnerId);
  const url = 'http://127.0.0.1:9/';
  await world.command('webhook', 'set', '--partner', partner, '--url', url, '--events', 'payment.completed');
  const partnerId = BigInt(partner);
  const matched = await createPayments(world, partnerId, transfers / 2);
  const taken = new Set(
    (await world.database.query<{ number: string }>('select identification_number as number from payments')).rows.map(
      (row) => row.number,
    ),
  );
  const reported = matched.flatMap((payment, index) => {
    let unknown = newIdentificationNumber();
    while (taken.has(unknown)) unknown = newIdentificationNumber();
    return [
      transfer(`${name} ${2 * index}`, payment.identificationNumber, payment),
      transfer(`${name} ${2 * index + 1}`, unknown, payment),
    ];
  });
  return { name, partnerId, matched, reported };
}

function transfer(reference: string, number: string, payment: Payment): Reported {
  return {
    reference,
    number,
    amountCents: payment.amountCents,
    senderName: payment.userName,
    senderEmail: payment.userEmail,
    description: `Facture ${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)} merci`,
    bookedAt,
  };
}

async function createPayments(world: World, partnerId: bigint, count: number): Promise<Payment[]> {
  const payeeName = catalogueFromFile().payees[0]?.name as string;
  const payments: Payment[] = [];
  for (let from = 0; from < count; from += listPayments) {
    const inputs = Array.from({ length: Math.min(listPayments, count - from) }, (_, index): NewPayment => {
      const payer = from + index;
      return {
        partnerId,
        tokenId: 1n,
        kind: 'bill_interac',
        amountCents: BigInt(1_000 + (payer % 50_000)),
        userName: `Payer ${payer}`,
        userEmail: `payer${payer}@example.com`,
        dueAt: Temporal.Instant.from('2027-01-01T00:00:00Z'),
        payeeName,
        billType: 'utilities',
        accountNumber: '299001234567',
        bankAccountId: null,
        rentFields: null,
        createdAt: Temporal.Now.instant(),
        cause: 'bench',
      };
    });
    const numbers: string[] = [];
    const draw = () => {
      const number = newIdentificationNumber();
      numbers.push(number);
      return number;
    };
    await create(world.database, inputs, draw);
    const found = await findByNumbers(world.database, numbers);
    payments.push(...found.filter((payment) => payment.partnerId === partnerId));
  }
  return payments;
}

/** Writes the transfers as the bank would, one an entry. */
export async function writeFile(world: World, data: DataSet): Promise<{ file: string; megabytes: number }> {
  const file = path.join(world.dataDir, `${data.name.replaceAll(' ', '-')}.xml`);
  const notification = { version: '08', messageId: data.name, createdAt: Temporal.Now.instant() } as const;
  const entries = data.reported.map(({ reference, bookedAt, number: _number, ...rest }) => ({
    bookedAt,
    transfers: [{ ...rest, networkReference: reference }],
  }));
  await pipeline(Readable.from(writeCamt054Now(notification, entries)), createWriteStream(file));
  return { file, megabytes: (await stat(file)).size / 1e6 };
}
