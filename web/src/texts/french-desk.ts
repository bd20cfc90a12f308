/** French: what the pages of the operator's console have in common, and the first of them. */
import type { englishDesk } from './english-desk.ts';

/** The advice of the tables of return codes and reason codes, by its English wording. A test sees that none is missing. */
const adviceWords: Readonly<Record<string, string>> = {
  'See that the account holds the money, then have the payment re-queued: that makes a new debit.':
    'Veillez à ce que le compte soit approvisionné, puis faites reprendre le paiement : un nouveau débit est alors fait.',
  'Register another account, or the right number, then have the payment re-queued on it.':
    'Inscrivez un autre compte, ou le bon numéro, puis faites reprendre le paiement sur celui-ci.',
  'Clear it up with the holder of the account before anything is debited again.':
    'Tirez la chose au clair avec le titulaire du compte avant tout nouveau débit.',
  'Do not debit this account again before a new agreement is signed and registered.':
    'Ne débitez plus ce compte avant qu’un nouvel accord soit signé et inscrit.',
  'Compare the debit with the signed agreement; re-queue only when the holder consents.':
    'Comparez le débit à l’accord signé; ne reprenez le paiement qu’avec le consentement du titulaire.',
  'Give the holder the notice that the agreement asks for, then have the payment re-queued.':
    'Donnez au titulaire le préavis que l’accord exige, puis faites reprendre le paiement.',
  'Look up which data elements the bank names, correct them, then have the payment re-queued.':
    'Cherchez les éléments de données que la banque désigne, corrigez-les, puis faites reprendre le paiement.',
  'Ask the bank what is behind it before anything is debited again.':
    'Demandez à la banque ce qu’il en est avant tout nouveau débit.',
  'Do not debit the account again; settle what is owed with the estate.':
    'Ne débitez plus le compte; réglez la somme due avec la succession.',
  "Correct the holder's name on the account, then have the payment re-queued.":
    'Corrigez le nom du titulaire du compte, puis faites reprendre le paiement.',
  'Correct the account number with the payee, then have the payment re-queued.':
    'Corrigez le numéro de compte auprès du facturier, puis faites reprendre le paiement.',
  "Check the payee's bank account in the catalogue, then re-queue.":
    'Vérifiez le compte bancaire du facturier au catalogue, puis reprenez le paiement.',
  'Check our settlement account with the bank, then re-queue.':
    'Vérifiez notre compte de règlement auprès de la banque, puis reprenez le paiement.',
  'Compare the batch with what the bank received before anything is sent again.':
    'Comparez le lot à ce que la banque a reçu avant tout nouvel envoi.',
  'Ask the bank what is behind it; re-queue when it is settled.':
    'Demandez à la banque ce qu’il en est; reprenez le paiement une fois la question réglée.',
  'A fault of the file: keep it, correct its making, then re-queue.':
    'Un défaut du fichier : conservez-le, corrigez sa production, puis reprenez le paiement.',
  'Agree a higher limit with the bank, or pay in another way.':
    'Convenez d’une limite plus haute avec la banque, ou payez autrement.',
  'Fund the settlement account, then re-queue.': 'Approvisionnez le compte de règlement, puis reprenez le paiement.',
  'Check the name of the payee and the account number, then have it re-queued.':
    'Vérifiez le nom du facturier et le numéro de compte, puis faites reprendre le paiement.',
  'Return the money or settle it with the estate; do not re-queue.':
    'Rendez l’argent ou réglez avec la succession; ne reprenez pas le paiement.',
  "Read the bank's text beside the code.": 'Lisez le texte de la banque à côté du code.',
  'Re-queue: it goes with the next cut-off.': 'Reprenez le paiement : il part à la prochaine heure limite.',
};

export const frenchDesk: typeof englishDesk = {
  desk: {
    reason: 'Motif',
    reasonAbout: 'Il est consigné au journal, avec votre nom.',
    proposed: (id: number) => `Proposé sous le numéro ${id} : une deuxième personne doit l’approuver`,
    waits: 'En attente d’une deuxième personne',
    toApprovals: 'Aux approbations',
    whole: (count: number) => `C’est tout : ${count}`,
    needsSecond: (amount: string, above: string) =>
      `${amount} dépasse ${above} : l’action est d’abord proposée, puis exécutée quand un autre approbateur l’approuve.`,
    actors: { partner: 'Le partenaire', payer: 'Le payeur', operator: 'Nous', bank: 'Nous, avec la banque' },
    actsFirst: 'Qui agit',
    advice: 'Que faire',
    adviceWords,
  },
  overview: {
    title: 'En attente',
    about: 'Tout ce qui a besoin d’une personne, au même endroit. La page se met à jour d’elle-même.',
    environments: { sandbox: 'Bac à sable', production: 'Production' },
    nothing: 'Rien n’attend personne',
    nothingAbout:
      'Virements, paiements, fichiers et adresses : tout est en ordre. Ce qui a besoin de vous paraîtra ici de lui-même.',
    quiet: 'Rien n’attend sous',
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
