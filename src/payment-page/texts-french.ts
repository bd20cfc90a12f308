/** What the page says in French, as it is written in Canada: a no-break space before a colon, none before ; ? !. */
import type { Texts } from './texts.ts';

export const french: Texts = {
  languageName: 'Français',
  switchTo: 'Voir cette page en français',
  testPayment: 'Paiement d’essai\u00a0: aucun argent réel n’est en jeu.',
  rent: 'Paiement du loyer',
  receipt: 'Reçu de loyer',
  facts: {
    partner: 'Demandé par',
    term: 'Période',
    memo: 'Note',
    due: 'Échéance',
    payer: 'Au nom de',
    paidAt: 'Payé le',
    number: 'Numéro de paiement',
    identificationNumber: 'Numéro d’identification',
  },
  paid: 'Payé',
  steps: { label: 'Étapes', identity: 'Identité', card: 'Carte', done: 'Terminé', isDone: 'fait' },
  states: {
    to_verify: () => ({
      title: 'D’abord, confirmez votre identité',
      text: 'Cela prend environ deux minutes. Ayez une pièce d’identité avec photo sous la main. Rien n’est débité à cette étape.',
    }),
    verifying: () => ({
      title: 'Votre identité est en cours de vérification',
      text: 'Cela prend généralement moins d’une minute. Vous payez par carte tout de suite après.',
    }),
    verification_failed: () => ({
      title: 'Confirmez votre identité de nouveau',
      text: 'Ayez une pièce d’identité avec photo sous la main. Rien n’a été débité.',
    }),
    to_pay: () => ({
      title: 'Maintenant, payez par carte',
      text: 'Vous entrerez votre carte sur la page sécurisée de notre fournisseur de paiement, puis vous reviendrez ici pour votre reçu.',
    }),
    processing: () => ({
      title: 'Votre paiement est en cours de traitement',
      text: 'Vous n’avez plus rien à faire. Votre reçu s’affichera ici dès que ce sera terminé.',
    }),
    under_review: (partner, number) => ({
      title: 'Nous examinons votre paiement',
      text: `Votre paiement demande un examen de notre part. Veuillez ne pas payer de nouveau. Pour savoir où il en est, communiquez avec ${partner} en donnant le numéro de paiement ${number}.`,
    }),
    switched_off: (partner) => ({
      title: 'Les paiements par carte ne sont pas possibles en ce moment',
      text: `Rien ne peut être payé ici pour l’instant. Si vous avez déjà payé, veuillez ne pas payer de nouveau d’une autre façon. Pour toute autre question, communiquez avec ${partner}, ou rouvrez cette page plus tard.`,
    }),
    paid: (partner) => ({
      title: 'Ce paiement est déjà effectué',
      text: `Il ne reste rien à payer, et votre carte n’est pas débitée de nouveau. Pour toute question, communiquez avec ${partner}.`,
    }),
    paidJustNow: (partner) => ({
      title: 'Merci, votre paiement est effectué',
      text: `Conservez ce reçu dans vos dossiers. Pour toute question, communiquez avec ${partner}.`,
    }),
  },
  buttons: {
    verify: 'Confirmer mon identité',
    verifyAgain: 'Réessayer',
    continue: 'Continuer',
    pay: (amount) => `Payer ${amount} par carte`,
    busy: 'Un instant…',
    checkAgain: 'Vérifier de nouveau',
    print: 'Imprimer le reçu',
    tryAgain: 'Réessayer',
  },
  assurances: {
    identity:
      'Vos documents sont transmis uniquement à notre fournisseur de vérification. Cette page ne les voit pas et ne les conserve pas.',
    card: 'Votre numéro de carte est transmis uniquement à notre fournisseur de paiement. Cette page ne le voit jamais.',
  },
  late: 'C’est plus long que d’habitude. Vous pouvez fermer cette page et rouvrir votre lien plus tard\u00a0: rien n’est perdu.',
  notFinished: {
    identity: {
      title: 'Votre identité n’est pas encore confirmée',
      text: 'La vérification n’a pas été menée à terme. Vous pouvez continuer quand vous voulez.',
    },
    card: {
      title: 'Nous n’avons pas encore reçu de paiement',
      text: 'Si vous venez de payer, attendez une minute et rouvrez cette page. Vous n’êtes jamais débité deux fois pour ce paiement.',
    },
  },
  verified: { title: 'Votre identité est confirmée', text: 'Il ne reste qu’une étape.' },
  verificationFailed: 'Votre identité n’a pas pu être confirmée',
  failures: {
    document_unreadable:
      'La photo de votre document est illisible. Reprenez-la sous un bon éclairage, avec le document entier et sans reflets.',
    document_expired: 'Votre document est expiré. Utilisez-en un qui est encore valide.',
    document_not_accepted:
      'Ce document n’est pas accepté. Utilisez un passeport, un permis de conduire ou une autre pièce d’identité gouvernementale avec photo.',
    face_mismatch:
      'Votre égoportrait ne correspond pas à la photo de votre document. Utilisez votre propre document et prenez l’égoportrait sous un bon éclairage, le visage découvert.',
    too_young:
      'Vous êtes trop jeune pour payer ici par carte. Demandez à un adulte signataire du bail d’ouvrir ce lien et de payer.',
    consent_declined:
      'Vous n’avez pas consenti à la vérification d’identité. Elle est nécessaire pour payer par carte. Vous pouvez réessayer et y consentir, ou demander un autre mode de paiement.',
    not_verified:
      'La vérification n’a pas réussi. Réessayez sous un bon éclairage, avec une pièce d’identité avec photo valide.',
  },
  declined: 'Le paiement n’a pas abouti',
  declines: {
    declined: 'Votre banque a refusé la carte. Essayez une autre carte, ou demandez la raison à votre banque.',
    insufficient_funds:
      'Le solde ou le crédit de la carte est insuffisant. Essayez une autre carte, ou approvisionnez-la d’abord.',
    expired_card: 'La carte est expirée. Essayez une autre carte.',
    incorrect_number:
      'Le numéro de carte, la date d’expiration ou le code de sécurité est inexact. Vérifiez-les et réessayez.',
    authentication_failed:
      'Votre banque n’a pas pu confirmer qu’il s’agissait de vous. Réessayez en suivant les étapes de votre banque, ou essayez une autre carte.',
    processing_error:
      'Une erreur s’est produite pendant le traitement de la carte. Attendez une minute, puis réessayez.',
  },
  problem: (partner) => ({
    title: 'La page sécurisée n’a pas pu s’ouvrir',
    text: `Rien n’a été débité. Veuillez réessayer dans une minute. Si cela se reproduit, communiquez avec ${partner}.`,
  }),
  problemOnTheWay: (partner) => ({
    title: 'Notre fournisseur de paiement ne répond pas',
    text: `Si vous avez déjà payé, rouvrez cette page dans quelques minutes. Sinon, réessayez à ce moment-là\u00a0: vous n’êtes jamais débité deux fois pour ce paiement. Si cela se reproduit, communiquez avec ${partner}.`,
  }),
  unknownLink: {
    title: 'Ce paiement est introuvable',
    text: 'Le lien est peut-être incomplet. Ouvrez-le de nouveau à partir du message reçu, ou copiez-le en entier. Si cela ne suffit pas, demandez un nouveau lien à la personne ou à l’entreprise qui vous l’a envoyé. Rien n’a été débité.',
  },
  fault: {
    title: 'Une erreur s’est produite de notre côté',
    text: 'Veuillez réessayer dans une minute. Vous n’êtes jamais débité deux fois pour le même paiement.',
  },
};
