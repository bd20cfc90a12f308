/** French: exceptions, payments and approvals. */
import type { englishExceptions } from './english-exceptions.ts';
import { frenchApprovals } from './french-approvals.ts';

const transfers = (count: number) => (count === 1 ? '1 virement' : `${count} virements`);
const payments = (count: number) => (count === 1 ? '1 paiement' : `${count} paiements`);

export const frenchExceptions: typeof englishExceptions = {
  exceptions: {
    names: {
      transfer: (id: number) => `Virement ${id}`,
      transfers,
      paymentsCounted: payments,
      kinds: {
        bill_interac: 'Facture par virement Interac',
        bill_eft: 'Facture par débit (TEF)',
        rent_interac: 'Loyer par virement Interac',
        rent_card: 'Loyer par carte',
      },
      means: {
        interac: 'Virement Interac',
        eft: 'Dépôt direct (TEF)',
        cheque: 'Chèque',
        wire: 'Virement bancaire',
        other: 'Autre moyen',
      },
      all: 'Tous',
      select: (what: string) => `Sélectionner : ${what}`,
      selectShown: 'Sélectionner tout ce qui est affiché',
      clearSelection: 'Effacer la sélection',
      clear: 'Effacer',
      atMost: (count: number) => `Au plus ${count} à la fois`,
      showAll: 'Afficher tout',
      showLess: 'Afficher moins',
    },
    heldTransfers: {
      about:
        'Les virements Interac qui ne correspondent d’eux-mêmes à aucun paiement. L’argent est retenu, en sûreté, jusqu’à ce que quelqu’un décide.',
      reason: 'Motif de la retenue',
      advice: {
        'no-number-found':
          'Le message ne contient aucun numéro d’identification. Rattachez le virement à son paiement, ou retournez-le.',
        'number-unknown':
          'Le message contient un numéro bien formé qui n’appartient à aucun paiement. Rattachez le virement à son paiement, ou retournez-le.',
        'several-payments':
          'Le message contient les numéros de plusieurs paiements. Rattachez le virement à l’un d’eux, ou retournez-le.',
        'payment-of-other-kind':
          'Le numéro est celui d’un paiement perçu par débit ou par carte. Retournez le virement.',
        'payment-not-awaiting-funds':
          'Le paiement a déjà son argent : c’est un second virement. Retournez-le, ou rattachez-le au paiement auquel il était destiné.',
        'sender-differs':
          'Le virement vient d’une autre adresse courriel que celle du paiement. Le partenaire peut corriger l’adresse; sinon, rattachez ou retournez le virement.',
        'amount-differs':
          'Le montant reçu n’est pas celui du paiement. Rattachez ce virement, seul ou avec d’autres, ou retournez-le.',
      },
      none: 'Aucun virement n’est retenu',
      noneAbout: 'Chaque virement a trouvé son paiement. Celui qui ne correspond à rien apparaît ici avec le motif.',
      noneFound: 'Aucun virement n’est retenu pour ce motif',
      noneFoundAbout: 'Choisissez un autre motif, ou tous les motifs.',
      received: (time: string) => `reçu le ${time}`,
      message: 'Message',
      noMessage: 'Aucun message',
      noSender: 'Expéditeur inconnu',
      file: (id: number) => `fichier ${id}`,
      checks: 'Ce qui a été vérifié',
      suggestions: 'Il appartient peut-être à',
      noSuggestion: 'Aucun paiement ne semble correspondre. Trouvez-le par son numéro, ou retournez le virement.',
      because: {
        'number-matches': 'Son numéro est dans le message',
        'number-one-slip-away': 'Son numéro est à une faute près de celui du message',
        'named-in-description': 'Son numéro est dans le message, parmi d’autres',
      },
      related: 'D’autres portent le même numéro, peut-être les parties d’un même paiement :',
      selectTogether: 'Les sélectionner ensemble',
      attach: 'Rattacher',
      attachTo: (payment: number) => `Rattacher au paiement ${payment}`,
      attachOther: 'Rattacher à un autre paiement',
      attachAny: 'Rattacher à un paiement',
      attachTogether: 'Rattacher ensemble',
      returnIt: 'Retourner à l’expéditeur',
      checkWords: {
        numbers: (numbers: string, near: string) =>
          `${numbers === '' ? 'Le message ne contient aucun numéro d’identification' : `Le message contient ${numbers}`}${near === '' ? '' : `; presque un numéro : ${near}`}`,
        payment: {
          one: (payments: string) => `Il appartient au paiement ${payments}`,
          several: (payments: string) => `Ils appartiennent aux paiements ${payments}`,
          unknown: 'Aucun paiement ne porte ce numéro',
        },
        kind: {
          interac: 'Le paiement se paie par virement Interac',
          other: (kind: string) => `Le paiement ne se paie pas par virement Interac : ${kind}`,
        },
        state: {
          awaiting: 'Le paiement attend son argent',
          'not-awaiting': (state: string) => `Le paiement n’attend pas d’argent : ${state}`,
        },
        sender: {
          equal: 'L’expéditeur est celui que nomme le paiement',
          'sender-not-given': 'La banque ne donne pas l’adresse de l’expéditeur',
          different: (received: string, expected: string) =>
            `Il a été envoyé par ${received}, le paiement nomme ${expected}`,
        },
        amount: {
          equal: (amount: string) => `Le montant est celui du paiement : ${amount}`,
          different: (received: string, expected: string) => `${received} est arrivé, le paiement est de ${expected}`,
        },
      },
    },
    attach: {
      title: (count: number) => `Rattacher ${transfers(count)}`,
      together: (sum: string) => `Ensemble ${sum}`,
      to: 'À ce paiement',
      which: 'À quel paiement?',
      other: 'Choisir un autre paiement',
      choose: (id: number) => `Choisir le paiement ${id}`,
      chooseIt: 'Choisir',
      exact: (amount: string) => `${amount} est exactement le montant du paiement.`,
      tooLittle: (received: string, expected: string, difference: string) =>
        `${received} est arrivé et le paiement est de ${expected} : il manque ${difference}.`,
      tooMuch: (received: string, expected: string, difference: string) =>
        `${received} est arrivé et le paiement est de ${expected} : ${difference} de trop.`,
      accept: (received: string) => `Accepter ${received} comme montant payé`,
      acceptAbout: (received: string) =>
        `${received} est tenu pour payé et est transmis au facturier; rien de plus n’est demandé.`,
      impossible: (state: string) => `Rien ne peut être rattaché à ce paiement : ${state}`,
      notInterac: 'il ne se paie pas par virement Interac',
      yes: 'Rattacher',
      done: (count: number, payment: number) =>
        `${transfers(count)} ${count === 1 ? 'rattaché' : 'rattachés'} au paiement ${payment}`,
    },
    giveBack: {
      title: (id: number) => `Retourner le virement ${id} à son expéditeur`,
      what: (amount: string, sender: string) => `${amount} retourne à ${sender}.`,
      about:
        'Le virement est consigné ici comme retourné et quitte les fonds retenus, pour de bon. Le renvoi de l’argent lui-même se fait auprès de la banque.',
      yes: (amount: string) => `Retourner ${amount}`,
      done: (id: number) => `Le virement ${id} est consigné comme retourné`,
    },
    failed: {
      about:
        'Les paiements refusés par un facturier ou dont le débit est revenu, et dont personne ne s’est encore occupé.',
      state: 'Ce qui a échoué',
      states: { rejected: 'Refusé par le facturier', uncollected: 'Le débit est revenu' },
      partner: 'Partenaire',
      refunded: 'Argent',
      refundedWords: { no: 'Pas encore traité', yes: 'Remboursé' },
      none: 'Aucun paiement échoué n’attend',
      noneAbout:
        'Les paiements refusés par un facturier, ou dont le débit revient, apparaissent ici avec la cause et ce qui peut être fait.',
      noneFound: 'Aucun paiement échoué ne correspond à ces filtres',
      noneFoundAbout: 'Choisissez d’autres filtres, ou affichez-les tous.',
      failedAt: (time: string) => `échoué le ${time}`,
      cause: 'Cause',
      accountNumber: 'Numéro de compte',
      bankAccount: 'Compte débité',
      attention: 'Note sur le compte',
      inactive: 'désactivé',
      noAgreement: 'sans accord',
      requeue: 'Reprendre',
      correct: 'Corriger ou reprendre',
      refund: 'Consigner un remboursement',
      requeueSelected: (count: number) => `Reprendre ${payments(count)}`,
      doubts: {
        'answer-held':
          'Une réponse de la banque du facturier attend une décision : le facturier a peut-être déjà l’argent.',
        'return-held': 'Un retour de son débit attend une décision : l’argent n’est peut-être plus là.',
        'late-return':
          'Son débit est revenu en retard : il n’y a pas d’argent à envoyer tant que ce n’est pas réglé avec le partenaire.',
      },
      givenBack: 'Remboursé',
    },
    requeue: {
      title: (count: number) => `Reprendre ${payments(count)}`,
      about: (count: number, sum: string) =>
        count === 1
          ? `${sum} repart : vers le facturier avec le prochain lot, ou par un nouveau débit.`
          : `Les ${count} repartent, ${sum} ensemble : vers le facturier avec le prochain lot, ou par de nouveaux débits. Tous, ou aucun.`,
      number: (payment: number) => `Numéro de compte du paiement ${payment}`,
      numberAbout: 'Corrigez-le s’il était faux; laissé tel quel, le paiement repart avec le même numéro.',
      account: (payment: number) => `Compte à débiter pour le paiement ${payment}`,
      sameAccount: (account: string) => `Le même : ${account}`,
      search: 'Chercher un compte',
      searchFor: 'Titulaire, derniers chiffres',
      noAccounts: 'Aucun autre compte de ce partenaire ne peut être débité.',
      yes: 'Reprendre',
      done: (count: number) => `${payments(count)} de nouveau en route`,
    },
    refund: {
      title: (payment: number) => `Consigner le remboursement du paiement ${payment}`,
      what: (amount: string, person: string) => `${amount} a été rendu à ${person} par un autre moyen.`,
      about:
        'Envoyez d’abord l’argent. Ceci le consigne et le comptabilise : le paiement reste échoué pour de bon et ne peut plus être repris.',
      means: 'Par quel moyen',
      reference: 'Référence',
      referenceAbout: 'La référence de la banque, ou le numéro du chèque.',
      yes: (amount: string) => `Consigner ${amount} comme rendu`,
      done: (payment: number) => `Le remboursement du paiement ${payment} est consigné`,
      by: 'Par',
      at: 'Le',
      amount: 'Montant',
      reason: 'Motif',
    },
    approvals: frenchApprovals,
    finder: {
      about: 'Un paiement de n’importe quel partenaire, par le numéro qu’écrivent les payeurs ou par son identifiant.',
      label: 'Numéro ou identifiant',
      placeholder: '1234 5678 9012 ou 57',
      find: 'Trouver',
      malformed: 'Un numéro d’identification a 12 chiffres; tout nombre plus court est pris pour un identifiant.',
      none: 'Aucun paiement ne porte ce numéro',
      noneAbout:
        'Vérifiez chaque chiffre : un numéro d’identification en a 12. Un identifiant est le nombre dans « Paiement 57 ».',
      begin: 'Quel paiement cherchez-vous?',
      beginAbout: 'Entrez son numéro d’identification, avec ou sans espaces, ou son identifiant.',
      found: 'Trouvé',
    },
    onePayment: {
      partner: 'Partenaire',
      back: 'Trouver un paiement',
      refund: 'Remboursement',
      toFailed: 'Voir les paiements échoués',
      file: 'Fichier',
      line: (number: number) => `ligne ${number}`,
    },
  },
};
