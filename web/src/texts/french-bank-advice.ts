/**
 * French: what is to be done about a rejected payment or a returned debit, by the English sentence in which the service says it
 * (src/settlement/reason-codes.ts, src/collection/eft/return-codes.ts), and what a report's status means, by its code.
 */

export const frenchAdvice: Record<string, string> = {
  'Correct the account number with the payee, then have the payment re-queued.':
    'Faire corriger le numéro de compte chez le bénéficiaire, puis remettre le paiement en file.',
  "Check the payee's bank account in the catalogue, then re-queue.":
    'Vérifier le compte bancaire du bénéficiaire au catalogue, puis remettre en file.',
  'Check our settlement account with the bank, then re-queue.':
    'Vérifier notre compte de règlement avec la banque, puis remettre en file.',
  'Compare the batch with what the bank received before anything is sent again.':
    'Comparer le lot avec ce que la banque a reçu avant de renvoyer quoi que ce soit.',
  'Ask the bank what is behind it; re-queue when it is settled.':
    'Demander à la banque ce qu’il en est; remettre en file une fois l’affaire réglée.',
  'A fault of the file: keep it, correct its making, then re-queue.':
    'Un défaut du fichier : le garder, corriger sa fabrication, puis remettre en file.',
  'Agree a higher limit with the bank, or pay in another way.':
    'Convenir d’une limite plus haute avec la banque, ou payer autrement.',
  'Fund the settlement account, then re-queue.': 'Approvisionner le compte de règlement, puis remettre en file.',
  'Check the name of the payee and the account number, then have it re-queued.':
    'Vérifier le nom du bénéficiaire et le numéro de compte, puis remettre en file.',
  'Return the money or settle it with the estate; do not re-queue.':
    'Rendre l’argent ou régler avec la succession; ne pas remettre en file.',
  "Read the bank's text beside the code.": 'Lire le texte de la banque à côté du code.',
  'Re-queue: it goes with the next cut-off.': 'Remettre en file : il part à la prochaine heure limite.',
  'See that the account holds the money, then have the payment re-queued: that makes a new debit.':
    'S’assurer que le compte est approvisionné, puis remettre le paiement en file : cela fait un nouveau débit.',
  'Register another account, or the right number, then have the payment re-queued on it.':
    'Inscrire un autre compte, ou le bon numéro, puis remettre le paiement en file sur celui-ci.',
  'Clear it up with the holder of the account before anything is debited again.':
    'Tirer l’affaire au clair avec le titulaire du compte avant tout nouveau débit.',
  'Do not debit this account again before a new agreement is signed and registered.':
    'Ne plus débiter ce compte avant qu’un nouvel accord soit signé et inscrit.',
  'Compare the debit with the signed agreement; re-queue only when the holder consents.':
    'Comparer le débit avec l’accord signé; ne remettre en file qu’avec le consentement du titulaire.',
  'Give the holder the notice that the agreement asks for, then have the payment re-queued.':
    'Donner au titulaire le préavis que l’accord demande, puis remettre le paiement en file.',
  'Look up which data elements the bank names, correct them, then have the payment re-queued.':
    'Voir quelles données la banque désigne, les corriger, puis remettre le paiement en file.',
  'Ask the bank what is behind it before anything is debited again.':
    'Demander à la banque ce qu’il en est avant tout nouveau débit.',
  'Do not debit the account again; settle what is owed with the estate.':
    'Ne plus débiter le compte; régler ce qui est dû avec la succession.',
  "Correct the holder's name on the account, then have the payment re-queued.":
    'Corriger le nom du titulaire du compte, puis remettre le paiement en file.',
};

export const frenchStatuses: Record<string, string> = {
  RCVD: 'La banque a le fichier; rien n’a encore été vérifié.',
  ACTC: 'Le fichier est bien formé et authentique.',
  ACCP: 'Les vérifications de notre propre compte ont aussi réussi.',
  ACSP: 'Toutes les vérifications ont réussi; la banque l’exécute.',
  ACWC: 'Accepté, avec un changement fait par la banque, une autre date par exemple.',
  ACSC: 'Réglé sur notre compte.',
  ACCC: 'Réglé sur le compte du bénéficiaire.',
  PART: 'Certains ont été acceptés, d’autres non.',
  PDNG: 'La banque vérifie encore.',
  RJCT: 'Refusé.',
  ACWP: 'Accepté, mais pas encore porté au compte du bénéficiaire.',
  ACFC: 'Accepté après vérification des fonds.',
  ACPD: 'La banque du bénéficiaire l’a pris et le portera au compte plus tard.',
  PATC: 'Une partie des signatures requises est là, pas toutes.',
  BLCK: 'Arrêté par la banque; le bénéficiaire n’a pas l’argent.',
  CANC: 'Annulé avant d’être exécuté.',
};
