/**
 * The same file of debits as @cityssm/eft-generator writes it: an independent check, never part of the product (its amounts are
 * floating point, its dates those of the machine's time zone, and its Z record counts records where the Standard counts
 * transactions).
 */
import type { AftDebit, AftDebitFile } from '../../../src/collection/eft/aft-writer.ts';

interface Generator {
  addDebitTransaction(segment: object): void;
  addTransaction(transaction: { recordType: 'D'; segments: object[] }): void;
  toCPA005(): string;
}

// Named at a distance: the package ships its TypeScript sources, which the compiler would check by our rules.
const packageName: string = '@cityssm/eft-generator';
const { EFTGenerator } = (await import(packageName)) as { EFTGenerator: new (config: object) => Generator };

/** Read in the machine's own time zone: noon there is the same date. */
const noon = (date: Temporal.PlainDate) => new Date(date.year, date.month - 1, date.day, 12);

/** `together`: all debits in as few records as possible; else a record for each. */
export function otherProgramsFile(file: AftDebitFile, debits: readonly AftDebit[], together: boolean): string {
  const generator = new EFTGenerator({
    originatorId: file.originatorId,
    originatorShortName: file.originatorShortName,
    originatorLongName: file.originatorLongName,
    fileCreationNumber: String(file.fileCreationNumber).padStart(4, '0'),
    fileCreationDate: noon(file.creationDate),
    destinationDataCentre: file.destinationDataCentre,
    destinationCurrency: 'CAD',
    returnInstitutionNumber: file.returnAccount.institutionNumber,
    returnTransitNumber: file.returnAccount.transitNumber,
    returnAccountNumber: file.returnAccount.accountNumber,
  });
  const segments = debits.map((debit) => ({
    cpaCode: debit.transactionType,
    amount: Number(debit.amountCents) / 100,
    paymentDate: noon(debit.dueDate),
    bankInstitutionNumber: debit.institutionNumber,
    bankTransitNumber: debit.transitNumber,
    bankAccountNumber: debit.accountNumber,
    payeeName: debit.payorName,
    crossReferenceNumber: debit.reference,
  }));
  if (together) generator.addTransaction({ recordType: 'D', segments });
  else for (const segment of segments) generator.addDebitTransaction(segment);
  // It leaves out the last line end.
  return `${generator.toCPA005()}\r\n`;
}
