/** French: what the service says to partners and of requests in general: fields, people, webhooks, numbers, sandbox. See french-service.ts. */

export const frenchDoors: Record<string, string> = {
  // The form of a request and its fields; a field's name stands before these
  'Some fields of the request are not valid: see details': 'Certains champs ne sont pas valides',
  'The body {}': 'La requête []',
  'is required': 'est obligatoire',
  'must be {}': 'doit être []',
  'must be {} or {}': 'doit être [] ou []',
  'must be {} of at least {}': 'doit être [] d’au moins {}',
  'must be a number {} with at most two decimals, {}': 'doit être un nombre [], avec au plus deux décimales, []',
  'must be a JSON object': 'doit être un objet JSON',
  'must be text that is not blank': 'doit être un texte non vide',
  'must be a string of {} digits': 'doit être un texte de {} chiffres',
  'must be a string of {} to {} digits': 'doit être un texte de {} à {} chiffres',
  'must be an identifier: a whole number of at least 1': 'doit être un identifiant : un nombre entier d’au moins 1',
  'must be the id of a bank account: a whole number of at least 1, or its digits as a string':
    'doit être le numéro d’un compte bancaire : un nombre entier d’au moins 1, ou ses chiffres en texte',
  'must be an e-mail address such as tenant@example.com, at most {} characters':
    'doit être une adresse courriel comme tenant@example.com, d’au plus {} caractères',
  'must be an ISO 8601 date-time such as 2026-12-01T00:00:00Z':
    'doit être une date et heure ISO 8601 comme 2026-12-01T00:00:00Z',
  'must be an ISO 8601 date or date-time such as 2026-12-01 or 2026-12-01T00:00:00Z':
    'doit être une date ISO 8601, avec ou sans heure, comme 2026-12-01 ou 2026-12-01T00:00:00Z',
  'must not contain a NUL character or half of a surrogate pair':
    'ne doit contenir ni caractère NUL ni moitié de paire de substitution',
  'must be the id of {}: a whole number of at least 1': 'doit être le numéro de [] : un nombre entier d’au moins 1',
  'must be a list of 1 to {} ids of {}': 'doit être une liste de 1 à {} numéros de []',
  'must be a list of 1 to {} payments': 'doit être une liste de 1 à {} paiements',
  'must be {} in words, at most {} characters: it is kept for the record':
    'doit être [] en toutes lettres, en au plus {} caractères : c’est conservé au dossier',
  'must be an account number of at most {} characters': 'doit être un numéro de compte d’au plus {} caractères',
  'must be a text of at most {} characters, or null': 'doit être un texte d’au plus {} caractères, ou null',
  'must be the content of the file in base64, not empty': 'doit être le contenu du fichier en base64, non vide',
  "must be the file's name, at most {} characters": 'doit être le nom du fichier, en au plus {} caractères',
  'must be the id of a person': 'doit être le numéro d’une personne',
  'must be the id of an invitation': 'doit être le numéro d’une invitation',
  'must be a name of at most 100 characters': 'doit être un nom d’au plus 100 caractères',
  'must be a list of at least one permission, each once':
    'doit être une liste d’au moins une permission, chacune une seule fois',
  'must be a list of events, each once': 'doit être une liste d’événements, chacun une seule fois',
  'must be the id of a payment: a whole number of at least 1, or its digits as a string':
    'doit être le numéro d’un paiement : un nombre entier d’au moins 1, ou ses chiffres en texte',
  'must be a return code, 900 to 999': 'doit être un code de retour, de 900 à 999',
  'The parameter cursor must be a nextCursor that was answered here':
    'Le paramètre cursor doit être un nextCursor reçu d’ici',
  'The parameter since must be an asOf that was answered here': 'Le paramètre since doit être un asOf reçu d’ici',
  'The parameter {} must be {} or {}': 'Le paramètre {} doit être {} ou {}',
  'The parameter {} must be a day written YYYY-MM-DD, of the years {} to {}':
    'Le paramètre {} doit être un jour écrit AAAA-MM-JJ, des années {} à {}',
  'The parameter limit must be a whole number of at least 1':
    'Le paramètre limit doit être un nombre entier d’au moins 1',
  'The parameter {} must be an id: a whole number': 'Le paramètre {} doit être un numéro : un nombre entier',
  'The parameter {} {}': 'Le paramètre {} []',
  'There is no such {}': 'Introuvable : []',
  'There is nothing at {} {}': 'Il n’y a rien à {} {}',
  'The request could not be read as HTTP ({})': 'La requête n’a pas pu être lue comme du HTTP ({})',
  'The request failed on our side; {}': 'La requête a échoué de notre côté; []',
  'The body is too large: at most {} MiB is accepted': 'La requête est trop grosse : au plus {} Mio sont admis',
  'The body does not have the length that Content-Length announced':
    'La requête n’a pas la longueur que Content-Length annonçait',
  'Content-Type must be application/json': 'Content-Type doit être application/json',

  // People and their rights
  'Nobody is signed in: sign in first': 'Personne n’est connecté : connectez-vous d’abord',
  'There is no such partner, or you do not belong to it': 'Ce partenaire n’existe pas, ou vous n’en faites pas partie',
  'This is for the operator only': 'Ceci est réservé à l’exploitant',
  'The console opens to sessions with a second factor only: set one up, or sign in with it':
    'La console ne s’ouvre qu’avec un second facteur : mettez-en un en place, ou connectez-vous avec lui',
  'This is for {} only, and your role is {}': 'Ceci est réservé aux rôles suivants : []. Le vôtre : []',
  'The request does not come from a page of this service (Origin must be {}; see PUBLIC_URL)':
    'La demande ne vient pas d’une page de ce service (Origin doit être {}; voir PUBLIC_URL)',
  'The request comes from a page of another site': 'La demande vient d’une page d’un autre site',
  'Nobody can be invited: mails cannot be sent, for SMTP_URL is not set':
    'Impossible d’inviter : les courriels ne partent pas, car SMTP_URL n’est pas défini',
  'There were too many invitations: wait {} minutes': 'Trop d’invitations : attendez {} minutes',
  'You may not invite here any more': 'Vous ne pouvez plus inviter ici',
  'This partner has an owner: its owners invite':
    'Ce partenaire a un propriétaire : c’est à ses propriétaires d’inviter',
  'You may not change anybody here any more': 'Vous ne pouvez plus changer qui que ce soit ici',
  'belongs to somebody who is here already': 'est l’adresse de quelqu’un qui est déjà ici',
  'The mail could not be sent, so nobody is invited: the log of the service says why':
    'Le courriel n’a pas pu partir, et personne n’est invité : le journal du service dit pourquoi',
  'There is no open invitation like that here': 'Il n’y a pas ici de telle invitation en cours',
  'There is nobody like that here': 'Il n’y a ici personne de tel',
  'This is the last {}: make somebody else {} first':
    'C’est la dernière personne avec le rôle [1] : donnez d’abord ce rôle à quelqu’un d’autre',

  // Accounts of payers, numbers with payees
  'Institution {} is not in our list of institutions: check the number on a cheque':
    'L’institution {} n’est pas sur notre liste : vérifiez le numéro sur un chèque',
  'is not the exact name of a payee': 'n’est pas le nom exact d’un bénéficiaire',
  'format not known': 'format inconnu',
  'must be {} digits': 'doit compter {} chiffres',
  'must be {} or {} digits': 'doit compter {} ou {} chiffres',
  'must be {} digits starting with {}': 'doit compter {} chiffres et commencer par {}',
  'must be {} or {} digits starting with {}': 'doit compter {} ou {} chiffres et commencer par {}',
  'must be {} digits, {} and {} digits': 'doit compter {} chiffres, {} et {} chiffres',
  'a number is needed': 'un numéro est nécessaire',
  '{} (this format is assumed, not confirmed: the payment is not refused for it)':
    '[] (ce format est supposé, non confirmé : le paiement n’est pas refusé pour cela)',

  // Reports of past rent
  '{} is reported more than once.': '{} est déclaré plus d’une fois.',
  '{} lies in the future.': '{} est dans l’avenir.',
  '{} lies more than {} months back.': '{} remonte à plus de {} mois.',
  '{} lies before the lease began.': '{} précède le début du bail.',
  '{} lies after the lease ended.': '{} suit la fin du bail.',
  'The paidDate of {} is not a date written YYYY-MM-DD.': 'Le paidDate de {} n’est pas une date écrite AAAA-MM-JJ.',
  'The status of {} is none of {}.': 'Le statut de {} n’est aucun de ceux-ci : {}.',
  'The report names no month.': 'Le rapport ne nomme aucun mois.',
  "The tenant's consent is not stated.": 'Le consentement du locataire n’est pas indiqué.',
  'The postal code is not a Canadian one (A1A 1A1).': 'Le code postal n’est pas canadien (A1A 1A1).',

  // The dashboard and the sandbox
  'It is being sent at this moment, or waits for its turn: look again when that has ended':
    'L’envoi est en cours, ou attend son tour : revenez quand ce sera fini',
  'An export of these payments is under way already: wait until it has ended':
    'Une exportation de ces paiements est déjà en cours : attendez qu’elle finisse',
  '{} exports are under way: wait until one has ended': '{} exportations sont en cours : attendez que l’une finisse',
  'The range must begin before it ends and have at most {} days':
    'La période doit commencer avant de finir et compter au plus {} jours',
  'is not a payment of yours': 'n’est pas un de vos paiements',
  'Card payments are switched off in this service': 'Les paiements par carte sont désactivés dans ce service',
  'The payment is not paid by card': 'Le paiement ne se fait pas par carte',
  'The payment is paid already: it is {}': 'Le paiement est déjà fait : son état est « [] »',
  'Stripe stands behind card payments here: open the paymentUrl and pay with a test card of Stripe':
    'Ici, les paiements par carte passent par Stripe : ouvrez paymentUrl et payez avec une carte d’essai de Stripe',
  'The payment cannot be paid now: it is {}': 'Le paiement ne peut pas se faire maintenant : son état est « [] »',
  'The bank holidays are known up to {} only: the clock cannot be moved so far':
    'Les jours fériés bancaires ne sont connus que jusqu’en {} : l’horloge ne peut pas avancer autant',
  'The payment is not collected by debit': 'Le paiement n’est pas perçu par débit',
  'The payment waits for no debit: it is {}': 'Le paiement n’attend aucun débit : son état est « [] »',
  'The bank account has no agreement: the debit waits': 'Le compte bancaire n’a pas d’accord : le débit attend',
  'The debit has ended meanwhile, or a return of it waits for the operator':
    'Le débit est fini entre-temps, ou un de ses retours attend l’exploitant',
  'The debit came back already': 'Le débit est déjà revenu',
  'The bank account of the payment {}; or choose another one (bankAccountId)':
    'Le compte bancaire du paiement []; ou choisissez-en un autre (bankAccountId)',
  'cannot be chosen: no account is debited for this payment now':
    'ne peut pas être choisi : aucun compte n’est débité en ce moment pour ce paiement',
  'The payment {}': 'Le paiement []',
  'The money of this payment was given back: there is nothing to send again':
    'L’argent de ce paiement a été remboursé : il n’y a rien à renvoyer',
  'Only a failed payment can be re-queued: this one is {}':
    'Seul un paiement échoué peut être repris : l’état de celui-ci est « [] »',
  'Another settlement has been under way for 10 seconds: play again when it has ended':
    'Un autre règlement est en cours depuis 10 secondes : rejouez quand il aura fini',
  'Rent is not settled with a biller: it stops at collected':
    'Un loyer n’est pas réglé auprès d’un facturier : il s’arrête à l’argent perçu',
  'The payee has no account to be paid on: the payment waits':
    'Le bénéficiaire n’a pas de compte où être payé : le paiement attend',
  'The payment is not in settlement: it is {}': 'Le paiement n’est pas en règlement : son état est « [] »',
};

