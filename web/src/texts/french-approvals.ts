/** French: the second pair of eyes, its proposals and decisions. */
import type { englishApprovals } from './english-approvals.ts';

export const frenchApprovals: typeof englishApprovals = {
  about: (amount: string) => `Ce qui déplace plus de ${amount} est proposé par une personne et approuvé par une autre.`,
  aboutPlain: 'Ce qui déplace beaucoup d’argent est proposé par une personne et approuvé par une autre.',
  show: 'Afficher',
  which: { open: 'Ouvertes', all: 'Toutes' },
  none: 'Rien n’attend d’approbation',
  noneAbout: 'Les propositions de vos collègues apparaissent ici avec tout ce qui a été demandé.',
  noneYet: 'Rien n’a encore été proposé',
  number: (id: number) => `Proposition ${id}`,
  acts: {
    attach: 'Rattacher des virements à un paiement',
    'return-transfer': 'Retourner un virement à son expéditeur',
    requeue: 'Reprendre des paiements',
    refund: 'Consigner un remboursement',
    'apply-returns': 'Appliquer des retours',
    'mark-returns': 'Marquer des retours comme traités',
    'mark-answers': 'Marquer des réponses comme traitées',
    'take-up': 'Reprendre une ligne en quarantaine',
    'set-aside': 'Écarter des lignes en quarantaine',
  },
  states: {
    open: 'En attente',
    approved: 'Approuvée et exécutée',
    declined: 'Refusée',
    withdrawn: 'Retirée',
    refused: 'Plus possible',
  },
  asked: 'Ce qui est demandé',
  attach: (count: number, amount: string, payment: number) =>
    count === 1
      ? `1 virement de ${amount} est rattaché au paiement ${payment}.`
      : `${count} virements, ${amount} ensemble, sont rattachés au paiement ${payment}.`,
  accepted: (amount: string) =>
    `${amount} est accepté comme montant payé, bien que le paiement soit d’un autre montant.`,
  returned: (transfer: number, amount: string) => `Le virement ${transfer}, de ${amount}, retourne à son expéditeur.`,
  requeued: (count: number, amount: string) =>
    count === 1 ? `1 paiement de ${amount} repart.` : `${count} paiements, ${amount} ensemble, repartent.`,
  withNumber: (payment: number, number: string) => `Le paiement ${payment} avec le numéro de compte ${number}.`,
  onAccount: (payment: number, account: string) => `Le paiement ${payment} sur le compte ${account}.`,
  asItIs: (payment: number) => `Le paiement ${payment} tel quel.`,
  refunded: (payment: number, amount: string, means: string, reference: string) =>
    `${amount} du paiement ${payment} est consigné comme rendu : ${means}, référence ${reference}.`,
  returnsApplied: (ids: string, amount: string) =>
    `Les retours ${ids}, ${amount} ensemble, sont appliqués : leurs paiements échouent.`,
  returnsMarked: (ids: string, amount: string) =>
    `Les retours ${ids} sont marqués comme traités : ${amount} de débits qu’ils retiennent peuvent compter comme payés.`,
  answersMarked: (ids: string, amount: string) =>
    `Les réponses ${ids} sont marquées comme traitées : des paiements de ${amount} peuvent repartir ou être rendus.`,
  lineTakenUp: (id: string, amount: string) =>
    `La ligne ${id} de la quarantaine, de ${amount}, prend effet comme si elle venait d’arriver.`,
  linesSetAside: (ids: string, amount: string) =>
    `Les lignes ${ids} de la quarantaine sont écartées : ${amount} de débits qu’elles retiennent peuvent compter comme payés.`,
  aboutPayments: 'Paiements',
  aboutTransfers: 'Virements',
  aboutLines: 'Lignes en quarantaine',
  proposed: (name: string, time: string) => `Proposé par ${name}, le ${time}`,
  decided: (name: string, time: string) => `par ${name}, le ${time}`,
  outcome: 'Résultat',
  own: 'Vous l’avez proposé : un autre approbateur doit l’approuver.',
  onlyApprovers: 'Un approbateur doit l’approuver.',
  approve: 'Approuver',
  approveAbout: (amount: string) =>
    `L’action est exécutée aussitôt, telle que demandée, en votre nom aussi : ${amount}.`,
  approveYes: 'Approuver et exécuter',
  carriedOut: (id: number) => `La proposition ${id} est approuvée et exécutée`,
  notPossible: (why: string) => `Ce n’était plus possible : ${why}`,
  decline: 'Refuser',
  declineTitle: (id: number) => `Refuser la proposition ${id}`,
  declineAbout: 'Rien n’en est fait. Elle peut être proposée de nouveau.',
  declined: (id: number) => `La proposition ${id} est refusée`,
  withdraw: 'Retirer',
  withdrawTitle: (id: number) => `Retirer la proposition ${id}`,
  withdrawn: (id: number) => `La proposition ${id} est retirée`,
};
