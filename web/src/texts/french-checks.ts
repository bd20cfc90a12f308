/** French: the sentences of the audit, by their English. One that is not here is shown in English. */

export const frenchChecks: Record<string, string> = {
  'the debits of every partner equal its credits, so the sum of all accounts is zero':
    'les débits de chaque partenaire égalent ses crédits : la somme de tous les comptes est nulle',
  'the totals of every account are the sums of its transfers':
    'les totaux de chaque compte sont les sommes de ses écritures',
  'owed_to_billers is what was received for bills that are collected or rejected, and was not given back':
    'owed_to_billers est ce qui fut reçu pour les factures perçues ou refusées, et non remboursé',
  'in_settlement is what was received for bills that are settling or resettling':
    'in_settlement est ce qui fut reçu pour les factures en règlement ou renvoyées',
  'paid_out is what was received for bills that are settled': 'paid_out est ce qui fut reçu pour les factures réglées',
  'given_back is what was received for bills that were given back':
    'given_back est ce qui fut reçu pour les factures remboursées',
  'owed_to_landlords is what was received for rents that are collected':
    'owed_to_landlords est ce qui fut reçu pour les loyers perçus',
  'collected_interac is what Interac payments received': 'collected_interac est ce que les paiements Interac ont reçu',
  'collected_eft is what EFT payments received': 'collected_eft est ce que les paiements TEF ont reçu',
  'collected_card is what card payments received': 'collected_card est ce que les paiements par carte ont reçu',
  'no account is below nothing': 'aucun compte n’est sous zéro',
  'the history of every payment is without a gap and as long as its version':
    'l’historique de chaque paiement est sans lacune et aussi long que sa version',
  'every move begins where the one before it ended, the first one from nothing, all of one kind':
    'chaque mouvement commence où le précédent a fini, le premier à rien, tous du même genre',
  'every payment is where its last move led': 'chaque paiement est là où son dernier mouvement l’a mené',
  'a payment has received money exactly when it was collected, and was completed exactly when a move completed it':
    'un paiement a reçu de l’argent si et seulement s’il a été perçu, et il est terminé si et seulement si un mouvement l’a terminé',
  'every move that moves money has exactly its posting, and no posting of a payment is without its move':
    'chaque mouvement d’argent a exactement son écriture, et aucune écriture d’un paiement n’est sans mouvement',
  'every idempotency key leads to a payment of its partner, and its stored answer shows that payment':
    'chaque clé d’idempotence mène à un paiement de son partenaire, et sa réponse gardée montre ce paiement',
  'no payment is told of more often than its status changed, and never of a change that did not happen':
    'aucun paiement n’est annoncé plus souvent que son statut n’a changé, ni jamais pour un changement qui n’a pas eu lieu',
  'what was given back is all that a rejected payment received, posted once':
    'ce qui a été remboursé est tout ce qu’un paiement refusé avait reçu, inscrit une fois',
  'nothing is posted as given back without its record': 'rien n’est inscrit comme remboursé sans être consigné',
  'every card payment received what its one paid session brought, and no other payment has any':
    'chaque paiement par carte a reçu ce que sa seule session payée a apporté, et nul autre paiement n’en a',
  'a card payment is asked for what it is for, and received just that':
    'un paiement par carte demande son montant, et a reçu exactement cela',
  'no card was charged before the identity was verified':
    'aucune carte n’a été débitée avant la vérification de l’identité',
  'the postings of card money tell its way: received or held, then gone back and perhaps returned again':
    'les écritures de l’argent par carte disent son chemin : reçu ou retenu, puis repris et peut-être rendu',
  'money held for a partner equals its held card sessions, less what went back to the payers':
    'l’argent retenu pour un partenaire égale ses sessions de carte retenues, moins ce qui est revenu aux payeurs',
  'no more of a card session’s money is posted as gone back than it received':
    'il n’est pas inscrit plus d’argent repris d’une session de carte qu’elle n’en a reçu',
  'the latest debit of every EFT payment is where the payment is, every debit before it came back, and no other payment has any':
    'le dernier débit de chaque paiement TEF est là où est le paiement, chaque débit précédent est revenu, et nul autre paiement n’en a',
  'the debits of a payment are numbered 1, 2, 3 without a gap, and the reference of each names payment and number':
    'les débits d’un paiement sont numérotés 1, 2, 3 sans lacune, et la référence de chacun nomme le paiement et le numéro',
  'every debit is of its payment’s amount, and one that was presumed paid brought just that':
    'chaque débit est du montant de son paiement, et celui qui fut présumé payé a apporté exactement cela',
  'the totals of every debit file are those of its debits, and what it was recorded with':
    'les totaux de chaque fichier de débits sont ceux de ses débits, et ceux avec lesquels il fut consigné',
  'no file creation number is that of one of the ten files before it':
    'aucun numéro de création de fichier n’est celui d’un des dix fichiers précédents',
  'no debit came back or was presumed paid before its file was written':
    'aucun débit n’est revenu ni ne fut présumé payé avant que son fichier soit écrit',
  'a debit is returned exactly when one return failed its payment or came late, under the same code and, unless it was held first, amount':
    'un débit est retourné si et seulement si un retour a fait échouer son paiement ou est venu tard, sous le même code et, sauf s’il fut d’abord retenu, du même montant',
  'a debit that came back late had brought its payment the money, and one that failed its payment had not':
    'un débit revenu tard avait apporté l’argent à son paiement, et celui qui l’a fait échouer ne l’avait pas',
  'every late return has its posting, and nothing becomes receivable without one':
    'chaque retour tardif a son écriture, et rien ne devient à recevoir sans elle',
  'the receivable of every partner but that of cards is what came back late, and its collected_eft what was presumed paid less that':
    'l’à-recevoir de chaque partenaire, hors cartes, est ce qui est revenu tard, et son compte collected_eft ce qui fut présumé payé moins cela',
  'the money held for nobody yet equals the held transfers, on both of the operator’s accounts':
    'l’argent retenu sans destinataire égale les virements retenus, aux deux comptes de l’exploitant',
  'every Interac payment received what its transfers brought, and no other payment has any':
    'chaque paiement Interac a reçu ce que ses virements ont apporté, et nul autre paiement n’en a',
  'the postings of every transfer tell its way: held, then released to a payment or returned':
    'les écritures de chaque virement disent son chemin : retenu, puis libéré vers un paiement ou retourné',
  'what is settling waits for exactly one answer, what is resettling for at most one, anything else for none':
    'ce qui est en règlement attend exactement une réponse, ce qui est renvoyé une au plus, le reste aucune',
  'a payment is settled exactly when its latest submission was accepted':
    'un paiement est réglé si et seulement si sa dernière soumission a été acceptée',
  'every submission carries what its payment received, and the submissions of a payment are numbered without a gap':
    'chaque soumission porte ce que son paiement a reçu, et les soumissions d’un paiement sont numérotées sans lacune',
  'the totals of every batch are those of its submissions': 'les totaux de chaque lot sont ceux de ses soumissions',
};
