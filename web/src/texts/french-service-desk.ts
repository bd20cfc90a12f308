/** French: what the service says to its operator about payments, transfers, approvals and runs. See french-service.ts. */

export const frenchDeskSentences: Record<string, string> = {
  // Acts and their refusals
  'There is no payment {}': 'Il n’y a pas de paiement {}',
  'There is no transfer {}': 'Il n’y a pas de virement {}',
  'There is no return {}': 'Il n’y a pas de retour {}',
  'There is no answer {} that waits for anybody: none was marked':
    'Aucune réponse {} n’est en attente : rien n’a été marqué',
  'There is no open line with this id': 'Aucune ligne ouverte ne porte ce numéro',
  'There is no open line {}: none was set aside': 'Il n’y a pas de ligne ouverte {} : rien n’a été écarté',
  'There is no proposal {}': 'Il n’y a pas de proposition {}',
  'There is no partner {}': 'Il n’y a pas de partenaire {}',
  'There is no payee {}': 'Il n’y a pas de bénéficiaire {}',
  'There is no batch {}': 'Il n’y a pas de lot {}',
  'There is no bank file {}': 'Il n’y a pas de fichier bancaire {}',
  'There is no file {} that went out': 'Aucun fichier {} n’est sorti d’ici',
  'There is a partner {} already: partner {}': 'Un partenaire {} existe déjà : le partenaire {}',
  'A payment is named twice': 'Un paiement est nommé deux fois',
  'Payment {} {}': 'Le paiement {} []',
  'Payment {} is not paid by Interac': 'Le paiement {} ne se fait pas par virement Interac',
  'Payment {} does not await funds: it is {}': 'Le paiement {} n’attend pas d’argent : son état est « [] »',
  'Transfer {} is not held: it is {}': 'Le virement {} n’est pas retenu : son état est « [] »',
  'The transfers come to {}, the payment is over {}: to accept that, send acceptedAmount {}':
    'Les virements totalisent {} et le paiement est de {} : pour l’accepter, envoyez acceptedAmount {}',
  'The account number is blank: give the number by which the payee knows the user':
    'Le numéro de compte est vide : donnez le numéro sous lequel le bénéficiaire connaît la personne',
  'Bank account {} {}': 'Le compte bancaire {} []',
  'Payment {} is not re-queued: its money was given back':
    'Le paiement {} n’est pas repris : son argent a été remboursé',
  'No account is debited for payment {} now, so none can be chosen: leave the bank account out':
    'Aucun compte n’est débité en ce moment pour le paiement {}, il n’y en a donc pas à choisir : laissez le compte bancaire de côté',
  'Only a failed payment can be re-queued: payment {} is {}':
    'Seul un paiement échoué peut être repris : l’état du paiement {} est « [] »',

  // A second person
  'Proposal {} about {} waits for approval already': 'La proposition {1} à ce sujet attend déjà une approbation',
  'It is about {} by now, proposed was {}': 'Il s’agit maintenant de {}, alors que la proposition était de {}',
  'You proposed this yourself: another approver must approve it':
    'Vous l’avez proposé vous-même : un autre approbateur doit l’approuver',
  'Only an approver declines what somebody else proposed':
    'Seul un approbateur peut refuser ce que quelqu’un d’autre a proposé',
  'Proposal {} was {} by {} before': 'La proposition {} a déjà été [] par {}',
  'Proposed as number {}: it waits for a second person':
    'Proposé sous le numéro {} : une deuxième personne doit l’approuver',

  // Quarantine
  'It stays in quarantine: {}': 'Elle reste en quarantaine : []',
  'It stays in quarantine until it is named (--line {}): {}':
    'Elle reste en quarantaine tant qu’elle n’est pas nommée (--line {}) : []',
  'returned: {}': 'Retour appliqué. []',
  'late: {}': 'Retour tardif. []',
  'duplicate: {}': 'Déjà connu. []',
  'held: {}': 'Retenu. []',

  // Runs, files, catalogue
  'SETTLEMENT_ACCOUNT and SETTLEMENT_DIR must be set before settlement can be run here':
    'SETTLEMENT_ACCOUNT et SETTLEMENT_DIR doivent être définis avant de lancer un règlement ici',
  'EFT_ORIGINATOR_ID, EFT_RETURN_ACCOUNT and EFT_DIR must be set before debits are made':
    'EFT_ORIGINATOR_ID, EFT_RETURN_ACCOUNT et EFT_DIR doivent être définis avant de produire des débits',
  'another settlement run is under way; run again when it has ended':
    'un autre règlement est en cours; réessayez quand il aura fini',
  '{}. What stands without its file is written by the next run':
    '[]. Ce qui est sans fichier sera écrit au prochain lancement',
  '{} is not written: {}': '{} n’a pas été écrit : []',
  '{}; it may have stood there under its name, so it is written there again or nowhere':
    '[]; il s’y est peut-être déjà trouvé sous ce nom : il sera réécrit là, ou nulle part',
  '{} does not lie in {} any more: it was taken away': '{} n’est plus dans {} : il a été emporté',
  '{} in {} is not what was written: it was changed since':
    '{} dans {} n’est pas ce qui fut écrit : il a été modifié depuis',
  'payee catalogue {} is refused:\n  {}': 'Ces règles sont refusées. {2}',
  'The catalogue is at version {} by now, you looked at {}: look again':
    'Le catalogue en est maintenant à la version {}, et vous aviez vu la {} : revoyez-le',
  'Give paymentId, or number with {} digits': 'Donnez paymentId, ou number avec {} chiffres',
  'This file could move more than {}: an approver must take it in, or the bank puts it into the drop folder':
    'Ce fichier pourrait déplacer plus de {} : un approbateur doit l’importer, ou la banque le met dans le dossier de dépôt',
  'name must be the name of a file': 'name doit être le nom d’un fichier',
  'name must be at most {} bytes': 'name doit compter au plus {} octets',

  // Causes of moves, as histories keep them; what a code means stands beside them
  'token {}, request {}': 'jeton {}, requête {}',
  'interac transfer {}': 'virement Interac {}',
  'interac transfer {}, {}': 'virement Interac {}, []',
  'card session {} ({} {})': 'session de carte {} ({} {})',
  'attached by {}: {}': 'rattaché par {} : {}',
  'returned by {}: {}': 'retourné par {} : {}',
  'matched again after a correction': 'rapproché après une correction',
  'operator {}: {}': 'exploitant {} : {}',
  '{}, approved by {}': '{}, approuvé par {}',
  'operator, played by the sandbox': 'exploitant, joué par le bac à sable',
  'debit {} returned {}: {}': 'débit {1} retourné, code {2}',
  'debit {}: no return within {} business days': 'débit {} : aucun retour en {} jours ouvrables',
  'settlement batch {}': 'lot de règlement {}',
  'own-check: {}': 'notre vérification : []',
  'settlement report {} line {}: {}': 'rapport de règlement {}, ligne {} : {}',
  'settlement report {} line {}: {} {}: {}': 'rapport de règlement {1}, ligne {2} : {3} {4}',
  'no rejection within {} business days': 'aucun refus en {} jours ouvrables',
};

