/** French: what the service says of AFT files, of debits and of their returns. See french-service.ts. */

export const frenchEft: Record<string, string> = {
  'data stands behind the last record of the file': 'des données suivent le dernier enregistrement du fichier',
  'a record {} stands inside the file': 'un enregistrement {} se trouve au milieu du fichier',
  'record type {} is not known: {} are accepted': 'le type d’enregistrement {} est inconnu : {} sont admis',
  'the file is empty: it must begin with an A record':
    'le fichier est vide : il doit commencer par un enregistrement A',
  'the file is cut off: it ends without a {} record': 'le fichier est coupé : il se termine sans enregistrement {}',
  'the file must begin with an A record{}': 'le fichier doit commencer par un enregistrement A[]',
  'the first line is {} long: each record must be a line of {}':
    'la première ligne compte {} caractères : chaque enregistrement doit être une ligne de {}',
  '{} is {}: {} is accepted': 'le champ « [] » contient [] (attendu : [])',
  'record count is {}: behind {} stands {}': 'le numéro d’enregistrement est {} : après {} vient {}',
  '{} is {}, but {} in the first record': 'le champ « [] » contient {}, mais {} au premier enregistrement',
  'the line is {} long: {} is accepted': 'la ligne compte {} caractères (attendu : [])',
  'segment {} stands behind the blank segment {}: only blank ones may follow':
    'le segment {} suit le segment vide {} : seuls des segments vides peuvent suivre',
  'the record is empty': 'l’enregistrement est vide',
  'the line is too long: {} is accepted': 'la ligne est trop longue : {} caractères sont admis',
  'a control character stands here: text is accepted': 'un caractère de commande se trouve ici : du texte est attendu',
  '{} of Z is {}: {} digits are accepted': 'le champ « [] » de Z contient {} : {} chiffres sont attendus',
  '{} of Z is {}, but what was read adds up to {}': 'le champ « [] » de Z contient {}, mais ce qui a été lu donne []',
  'A notice of change (record type {}): read it, and correct the account it names':
    'Un avis de changement (type d’enregistrement {}) : lisez-le, et corrigez le compte qu’il nomme',
  'Record type {} is no return: I and J are accepted here':
    'Le type d’enregistrement {} n’est pas un retour : I et J sont admis ici',

  'The cross-reference names no debit of ours. Find out whose it is, or settle it with the bank.':
    'La référence ne désigne aucun de nos débits. Trouvez à qui il appartient, ou réglez-le avec la banque.',
  'The bank returns a credit, but we send debits only. Settle it with the bank.':
    'La banque retourne un crédit, alors que nous n’envoyons que des débits. Réglez-le avec la banque.',
  'The amount returned is not the amount of the debit. Settle it with the bank.':
    'Le montant retourné n’est pas celui du débit. Réglez-le avec la banque.',
  'The return names another account than the debit was drawn on. Settle it with the bank.':
    'Le retour désigne un autre compte que celui du débit. Réglez-le avec la banque.',
  'This return was recorded before.': 'Ce retour avait déjà été consigné.',
  'The debit came back before, with another code or trace number. Settle the second return with the bank.':
    'Le débit est déjà revenu, avec un autre code ou numéro de repérage. Réglez le second retour avec la banque.',
  'The debit is not marked as sent. See whether its file reached the bank, then take the return up again.':
    'Le débit n’est pas marqué comme envoyé. Vérifiez si son fichier a atteint la banque, puis appliquez le retour.',
  'The debit came back before it was presumed paid: the payment fails.':
    'Le débit est revenu avant d’être tenu pour payé : le paiement échoue.',
  'The debit came back after it was presumed paid: a receivable; the payment does not change.':
    'Le débit est revenu après avoir été tenu pour payé : une créance; le paiement ne change pas.',
  '{} Held at first: {} Taken up by {}: {}': '[] D’abord retenu : [] Appliqué par {} : {}',
  'A debit came back {}: {}': 'Un débit est revenu {} : []',

  'There is no return {} that waits for anybody': 'Aucun retour {} n’est en attente',
  'Return {} is not taken up again: {}. It can still be marked as dealt with':
    'Le retour {} n’est pas appliqué : []. Il peut encore être marqué comme traité',
  'another debit run is under way; run again when it has ended':
    'une autre production de débits est en cours; réessayez quand elle aura fini',
};

