/**
 * Why a payment was rejected, as one table (formats §3.2): what the code means, who must act, and how. Codes of four
 * characters are ISO 20022's external status reasons, in our own words; the longer ones are ours.
 */

/** Who puts it right: the partner (or its user), the operator of this service, or the operator with the bank. */
export type ActingParty = 'partner' | 'operator' | 'bank';

export interface ReasonCode {
  code: string;
  meaning: { en: string; fr: string };
  acts: ActingParty;
  /** What that party does. */
  how: string;
}

const correctNumber = 'Correct the account number with the payee, then have the payment re-queued.';
const checkPayee = "Check the payee's bank account in the catalogue, then re-queue.";
const checkOurAccount = 'Check our settlement account with the bank, then re-queue.';
const compareBatch = 'Compare the batch with what the bank received before anything is sent again.';
const callBank = 'Ask the bank what is behind it; re-queue when it is settled.';
const correctFile = 'A fault of the file: keep it, correct its making, then re-queue.';

type Row = [code: string, acts: ActingParty, how: string, en: string, fr: string];

// biome-ignore format: one code, one line
const rows: readonly Row[] = [
  ['AC01', 'partner', correctNumber, 'The account number is wrong or missing.', 'Le numéro de compte est erroné ou manque.'],
  ['AC03', 'partner', correctNumber, "The number is no account of the payee's.", 'Le numéro ne correspond à aucun compte du bénéficiaire.'],
  ['AC04', 'partner', correctNumber, 'The account is closed.', 'Le compte est fermé.'],
  ['AC06', 'operator', callBank, 'The account is blocked.', 'Le compte est bloqué.'],
  ['AC07', 'partner', correctNumber, "The account with the payee is closed.", 'Le compte du bénéficiaire est fermé.'],
  ['AG01', 'bank', callBank, 'The account may not be used for this kind of payment.', 'Ce genre de paiement est interdit sur le compte.'],
  ['AM01', 'operator', correctFile, 'The amount is zero.', 'Le montant est nul.'],
  ['AM02', 'operator', 'Agree a higher limit with the bank, or pay in another way.', 'The amount is above what is allowed.', 'Le montant dépasse la limite permise.'],
  ['AM04', 'operator', 'Fund the settlement account, then re-queue.', 'There is not enough money on our account.', 'Les fonds de notre compte sont insuffisants.'],
  ['AM05', 'operator', compareBatch, 'The bank takes it for a payment it had before.', 'La banque y voit un paiement déjà reçu.'],
  ['AM09', 'operator', compareBatch, 'The amount is not the one expected.', "Le montant n'est pas celui attendu."],
  ['AM10', 'operator', correctFile, 'The control sum does not fit the payments.', 'La somme de contrôle ne concorde pas.'],
  ['BE01', 'partner', 'Check the name of the payee and the account number, then have it re-queued.', 'Name and account number do not belong together.', 'Le nom et le numéro de compte ne concordent pas.'],
  ['BE06', 'partner', correctNumber, 'The payee does not know this customer.', 'Le bénéficiaire ne connaît pas ce client.'],
  ['CH11', 'operator', checkPayee, "The payee's identifier is wrong.", "L'identifiant du bénéficiaire est erroné."],
  ['CH16', 'operator', correctFile, 'An element of the file has a content that is not accepted.', "Un élément du fichier a un contenu non admis."],
  ['CURR', 'operator', correctFile, 'The currency is wrong.', 'La devise est erronée.'],
  ['DT01', 'operator', correctFile, 'The execution date is not accepted.', "La date d'exécution n'est pas admise."],
  ['DU01', 'operator', compareBatch, 'The message identifier was used before.', 'L’identifiant du message a déjà servi.'],
  ['DU03', 'operator', compareBatch, 'A transaction was received before.', 'Une opération a déjà été reçue.'],
  ['DU04', 'operator', compareBatch, 'The end-to-end identifier was used before.', 'L’identifiant de bout en bout a déjà servi.'],
  ['DUPL', 'operator', compareBatch, 'The payment was made before.', 'Le paiement a déjà été fait.'],
  ['ED05', 'bank', callBank, 'Settlement between the banks failed.', 'Le règlement entre banques a échoué.'],
  ['FF01', 'operator', correctFile, 'The format of the file is not accepted.', 'Le format du fichier n’est pas admis.'],
  ['MD07', 'operator', 'Return the money or settle it with the estate; do not re-queue.', 'The customer has died.', 'Le client est décédé.'],
  ['MS03', 'bank', callBank, 'The bank gives no reason.', 'La banque ne donne aucun motif.'],
  ['NARR', 'operator', "Read the bank's text beside the code.", 'The reason is given as text.', 'Le motif est donné en toutes lettres.'],
  ['RC01', 'operator', checkPayee, 'The number of the bank or branch is wrong.', 'Le numéro de la banque ou de la succursale est erroné.'],
  ['RR04', 'operator', callBank, 'A rule of law or of supervision stands against it.', 'Une règle légale ou de surveillance s’y oppose.'],
  ['RR09', 'partner', correctNumber, 'The reference (the number with the payee) is not valid.', 'La référence (le numéro chez le bénéficiaire) n’est pas valide.'],
  ['TM01', 'operator', 'Re-queue: it goes with the next cut-off.', 'It came after the cut-off.', "Reçu après l'heure limite."],
  ['own-check', 'partner', correctNumber, "The account number breaks the payee's confirmed format.", 'Le numéro de compte ne suit pas le format confirmé du bénéficiaire.'],
  ['batch-rejected', 'operator', checkOurAccount, 'The whole batch was rejected, without a reason.', 'Le lot entier a été rejeté, sans motif.'],
  ['not-stated', 'bank', callBank, 'Rejected without a reason.', 'Rejeté sans motif.'],
];

/** Every code we know, by code. Absent codes: `reasonFor`. */
export const reasonCodes: ReadonlyMap<string, ReasonCode> = new Map(
  rows.map(([code, acts, how, en, fr]) => [code, { code, meaning: { en, fr }, acts, how }]),
);

/** A payment's number fails the payee's confirmed rules before it enters a batch (open point `own-check-rejection`). */
export const ownCheckReason = 'own-check';
/** The batch was rejected and the bank does not say why. */
export const batchRejectedReason = 'batch-rejected';
/** One payment or block was rejected and the bank does not say why. */
export const notStatedReason = 'not-stated';

/** What we know of a code; a code that we do not know is shown as it is, for the operator to ask about. */
export function reasonFor(code: string): ReasonCode {
  return (
    reasonCodes.get(code) ?? {
      code,
      meaning: { en: `Reason ${code}, which we do not know.`, fr: `Motif ${code}, que nous ne connaissons pas.` },
      acts: 'operator',
      how: callBank,
    }
  );
}
