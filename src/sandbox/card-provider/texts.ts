/**
 * The words of the simulated provider's pages, in both languages.
 */
import type { CardDecline, IdentityFailure, Language } from '../../collection/card/ports.ts';
import type { CardOutcome, IdentityOutcome } from './outcomes.ts';

export interface Texts {
  banner: string;
  identityTitle: string;
  identityLead: string;
  cardTitle: string;
  cardLead: string;
  amount: string;
  purpose: string;
  groups: { well: string; moment: string; badly: string };
  leaveIdentity: string;
  leaveCard: string;
  back: string;
  identityFailed: (reason: string) => string;
  cardDeclined: (reason: string) => string;
  over: Record<'title' | 'lead', string>;
  expired: Record<'title' | 'lead', string>;
  unknown: Record<'title' | 'lead', string>;
  notUnderstood: Record<'title' | 'lead', string>;
  failed: Record<'title' | 'lead', string>;
  identity: Record<IdentityOutcome, string>;
  card: Record<CardOutcome, string>;
  /** As the end of "… was declined:". */
  failures: Record<IdentityFailure, string>;
  declines: Record<CardDecline, string>;
}

const english: Texts = {
  banner: 'Simulated provider – no real document, no real card',
  identityTitle: 'Identity verification',
  identityLead: 'A real provider would now look at a document and a face. Here you choose how that ends.',
  cardTitle: 'Card payment',
  cardLead: 'A real provider would now ask for a card. Here you choose one that behaves as it says.',
  amount: 'Amount',
  purpose: 'For',
  groups: { well: 'It goes well', moment: 'It takes a moment', badly: 'It goes wrong' },
  leaveIdentity: 'Leave without verifying anything',
  leaveCard: 'Leave without paying',
  back: 'Back to the payment page',
  identityFailed: (reason) => `The last try failed: ${reason}. It can be tried again.`,
  cardDeclined: (reason) => `The card was declined: ${reason}. Nothing was charged; another card can be tried.`,
  over: {
    title: 'Nothing more to do here',
    lead: 'This session has ended. The payment page says how the payment stands.',
  },
  expired: {
    title: 'This session has expired',
    lead: 'Nothing can be paid here any more. The payment page begins a new one.',
  },
  unknown: {
    title: 'There is no such session',
    lead: 'The address is not complete, or it is not of this service. Open the payment link again.',
  },
  notUnderstood: { title: 'That was not one of the choices', lead: 'Go back and choose one of those on the page.' },
  failed: {
    title: 'That did not work',
    lead: 'The fault is on our side. Reload the page, or open the payment link again.',
  },
  identity: {
    verified: 'The identity is verified',
    verified_later: 'It is verified after half a minute',
    document_unreadable: 'The document cannot be read',
    document_expired: 'The document has expired',
    document_not_accepted: 'The document is of a kind that is not accepted',
    face_mismatch: 'The face is not that of the document',
    too_young: 'The person is too young',
    consent_declined: 'The person does not consent',
    not_verified: 'It fails without a reason',
    canceled: 'The verification is canceled',
  },
  card: {
    paid: 'A card that is accepted',
    declined: 'A card that is declined',
    insufficient_funds: 'A card without enough money on it',
    expired_card: 'A card that has expired',
    incorrect_number: 'A card with a wrong number',
    authentication_failed: 'A card whose bank does not recognize the payer',
    processing_error: 'A card that the network fails to process',
    paid_later: 'A card that is accepted after two minutes',
    declined_later: 'A card that is declined after two minutes',
    unreachable: 'A card that is charged, but this provider then does not answer for a minute',
  },
  failures: {
    document_unreadable: 'the document could not be read',
    document_expired: 'the document has expired',
    document_not_accepted: 'this kind of document is not accepted',
    face_mismatch: 'the face is not that of the document',
    too_young: 'the person is too young',
    consent_declined: 'the person did not consent',
    not_verified: 'the identity could not be verified',
  },
  declines: {
    declined: 'its bank gave no reason',
    insufficient_funds: 'there is not enough money on it',
    expired_card: 'it has expired',
    incorrect_number: 'its number is wrong',
    authentication_failed: 'its bank did not recognize the payer',
    processing_error: 'the network could not process it',
  },
};

