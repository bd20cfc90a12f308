/** EFT without a service: accounts, payments by the thousand, debit runs and returns by the rooms' own doors, and by commands beside them. */
import { after } from 'node:test';
import { type BankAccount, registerAccount } from '../../src/bank-accounts/store.ts';
import type { Database, Tx } from '../../src/base/database.ts';
import { SecretBox } from '../../src/base/secrets.ts';
import type { AftSegment } from '../../src/collection/eft/aft-segment.ts';
import { type EftSettings, originateDebits } from '../../src/collection/eft/originate.ts';
import { type ReturnCounts, takeReturns } from '../../src/collection/eft/returns.ts';
import { create } from '../../src/payments/create.ts';
import { createTestDatabase } from './database.ts';
import { anAccount, debitsIn, padAgreement, returnFile } from './eft.ts';
import { allEvents, aNewPayment, aPartner, noon } from './payments.ts';
import { serviceEnv, temporaryFolder, testSecretKey } from './service.ts';

/** Opens what the service and the commands of a test seal. */
export const accountBox = new SecretBox(testSecretKey, 'bank-account');

export const bookSettings: EftSettings = {
  environment: 'sandbox',
  originatorId: '9990000001',
  originatorShortName: 'Quittance',
  originatorLongName: 'Quittance',
  destinationDataCentre: '00320',
  returnAccount: { institutionNumber: '999', transitNumber: '00001', accountNumber: '1000002' },
  box: accountBox,
};

/** An account with an agreement. */
export function anEftAccount(
  tx: Tx,
  partnerId: bigint,
  more: { accountHolderName?: string } = {},
): Promise<BankAccount> {
  const agreement = { ...padAgreement, category: 'business' as const };
  return registerAccount(tx, accountBox, partnerId, { ...anAccount(), padAgreement: agreement, ...more });
}

/** Payments of 125.50, 125.51, … that wait for a debit, over the accounts in turns. Answers their ids. */
export async function eftPayments(
  database: Database,
  accounts: readonly BankAccount[],
  count: number,
): Promise<bigint[]> {
  const creations = await create(
    database,
    Array.from({ length: count }, (_, index) => {
      const account = accounts[index % accounts.length] as BankAccount;
      const amountCents = 12_550n + BigInt(index);
      return aNewPayment(account.partnerId, 'bill_eft', { bankAccountId: account.id, amountCents });
    }),
  );
  return creations.map((creation) => {
    if (creation.outcome !== 'created') throw new Error(`not created: ${creation.outcome}`);
    return creation.paymentId;
  });
}

/** Originates what waits; answers the debits as the files have them. */
export async function sentDebits(database: Database, only?: bigint): Promise<AftSegment[]> {
  const request = { outDir: temporaryFolder(), at: noon, ...(only !== undefined && { only }) };
  const { file, otherFiles } = await originateDebits(database, bookSettings, request);
  const files = [file, ...otherFiles].filter((each) => each !== null);
  return (await Promise.all(files.map(debitsIn))).flat();
}

/** What `eft returns FILE` does, without a process of its own. */
export function takeBack(database: Database, returns: Parameters<typeof returnFile>[0]): Promise<ReturnCounts> {
  return takeReturns(database, { file: returnFile(returns), at: noon, box: accountBox });
}

/** A database with a partner that hears of everything and has some accounts, and the environment of commands on it. */
export async function openEftBook(accountsCount = 3) {
  const world = await createTestDatabase();
  after(() => world.close());
  const { database } = world;
  const partnerId = await aPartner(database, allEvents);
  const accounts: BankAccount[] = [];
  for (let count = 0; count < accountsCount; count += 1) accounts.push(await anEftAccount(database, partnerId));
  return {
    world,
    database,
    partnerId,
    accounts,
    env: serviceEnv({ DATABASE_URL: world.url, DATA_DIR: temporaryFolder() }),
    payments: (count: number) => eftPayments(database, accounts, count),
    rowsOf: async (text: string, ...values: unknown[]) => (await database.query(text, values)).rows,
  };
}
