/** French: what the service says of bank files and their lines. See french-service.ts. */

export const frenchFiles: Record<string, string> = {
  // Any file, and the drop folder
  'the file is empty': 'le fichier est vide',
  'the file is {}: plain text is accepted': 'le fichier est de forme {} : du texte brut est attendu',
  'the file begins with {}: it is neither XML nor AFT': 'le fichier commence par {} : ce n’est ni du XML ni de l’AFT',
  'found <{}> of {}': 'trouvé : <{}> de []',
  'the first line is {} long: in an AFT file each record is a line of {}':
    'la première ligne compte {} caractères : dans un fichier AFT, chaque enregistrement est une ligne de {}',
  'an AFT file whose first transactions are of type {} ({}): I and J, returns, are taken in':
    'un fichier AFT dont les premières opérations sont de type {} ([]) : seuls I et J, des retours, sont importés',
  'the file changed while it was being read: deliver it when it is complete':
    'le fichier a changé pendant sa lecture : livrez-le une fois complet',
  'another process is reading this file; run again when it has ended':
    'un autre processus lit ce fichier; réessayez quand il aura fini',
  'the same file was refused just now: deliver it again': 'le même fichier vient d’être refusé : livrez-le de nouveau',
  'the folder {} cannot be written to: {}': 'impossible d’écrire dans le dossier {} : {}',
  'this is {}: put the file itself here': 'ceci est [] : déposez ici le fichier lui-même',
  'the account that Quittance runs under may not read it ({}): give it the right to':
    'le compte sous lequel Quittance tourne ne peut pas le lire ({}) : donnez-lui ce droit',
  '{} (line {}, column {})': '[] (ligne {}, colonne {})',

  // XML
  'the file is cut off inside a character': 'le fichier est coupé au milieu d’un caractère',
  'the file is cut off: it ends inside <{}>': 'le fichier est coupé : il se termine à l’intérieur de <{}>',
  'not well-formed XML: {}': 'XML mal formé : {}',
  '<!DOCTYPE is not accepted in a bank file': '<!DOCTYPE n’est pas admis dans un fichier bancaire',
  'XML {} is not accepted: send XML 1.0': 'XML {} n’est pas admis : envoyez du XML 1.0',
  'encoding {} is not accepted: send UTF-8': 'l’encodage {} n’est pas admis : envoyez de l’UTF-8',
  'elements are nested deeper than {}': 'les éléments sont imbriqués sur plus de {} niveaux',
  '<{}> is not a name with one prefix': '<{}> n’est pas un nom à préfixe unique',
  '<{}> has a prefix without a namespace': '<{}> a un préfixe sans espace de noms',
  'a single text, tag or comment is longer than {} characters':
    'un texte, une balise ou un commentaire dépasse {} caractères',
  'the file is not UTF-8': 'le fichier n’est pas en UTF-8',

  // camt.054: transfers
  'the document holds no BkToCstmrDbtCdtNtfctn: it is not a camt.054 notification':
    'le document n’a pas de BkToCstmrDbtCdtNtfctn : ce n’est pas un avis camt.054',
  'the document holds a second BkToCstmrDbtCdtNtfctn: one is accepted':
    'le document a un second BkToCstmrDbtCdtNtfctn : un seul est admis',
  'found {}; accepted is <Document> of namespace {}': 'trouvé : []; admis : <Document> de l’espace de noms {}',
  "<Ntry> of another namespace {}: entries must be of the document's own":
    '<Ntry> d’un autre espace de noms {} : les écritures doivent être de celui du document',
  '<{}> holds the element <{}>: only text is accepted': '<{}> contient l’élément <{}> : seul du texte est admis',
  '<{}> is given twice: once is accepted': '<{}> est donné deux fois : une seule est admise',
  '<{}> of the entry stands behind its details: it must stand before':
    '<{}> de l’écriture est placé après ses détails : il doit les précéder',
  'the detail is {} inside an entry that is not: both must be credits (CRDT)':
    'le détail est [] dans une écriture qui ne l’est pas : les deux doivent être des crédits (CRDT)',
  'one of several details of an entry, without an amount of its own: each must give one':
    'un de plusieurs détails d’une écriture, sans montant propre : chacun doit en donner un',
  'the details cannot be added up to compare them with the entry: {}':
    'impossible d’additionner les détails pour les comparer à l’écriture : []',
  'the details add up to {} CAD but the entry says {} CAD: both must be equal':
    'les détails totalisent {} CAD, mais l’écriture dit {} CAD : les deux doivent être égaux',
  'no reference: ClrSysRef (of the network) or AcctSvcrRef (of the bank) must be given':
    'aucune référence : ClrSysRef (du réseau) ou AcctSvcrRef (de la banque) est nécessaire',
  'the reference has {} characters: at most {} are accepted':
    'la référence compte {} caractères : au plus {} sont admis',
  'the entry is {}: only credits (CRDT) are accepted': 'l’écriture est [] : seuls les crédits (CRDT) sont admis',
  'the entry has {}: only BOOK is accepted': 'l’écriture a [] : seul BOOK est admis',
  'the entry is marked as a reversal (RvslInd {}): only false is accepted':
    'l’écriture est marquée comme une contrepassation (RvslInd {}) : seul false est admis',
  'the booking date is {}: an ISO date (2026-11-21) or date-time is accepted':
    'la date d’inscription est {} : une date ISO (2026-11-21), avec ou sans heure, est attendue',
  '{} is in {}: only CAD is accepted': '[] est en [] : seul CAD est admis',
  '{} has no amount: a decimal number greater than zero is accepted':
    '[] n’a pas de montant : un nombre décimal supérieur à zéro est attendu',
  'the amount of {} is {}, {}: a decimal number above zero with at most two decimals is accepted':
    'le montant indiqué est {2}, [3] : un nombre supérieur à zéro, avec au plus deux décimales, est attendu',
  'The reference {} was received before with another {}: ask the bank which is right':
    'La référence {} a déjà été reçue avec un autre [] : demandez à la banque lequel est le bon',

  // pain.002: reports on settlement
  'the report has no OrgnlGrpInfAndSts: it does not say which batch it is about':
    'le rapport n’a pas d’OrgnlGrpInfAndSts : il ne dit pas de quel lot il parle',
  'more than {} reasons for one status': 'plus de {} motifs pour un statut',
  'OrgnlGrpInfAndSts cannot be read: {}': 'OrgnlGrpInfAndSts est illisible : []',
  'OrgnlPmtInfAndSts stands before OrgnlGrpInfAndSts': 'OrgnlPmtInfAndSts précède OrgnlGrpInfAndSts',
  "a block's status stands after its transactions": 'le statut d’un bloc est placé après ses opérations',
  'a second OrgnlGrpInfAndSts: a report is about one batch':
    'un second OrgnlGrpInfAndSts : un rapport parle d’un seul lot',
  '<{}> of namespace "{}" is not accepted: a Document of {} is':
    '<{}> de l’espace de noms « {} » n’est pas admis : un Document de {} est attendu',
  '{} stands in it twice': '{} y est deux fois',
  'neither OrgnlInstrId nor OrgnlEndToEndId says which payment it is':
    'ni OrgnlInstrId ni OrgnlEndToEndId ne dit de quel paiement il s’agit',
  '{} is missing or empty': '{} manque ou est vide',
  '{} is longer than {} characters': '{} dépasse {} caractères',
  '{} is not a code of four capitals or digits': '{} n’est pas un code de quatre majuscules ou chiffres',
  'The entry names no payment: OrgnlEndToEndId or OrgnlInstrId is needed':
    'L’inscription ne nomme aucun paiement : OrgnlEndToEndId ou OrgnlInstrId est nécessaire',
  'the report contradicts itself: the report is about message {}, what it speaks of was sent under {}; an operator decides':
    'le rapport se contredit : il nomme le message {}, mais ce dont il parle est parti sous {}; l’exploitant décide',
  'the report contradicts itself: it stands in block {}, what it speaks of was sent under {}; an operator decides':
    'le rapport se contredit : il nomme le bloc {}, mais ce dont il parle est parti sous {}; l’exploitant décide',
  'the report contradicts itself: it names instruction {}, what it speaks of was sent under {}; an operator decides':
    'le rapport se contredit : il nomme l’instruction {}, mais ce dont il parle est parti sous {}; l’exploitant décide',
  'the report is about a {} message, settlement sends pain.001: an operator decides':
    'le rapport parle d’un message {}, alors que le règlement envoie du pain.001 : l’exploitant décide',
  'The {} {} was never submitted from here': '{2} ([1]) n’a jamais été soumis d’ici',
  'a status of the {} that settles nothing: kept, nothing changes':
    'un statut ([]) qui ne décide rien : conservé, rien ne change',
  '{} ({})': '[] ([])',
  'a notice of change': 'un avis de changement',
  'the first report of an outcome: accepted': 'première réponse : accepté',
  'the first report of an outcome: rejected': 'première réponse : refusé',
  'a status that settles nothing: kept, nothing changes': 'un statut qui ne décide rien : conservé, rien ne change',
  'it was reported as accepted before: nothing changes': 'déjà déclaré accepté : rien ne change',
  'a rejection after a reported acceptance: an operator decides':
    'un refus après une acceptation déclarée : l’exploitant décide',
  'an interim status after the acceptance: kept, nothing changes':
    'un statut provisoire après l’acceptation : conservé, rien ne change',
  'an acceptance after a reported rejection: an operator decides':
    'une acceptation après un refus déclaré : l’exploitant décide',
  'it was reported as rejected before: nothing changes': 'déjà déclaré refusé : rien ne change',
  'an interim status after the rejection: kept, nothing changes':
    'un statut provisoire après le refus : conservé, rien ne change',
  'Not a code that we know.': 'Un code que nous ne connaissons pas.',
  '{} Not expected here.': '[] Inattendu ici.',
};

