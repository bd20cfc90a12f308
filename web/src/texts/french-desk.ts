/** French: what the pages of the operator's console have in common, and the first of them. */
import type { englishDesk } from './english-desk.ts';

export const frenchDesk: typeof englishDesk = {
  desk: {
    reason: 'Motif',
    reasonAbout: 'Il est consigné au journal, avec votre nom.',
    proposed: (id: number) => `Proposé sous le numéro ${id} : une deuxième personne doit l’approuver`,
    waits: 'En attente d’une deuxième personne',
    toApprovals: 'Voir les approbations',
    needsSecond: (amount: string, above: string) =>
      `${amount} dépasse ${above} : l’action est d’abord proposée, puis exécutée quand un autre approbateur l’approuve.`,
    actors: { partner: 'Le partenaire', payer: 'Le payeur', operator: 'Nous', bank: 'Nous, avec la banque' },
    bankSays: 'La banque dit',
    whoActs: 'Qui agit',
    whatToDo: 'Que faire',
  },
  overview: {
    title: 'En attente',
    about: 'Tout ce qui demande une intervention, au même endroit. La page se met à jour d’elle-même.',
    environments: { sandbox: 'Bac à sable', production: 'Production' },
    nothing: 'Rien ne demande votre attention',
    nothingAbout:
      'Virements, paiements, fichiers et adresses : tout est en ordre. Ce qui a besoin de vous apparaîtra ici de lui-même.',
    quiet: 'Rien en attente pour',
    items: {
      heldTransfers: (count: number): string => (count === 1 ? 'virement retenu' : 'virements retenus'),
      failedPayments: (count: number): string => (count === 1 ? 'paiement échoué' : 'paiements échoués'),
      openApprovals: (count: number): string => (count === 1 ? 'proposition à approuver' : 'propositions à approuver'),
      quarantinedLines: (count: number): string => (count === 1 ? 'ligne en quarantaine' : 'lignes en quarantaine'),
      openReturns: (count: number): string => (count === 1 ? 'retour retenu ou tardif' : 'retours retenus ou tardifs'),
      heldAnswers: (count: number): string =>
        count === 1 ? 'réponse bancaire retenue' : 'réponses bancaires retenues',
      heldCards: (count: number): string => (count === 1 ? 'paiement par carte retenu' : 'paiements par carte retenus'),
      failingEndpoints: (count: number): string =>
        count === 1 ? 'adresse toujours en échec' : 'adresses toujours en échec',
    },
  },
};
