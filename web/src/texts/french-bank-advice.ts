/**
 * French: what is to be done about a rejected payment or a returned debit, by the English sentence in which the service says it
 * (src/settlement/reason-codes.ts, src/collection/eft/return-codes.ts), and what the status of a report means (status-codes.ts).
 */

export const frenchAdvice: Record<string, string> = {
  'Correct the account number with the payee, then have the payment re-queued.':
    'Corriger le numéro de compte auprès du bénéficiaire, puis faire reprendre le paiement.',
  "Check the payee's bank account in the catalogue, then re-queue.":
    'Vérifier le compte bancaire du bénéficiaire au catalogue, puis reprendre le paiement.',
  'Check our settlement account with the bank, then re-queue.':
    'Vérifier notre compte de règlement avec la banque, puis reprendre le paiement.',
  'Compare the batch with what the bank received before anything is sent again.':
    'Comparer le lot avec ce que la banque a reçu avant de renvoyer quoi que ce soit.',
  'Ask the bank what is behind it; re-queue when it is settled.':
    'Demander à la banque ce qu’il en est; reprendre le paiement une fois la question réglée.',
  'A fault of the file: keep it, correct its making, then re-queue.':
    'Un défaut du fichier : le garder, corriger sa production, puis reprendre le paiement.',
  'Agree a higher limit with the bank, or pay in another way.':
    'Convenir d’une limite plus haute avec la banque, ou payer autrement.',
  'Fund the settlement account, then re-queue.': 'Approvisionner le compte de règlement, puis reprendre le paiement.',
  'Check the name of the payee and the account number, then have it re-queued.':
    'Vérifier le nom du bénéficiaire et le numéro de compte, puis faire reprendre le paiement.',
  'Return the money or settle it with the estate; do not re-queue.':
    'Rendre l’argent ou régler avec la succession; ne pas reprendre le paiement.',
  "Read the bank's text beside the code.": 'Lire le texte de la banque à côté du code.',
  'Re-queue: it goes with the next cut-off.': 'Reprendre le paiement : il part à la prochaine heure limite.',
  'See that the account holds the money, then have the payment re-queued: that makes a new debit.':
    'S’assurer que le compte est approvisionné, puis faire reprendre le paiement : cela fait un nouveau débit.',
  'Register another account, or the right number, then have the payment re-queued on it.':
    'Inscrire un autre compte, ou le bon numéro, puis faire reprendre le paiement sur celui-ci.',
  'Clear it up with the holder of the account before anything is debited again.':
    'Tirer la chose au clair avec le titulaire du compte avant tout nouveau débit.',
  'Do not debit this account again before a new agreement is signed and registered.':
    'Ne plus débiter ce compte avant qu’un nouvel accord soit signé et inscrit.',
  'Compare the debit with the signed agreement; re-queue only when the holder consents.':
    'Comparer le débit avec l’accord signé; ne reprendre le paiement qu’avec le consentement du titulaire.',
  'Give the holder the notice that the agreement asks for, then have the payment re-queued.':
    'Donner au titulaire le préavis que l’accord demande, puis faire reprendre le paiement.',
  'Look up which data elements the bank names, correct them, then have the payment re-queued.':
    'Voir quelles données la banque désigne, les corriger, puis faire reprendre le paiement.',
  'Ask the bank what is behind it before anything is debited again.':
    'Demander à la banque ce qu’il en est avant tout nouveau débit.',
  'Do not debit the account again; settle what is owed with the estate.':
    'Ne plus débiter le compte; régler ce qui est dû avec la succession.',
  "Correct the holder's name on the account, then have the payment re-queued.":
    'Corriger le nom du titulaire du compte, puis faire reprendre le paiement.',

  'The bank has the file; nothing was checked yet.': 'La banque a le fichier; rien n’a encore été vérifié.',
  'The file is well formed and authentic.': 'Le fichier est bien formé et authentique.',
  'Also the checks on our own account at the bank went well.':
    'Les vérifications de notre propre compte ont aussi réussi.',
  'Every check went well and the bank is carrying it out.': 'Toutes les vérifications ont réussi; la banque l’exécute.',
  'Accepted, with a change the bank made, such as another date.':
    'Accepté, avec un changement fait par la banque, une autre date par exemple.',
  'Settled on our account.': 'Réglé sur notre compte.',
  "Settled on the payee's account.": 'Réglé sur le compte du bénéficiaire.',
  'Some were accepted, some not.': 'Certains ont été acceptés, d’autres non.',
  'The bank is still checking.': 'La banque vérifie encore.',
  'Rejected.': 'Refusé.',
  "Accepted, but not yet posted to the payee's account.": 'Accepté, mais pas encore porté au compte du bénéficiaire.',
  'Accepted after a check that the money is there.': 'Accepté après vérification des fonds.',
  'The payee’s bank has taken it and will post it later.':
    'La banque du bénéficiaire l’a pris et le portera au compte plus tard.',
  'Some of the signatures it needs are there, not all.': 'Une partie des signatures requises est là, pas toutes.',
  'Stopped by the bank; the payee does not have the money.': 'Arrêté par la banque; le bénéficiaire n’a pas l’argent.',
  'Cancelled before it was carried out.': 'Annulé avant d’être exécuté.',
};