/** What stands in the holes of these sentences. */
export const frenchFileParts: Record<string, string> = {
  'a symbolic link, which is not followed': 'un lien symbolique, qui n’est pas suivi',
  'a pipe, socket or device': 'un tube, une prise ou un périphérique',
  '<{}> of {}': '<{}> de []',
  'no namespace': 'aucun espace de noms',
  'namespace {}': 'l’espace de noms {}',
  'the detail': 'le détail',
  'the entry': 'l’écriture',
  'detail {} gives no amount': 'le détail {} ne donne aucun montant',
  'detail {} gives no readable amount in CAD': 'le détail {} ne donne aucun montant lisible en CAD',
  'no status': 'aucun statut',
  'status {}': 'le statut {}',
  'no currency': 'aucune devise',
  'not a number': 'pas un nombre',
  'not greater than zero': 'pas supérieur à zéro',
  'more than two decimals': 'plus de deux décimales',
  'too large': 'trop grand',
  'neither a credit nor a debit (no CdtDbtInd)': 'ni un crédit ni un débit (CdtDbtInd absent)',
  'a debit (DBIT)': 'un débit (DBIT)',
  'a credit (CRDT)': 'un crédit (CRDT)',
  'said of the whole batch': 'dit du lot entier',
  'said of its block': 'dit de son bloc',
  'said of this payment': 'dit de ce paiement',
};
