/** French: what is counted of a bank file: on the file's page, and in the audit trail. */
import type { englishCounts } from './english-counts.ts';

export const frenchCounts: typeof englishCounts = {
  entries: 'Virements',
  lines: 'Lignes',
  payments: 'Paiements',
  debits: 'Débits',
  matched: 'Rapprochés',
  held: 'Retenus',
  duplicates: 'Déjà connus',
  quarantined: 'En quarantaine',
  accepted: 'Acceptés',
  rejected: 'Refusés',
  unknown: 'Jamais envoyés par nous',
  recorded: 'Consignés, sans effet',
  returned: 'Paiements échoués',
  late: 'En retard',
};
