/**
 * What the service itself says, in French, by its English sentence (as gettext does it): refusals, faults of fields, reasons that it wrote
 * down. Loaded with the language (base/language.tsx); test/pages/french.test.ts sees that no sentence is without its French.
 *
 *   'Payment {} is {}'  ─▶  'Le paiement {} est []'      {} as it stands, [] in French if it has a French; {2}, [1]: out of order
 */
import { frenchAdvice } from './french-bank-advice.ts';
import { frenchChecks } from './french-checks.ts';
import { frenchDeskParts, frenchDeskSentences } from './french-service-desk.ts';
import { frenchDoorParts, frenchDoors } from './french-service-doors.ts';
import { frenchEft, frenchEftParts } from './french-service-eft.ts';
import { frenchFileParts, frenchFiles } from './french-service-files.ts';
import { frenchWebhookParts, frenchWebhooks } from './french-service-webhooks.ts';

/** What is said as it stands. */
export const frenchSentences: Readonly<Record<string, string>> = {
  ...frenchChecks,
  ...frenchAdvice,
  ...frenchFiles,
  ...frenchEft,
  ...frenchDeskSentences,
  ...frenchDoors,
  ...frenchWebhooks,
};

/** What only stands in the hole of a sentence: by itself, a name or somebody's own words could look like it. */
export const frenchParts: Readonly<Record<string, string>> = {
  ...frenchFileParts,
  ...frenchEftParts,
  ...frenchDeskParts,
  ...frenchDoorParts,
  ...frenchWebhookParts,
};

/** Codes that stand in a hole. */
const codes: Readonly<Record<string, string>> = {
  awaiting_funds: 'en attente de l’argent',
  collected: 'argent perçu',
  settling: 'en règlement',
  settled: 'réglé',
  uncollected: 'non perçu',
  recollecting: 'nouvelle perception',
  rejected: 'refusé',
  resettling: 'soumis de nouveau',
  matched: 'rapproché',
  returned: 'retourné',
  approved: 'approuvée',
  declined: 'refusée',
  withdrawn: 'retirée',
  refused: 'devenue impossible',
  interac: 'virement Interac',
  eft: 'TEF',
  cheque: 'chèque',
  wire: 'virement bancaire',
  other: 'autre moyen',
  owner: 'propriétaire',
  developer: 'développeur',
  viewer: 'lecteur',
  agent: 'agent',
  approver: 'approbateur',
  amount: 'montant',
  sender: 'expéditeur',
  description: 'message',
  batch: 'lot',
  block: 'bloc',
  transaction: 'opération',
  token: 'jeton',
  partner: 'partenaire',
  person: 'personne',
  delivery: 'livraison',
  payment: 'paiement',
  proposal: 'proposition',
  payee: 'bénéficiaire',
};

const inHoles = translator({ ...frenchSentences, ...frenchParts, ...codes });

/** The French of a sentence of the service; undefined where it has none. */
export const inFrench = translator(frenchSentences);

/** A pattern with less than this is mostly holes, and holds only where the first of them has its French. */
const charactersSureMin = 6;

function translator(table: Readonly<Record<string, string>>): (text: string) => string | undefined {
  // What says more is tried first.
  const patterns = Object.entries(table)
    .map(([english, french]) => ({ form: formOf(english), french, own: english.replaceAll('{}', '').length }))
    .filter(({ form }) => form !== undefined)
    .sort((a, b) => b.own - a.own);
  const one = (text: string) => {
    if (Object.hasOwn(table, text)) return table[text];
    for (const { form, french, own } of patterns) {
      const holes = form?.exec(text)?.slice(1);
      if (holes && (own >= charactersSureMin || inHoles(holes[0] ?? '') !== undefined)) return filled(french, holes);
    }
    return undefined;
  };
  return (text) => {
    // Faults of one thing stand behind one another.
    for (let at = text.indexOf('; '); at > 0; at = text.indexOf('; ', at + 1)) {
      const first = one(text.slice(0, at));
      const others = first && inHoles(text.slice(at + 2));
      if (others) return `${first}; ${others}`;
    }
    return one(text);
  };
}

function formOf(english: string): RegExp | undefined {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length > 1 ? new RegExp(`^${parts.join('(.*?)')}$`, 's') : undefined;
}

function filled(french: string, holes: readonly string[]): string {
  let next = 0;
  return french.replace(/\{(\d?)\}|\[(\d?)\]/g, (mark, raw = '', said = '') => {
    const hole = holes[Number(raw || said || ++next) - 1] ?? '';
    return mark.startsWith('[') ? (inHoles(hole) ?? hole) : hole;
  });
}