const french: Texts = {
  banner: 'Fournisseur simulé – aucun vrai document, aucune vraie carte',
  identityTitle: 'Vérification d’identité',
  identityLead:
    'Un vrai fournisseur examinerait maintenant un document et un visage. Ici, vous choisissez le résultat.',
  cardTitle: 'Paiement par carte',
  cardLead:
    'Un vrai fournisseur demanderait maintenant une carte. Ici, vous en choisissez une qui se comporte comme indiqué.',
  amount: 'Montant',
  purpose: 'Objet',
  groups: { well: 'Tout va bien', moment: 'Cela prend un moment', badly: 'Cela se passe mal' },
  leaveIdentity: 'Quitter sans rien vérifier',
  leaveCard: 'Quitter sans payer',
  back: 'Retour à la page de paiement',
  identityFailed: (reason) => `Le dernier essai a échoué : ${reason}. Vous pouvez réessayer.`,
  cardDeclined: (reason) =>
    `La carte a été refusée : ${reason}. Rien n’a été débité; vous pouvez essayer une autre carte.`,
  over: {
    title: 'Il n’y a plus rien à faire ici',
    lead: 'Cette session est terminée. La page de paiement indique où en est le paiement.',
  },
  expired: {
    title: 'Cette session a expiré',
    lead: 'On ne peut plus rien payer ici. La page de paiement en ouvre une nouvelle.',
  },
  unknown: {
    title: 'Cette session n’existe pas',
    lead: 'L’adresse est incomplète ou n’est pas de ce service. Ouvrez de nouveau le lien de paiement.',
  },
  notUnderstood: {
    title: 'Ce n’était pas l’un des choix',
    lead: 'Revenez en arrière et choisissez l’un de ceux de la page.',
  },
  failed: {
    title: 'Cela n’a pas fonctionné',
    lead: 'L’erreur est de notre côté. Rechargez la page ou ouvrez de nouveau le lien de paiement.',
  },
  identity: {
    verified: 'L’identité est vérifiée',
    verified_later: 'Elle est vérifiée après une demi-minute',
    document_unreadable: 'Le document est illisible',
    document_expired: 'Le document est expiré',
    document_not_accepted: 'Ce type de document n’est pas accepté',
    face_mismatch: 'Le visage n’est pas celui du document',
    too_young: 'La personne est trop jeune',
    consent_declined: 'La personne ne consent pas',
    not_verified: 'La vérification échoue sans raison',
    canceled: 'La vérification est annulée',
  },
  card: {
    paid: 'Une carte acceptée',
    declined: 'Une carte refusée',
    insufficient_funds: 'Une carte sans provision suffisante',
    expired_card: 'Une carte expirée',
    incorrect_number: 'Une carte dont le numéro est erroné',
    authentication_failed: 'Une carte dont la banque ne reconnaît pas le payeur',
    processing_error: 'Une carte que le réseau ne parvient pas à traiter',
    paid_later: 'Une carte acceptée après deux minutes',
    declined_later: 'Une carte refusée après deux minutes',
    unreachable: 'Une carte débitée, après quoi ce fournisseur ne répond pas pendant une minute',
  },
  failures: {
    document_unreadable: 'le document est illisible',
    document_expired: 'le document est expiré',
    document_not_accepted: 'ce type de document n’est pas accepté',
    face_mismatch: 'le visage n’est pas celui du document',
    too_young: 'la personne est trop jeune',
    consent_declined: 'la personne n’a pas consenti',
    not_verified: 'l’identité n’a pas pu être vérifiée',
  },
  declines: {
    declined: 'sa banque n’a pas donné de raison',
    insufficient_funds: 'la provision est insuffisante',
    expired_card: 'elle est expirée',
    incorrect_number: 'son numéro est erroné',
    authentication_failed: 'sa banque n’a pas reconnu le payeur',
    processing_error: 'le réseau n’a pas pu la traiter',
  },
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, fr: french };
