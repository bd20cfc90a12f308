/**
 * Why a debit or credit came back, as one table (Standard 007, formats §1.3): what the code means, its abbreviations on statements, who
 * must act and how, whether the account can be debited at all, and whether another debit makes sense.
 */

/** Who puts it right: the partner, the holder of the account, the operator of this service, or the operator with the bank. */
export type ReturnActor = 'partner' | 'payer' | 'operator' | 'bank';

/** Whether the payment can be collected by another debit. */
export type Retry = 'new debit possible' | 'after correction' | 'no';

export interface ReturnCode {
  code: string;
  meaning: { en: string; fr: string };
  /** As statements print it; undefined where Standard 007 as we have it does not list the code. */
  abbreviation: { en: string; fr: string } | undefined;
  side: 'debit' | 'credit' | 'both';
  acts: ReturnActor;
  /** What that party does. */
  how: string;
  /** The code says that the account itself is gone or closed to debits (open point `account-after-return`). */
  deadAccount: boolean;
  retry: Retry;
}

const tryAgain = 'See that the account holds the money, then have the payment re-queued: that makes a new debit.';
const otherAccount = 'Register another account, or the right number, then have the payment re-queued on it.';
const askHolder = 'Clear it up with the holder of the account before anything is debited again.';
const newAgreement = 'Do not debit this account again before a new agreement is signed and registered.';
const proveAgreement = 'Compare the debit with the signed agreement; re-queue only when the holder consents.';
const preNotify = 'Give the holder the notice that the agreement asks for, then have the payment re-queued.';
const correctData = 'Look up which data elements the bank names, correct them, then have the payment re-queued.';
const askBank = 'Ask the bank what is behind it before anything is debited again.';

const dead = true;
const alive = false;

type Row = readonly [
  code: string,
  side: ReturnCode['side'],
  acts: ReturnActor,
  deadAccount: boolean,
  retry: Retry,
  abbreviations: string,
  how: string,
  en: string,
  fr: string,
];

// biome-ignore format: one code, one line
const rows: readonly Row[] = [
  ['900', 'both', 'operator', alive, 'after correction', 'REJ/REV', correctData, 'The bank rejected the data of the transaction.', "La banque a rejeté les données de l'opération."],
  ['901', 'debit', 'payer', alive, 'new debit possible', 'NSF/DSP', tryAgain, 'There is not enough money in the account.', 'La provision du compte est insuffisante.'],
  ['902', 'both', 'partner', dead, 'after correction', 'CNT/ITV', otherAccount, 'The account was not found.', 'Le compte est introuvable.'],
  ['903', 'both', 'payer', alive, 'after correction', 'STP/ARR', askHolder, 'The payment was stopped or recalled.', 'Le paiement a été arrêté ou rappelé.'],
  ['904', 'both', 'operator', alive, 'new debit possible', '', askBank, 'The date lies too far back or ahead (an old code).', 'La date est périmée ou postérieure (ancien code).'],
  ['905', 'both', 'partner', dead, 'after correction', 'CLS/FER', otherAccount, 'The account is closed.', 'Le compte est fermé.'],
  ['906', 'both', 'partner', dead, 'after correction', '', otherAccount, 'The account was moved elsewhere (an old code).', 'Le compte a été transféré (ancien code).'],
  ['907', 'debit', 'partner', dead, 'after correction', 'NCP/PPC', otherAccount, 'The account may not be debited.', 'Aucun débit n’est permis sur ce compte.'],
  ['908', 'debit', 'payer', alive, 'new debit possible', 'FNC/FNL', tryAgain, 'The money in the account is not cleared yet.', 'Les fonds du compte ne sont pas encore libérés.'],
  ['909', 'both', 'partner', alive, 'after correction', 'WCU/MDC', otherAccount, 'The account is held in another currency.', 'Le compte est tenu dans une autre devise.'],
  ['910', 'both', 'operator', dead, 'no', 'DEC/DEC', 'Do not debit the account again; settle what is owed with the estate.', 'The holder of the account has died.', 'Le titulaire du compte est décédé.'],
  ['911', 'both', 'partner', dead, 'after correction', 'FZN/BLQ', otherAccount, 'The account is frozen.', 'Le compte est bloqué.'],
  ['912', 'both', 'partner', dead, 'after correction', 'INA/INV', otherAccount, 'The account number is wrong.', 'Le numéro de compte est erroné.'],
  ['914', 'both', 'partner', alive, 'after correction', 'INP/NOM', "Correct the holder's name on the account, then have the payment re-queued.", 'The name is not that of the account.', "Le nom n'est pas celui du titulaire."],
  ['915', 'debit', 'partner', alive, 'no', 'ANP/NOG', newAgreement, 'The holder says that there was no agreement.', 'Selon le titulaire, aucune autorisation n’existait.'],
  ['916', 'debit', 'partner', alive, 'after correction', 'NCA/ACP', proveAgreement, 'The debit did not follow the agreement (personal).', 'Le débit ne respectait pas l’accord (particulier).'],
  ['917', 'debit', 'partner', alive, 'no', 'ARP/AGP', newAgreement, 'The agreement was revoked (personal).', 'L’accord a été révoqué (particulier).'],
  ['918', 'debit', 'partner', alive, 'after correction', 'PNP/PRP', preNotify, 'No notice was given before the debit (personal).', 'Aucun préavis du débit n’a été donné (particulier).'],
  ['919', 'debit', 'partner', alive, 'after correction', 'NCE/ACB', proveAgreement, 'The debit did not follow the agreement (business).', 'Le débit ne respectait pas l’accord (entreprise).'],
  ['920', 'debit', 'partner', alive, 'no', 'ARE/AGB', newAgreement, 'The agreement was revoked (business).', 'L’accord a été révoqué (entreprise).'],
  ['921', 'debit', 'partner', alive, 'after correction', 'PNE/PRB', preNotify, 'No notice was given before the debit (business).', 'Aucun préavis du débit n’a été donné (entreprise).'],
  ['922', 'credit', 'operator', alive, 'no', 'REC/CIR', askBank, 'The receiver sent the credit back.', 'Le bénéficiaire a retourné le crédit.'],
  ['990', 'both', 'bank', alive, 'after correction', 'DEF/DEF', askBank, "The account's institution is in default.", 'L’institution du compte est en défaut.'],
];

/** Every code we know, by code. Others: `returnCodeFor`. */
export const returnCodes: ReadonlyMap<string, ReturnCode> = new Map(
  rows.map(([code, side, acts, deadAccount, retry, abbreviations, how, en, fr]) => {
    const [short, court] = abbreviations.split('/');
    const abbreviation = short && court ? { en: short, fr: court } : undefined;
    return [code, { code, meaning: { en, fr }, abbreviation, side, acts, how, deadAccount, retry }];
  }),
);

/** What we know of a code; one that we do not know is shown as it is, for the operator to ask about. */
export function returnCodeFor(code: string): ReturnCode {
  return (
    returnCodes.get(code) ?? {
      code,
      meaning: {
        en: `Return code ${code}, which we do not know.`,
        fr: `Code de retour ${code}, que nous ne connaissons pas.`,
      },
      abbreviation: undefined,
      side: 'both',
      acts: 'operator',
      how: askBank,
      deadAccount: false,
      retry: 'after correction',
    }
  );
}