/** What stands in the holes of these sentences. */
export const frenchDoorParts: Record<string, string> = {
  '{} and {}': '[] et []',
  'a string': 'un texte',
  'a number': 'un nombre',
  'a whole number': 'un nombre entier',
  'true or false': 'true ou false',
  'an array': 'une liste',
  'an object': 'un objet',
  'of zero or more': 'de zéro ou plus',
  'greater than zero': 'supérieur à zéro',
  'below {}': 'inférieur à {}',
  'at most {}': 'd’au plus {}',
  'the reason': 'le motif',
  "the bank's reference or the number of the cheque": 'la référence de la banque ou le numéro du chèque',
  'a name': 'un nom',
  'the source': 'la source',
  'a payment': 'paiement',
  'a held transfer': 'virement retenu',
  'held transfers': 'virements retenus',
  'a bank account': 'compte bancaire',
  'quarantined lines': 'lignes en quarantaine',
  'it is safe to send it again with the same Idempotency-Key':
    'vous pouvez la renvoyer sans risque avec le même Idempotency-Key',
  'look whether it took effect before you send it again': 'vérifiez si elle a pris effet avant de la renvoyer',
  'bank account': 'compte bancaire',
  'bank file': 'fichier bancaire',
  'rent report': 'déclaration de loyers',
  'the check digit does not fit': 'le chiffre de contrôle ne concorde pas',
  'the first 9 digits do not fit their check digit':
    'les 9 premiers chiffres ne concordent pas avec leur chiffre de contrôle',
  'the last two digits, which are check digits, do not fit':
    'les deux derniers chiffres, qui sont de contrôle, ne concordent pas',
  '{}: a digit was probably mistyped': '[] : un chiffre a sans doute été mal tapé',
  'it contains characters that are not digits': 'il contient autre chose que des chiffres',
  'it starts with other digits': 'il commence par d’autres chiffres',
  'character {} is not a digit': 'le caractère {} n’est pas un chiffre',
  'character {} is not {}': 'le caractère {} n’est pas {}',
  'nothing was given': 'rien n’a été donné',
  '{} was given': '{} a été donné',
  '{} were given': '{} ont été donnés',
  '{} character was given': '{} caractère a été donné',
  '{} characters were given': '{} caractères ont été donnés',
};