/** What stands in the holes of these sentences, and goes on behind "payment 12" or "bank account 7". */
export const frenchDeskParts: Record<string, string> = {
  "may have reached its biller: an answer of the biller's bank on it waits for a decision; resolve that first":
    'a peut-être atteint son facturier : une réponse de la banque du facturier attend une décision; réglez-la d’abord',
  'may have no money: a return of its debit waits for a decision; resolve that first':
    'est peut-être sans argent : un retour de son débit attend une décision; réglez-le d’abord',
  'has no money to send: its debit came back late; resolve that return first':
    'n’a pas d’argent à envoyer : son débit est revenu en retard; réglez d’abord ce retour',
  'has no money to give back: its debit was returned': 'n’a pas d’argent à rembourser : son débit a été retourné',
  'received no money': 'n’a reçu aucun argent',
  'received no money: its debit failed': 'n’a reçu aucun argent : son débit a échoué',
  'is {}: only what a biller rejected can be given back':
    'a l’état « [] » : seul ce qu’un facturier a refusé peut être remboursé',
  'was given back already: {} {}': 'a déjà été remboursé : [] {}',
  'was not given back by {} {}: another payment was': 'n’a pas été remboursé ([] {}) : un autre paiement l’a été',
  'needs a reference that can be read': 'demande une référence lisible',
  'is not a bank account registered by you': 'n’est pas un compte bancaire que vous avez inscrit',
  'is a deactivated bank account: register it again to use it':
    'est désactivé : inscrivez-le de nouveau pour vous en servir',
  'is a bank account without a signed pre-authorized debit agreement: register it again with padAgreement':
    'n’a pas d’accord de débit préautorisé signé : inscrivez-le de nouveau avec padAgreement',
  'the account number fails the payee’s rules': 'le numéro de compte ne suit pas les règles du bénéficiaire',
};