/** What stands in the holes of these sentences. */
export const frenchEftParts: Record<string, string> = {
  ' (this is {}: plain text is accepted)': ' (ceci est de forme {} : du texte brut est attendu)',
  ', but begins with {}': ', mais commence par {}',
  '{}, which is ours,': '{}, le nôtre',
  'a date 0YYDDD': 'une date 0AAJJJ',
  'a date 0YYDDD, or zeros,': 'une date 0AAJJJ, ou des zéros',
  '{} and up to six times {}, blanks at the end left out,': '{} et jusqu’à six fois {}, sans les blancs de la fin',
  'a return reason, 900 to 999,': 'un motif de retour, de 900 à 999',
  '0001 to 9999': 'de 0001 à 9999',
  'a code of three digits': 'un code de trois chiffres',
  'ten digits, cents,': 'dix chiffres, en cents',
  'an amount above zero': 'un montant supérieur à zéro',
  '0, institution and transit, nine digits,': '0, institution et transit, neuf chiffres',
  'not a branch': 'autre chose qu’une succursale',
  'between {} and {}, lines in quarantine counted': 'entre {} et {}, lignes en quarantaine comprises',
  'its reference names no debit of ours': 'sa référence ne désigne aucun de nos débits',
  'it returns a credit, and we send none': 'il retourne un crédit, et nous n’en envoyons pas',
  'its debit came back before': 'son débit était déjà revenu',
  'it is no held one, it has had its effect': 'il n’est pas retenu, il a déjà pris effet',
  'its debit is {} by now': 'son débit est maintenant []',
  'not sent': 'non envoyé',

  'record type': 'type d’enregistrement',
  'record count': 'numéro d’enregistrement',
  'originator id': 'numéro de l’émetteur',
  'file creation number': 'numéro de création du fichier',
  'creation date': 'date de création',
  'destination data centre': 'centre de traitement destinataire',
  'reserved for the direct clearer': 'réservé à l’adhérent',
  '04 transaction type': '04 type d’opération',
  '05 amount': '05 montant',
  '06 date': '06 date',
  '07 institution': '07 institution',
  '08 account': '08 compte',
  '09 item trace number': '09 numéro de repérage',
  '10 stored transaction type': '10 type d’opération conservé',
  '11 originator short name': '11 nom abrégé de l’émetteur',
  '12 payor or payee name': '12 nom du payeur ou du bénéficiaire',
  '13 originator long name': '13 nom complet de l’émetteur',
  "14 originating direct clearer's user id": '14 identifiant de l’émetteur auprès de l’adhérent',
  '15 cross-reference': '15 référence',
  '16 institution for returns': '16 institution pour les retours',
  '17 account for returns': '17 compte pour les retours',
  '18 sundry information': '18 renseignements divers',
  '19 original item trace number': '19 numéro de repérage d’origine',
  '20 settlement code': '20 code de règlement',
  '21 invalid data elements': '21 données non valides',
  'total value of debits': 'valeur totale des débits',
  'number of debits': 'nombre de débits',
  'total value of credits': 'valeur totale des crédits',
  'number of credits': 'nombre de crédits',
  'total value of E records': 'valeur totale des enregistrements E',
  'number of E records': 'nombre d’enregistrements E',
  'total value of F records': 'valeur totale des enregistrements F',
  'number of F records': 'nombre d’enregistrements F',
  'error correction of a credit': 'correction d’erreur d’un crédit',
  'error correction of a debit': 'correction d’erreur d’un débit',
  'returned credit': 'crédit retourné',
  'returned debit': 'débit retourné',

  // Why an account cannot be debited, in the words of return-codes.ts
  'The account was not found.': 'Le compte est introuvable.',
  'The account is closed.': 'Le compte est fermé.',
  'The account was moved elsewhere (an old code).': 'Le compte a été transféré (ancien code).',
  'The account may not be debited.': 'Aucun débit n’est permis sur ce compte.',
  'The holder of the account has died.': 'Le titulaire du compte est décédé.',
  'The account is frozen.': 'Le compte est bloqué.',
  'The account number is wrong.': 'Le numéro de compte est erroné.',
};
