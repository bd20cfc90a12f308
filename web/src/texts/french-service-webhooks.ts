/** French: what the service says of webhooks, their addresses and their deliveries. See french-service.ts. */

export const frenchWebhooks: Record<string, string> = {
  'No webhook URL is configured: set one first': 'Aucune adresse de webhook n’est définie : définissez-en une d’abord',
  'Too many deliveries by hand are under way: wait until one of them has ended':
    'Trop de livraisons à la main sont en cours : attendez que l’une d’elles soit finie',
  'cannot be called: {}': 'ne peut pas être appelée : []',
  'The receiver answered with a 2xx status.': 'Le destinataire a répondu par un statut 2xx.',
  'The receiver answered with a status that is not 2xx.': 'Le destinataire a répondu par un autre statut que 2xx.',
  'The receiver answered with a redirect; redirects are not followed and do not count as delivered.':
    'Le destinataire a répondu par une redirection; elle n’est pas suivie et ne compte pas comme une livraison.',
  'The exchange was not finished in time.': 'L’échange n’a pas fini à temps.',
  'The connection could not be made, or was cut before the answer was complete.':
    'La connexion n’a pas pu se faire, ou fut coupée avant la fin de la réponse.',
  'No trusted TLS connection could be made: check the certificate, its chain and its host name.':
    'Aucune connexion TLS fiable n’a pu se faire : vérifiez le certificat, sa chaîne et son nom d’hôte.',
  'The host name of the URL could not be resolved.': 'Le nom d’hôte de l’adresse est introuvable.',
  'The URL leads to an address that the service does not call.':
    'L’URL mène à une adresse que le service n’appelle pas.',
  'The URL is not one that the service can call.': 'Le service ne peut pas appeler cette URL.',
  'What the receiver answered is not valid HTTP/1.1, or its head is too long.':
    'La réponse du destinataire n’est pas du HTTP/1.1 valide, ou son en-tête est trop long.',
  'Nothing was sent.': 'Rien n’a été envoyé.',
  'The partner has no webhook URL any more.': 'Le partenaire n’a plus d’adresse de webhook.',
  'The signing secret could not be opened: {}': 'Le secret de signature n’a pas pu être ouvert : {}',
  'The process that was sending this died before it could record the answer.':
    'Le processus qui envoyait ceci s’est arrêté avant de pouvoir consigner la réponse.',
  'The URL has {} characters; at most {} are possible.': 'L’URL compte {} caractères; au plus {} sont possibles.',
  'The URL contains white space or a control character.': 'L’URL contient un blanc ou un caractère de commande.',
  'This is not a complete URL: write it with scheme and host, starting with {}.':
    'L’URL n’est pas complète : écrivez-la avec son schéma et son hôte, en commençant par [].',
  'The URL must start with {}.': 'L’URL doit commencer par [].',
  'The URL must not contain a user name or password.': 'L’URL ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'The URL must not contain a fragment (#…): it would not be sent.':
    'L’URL ne doit pas contenir de fragment (#…) : il ne serait pas envoyé.',
  'The host {} is a local name; the receiver must be public.':
    'L’hôte {} est un nom local; le destinataire doit être public.',
  'The address {} is not public; the receiver must be public.':
    'L’adresse {} n’est pas publique; le destinataire doit être public.',
};

/** What stands in the holes of these sentences. */
export const frenchWebhookParts: Record<string, string> = {
  'https:// or http://': 'https:// ou http://',
  'the name {} could not be resolved ({})': 'le nom {} est introuvable ([])',
  'no answer': 'aucune réponse',
  'the name {} has no address': 'le nom {} n’a pas d’adresse',
  'the name {} leads to an address that is not public': 'le nom {} mène à une adresse qui n’est pas publique',
  'the service is shutting down': 'le service s’arrête',
  'the receiver closed the connection': 'le destinataire a coupé la connexion',
  'no status arrived within {} s': 'aucun statut n’est arrivé en {} s',
  'status {} arrived within {} s, but not the end of the answer':
    'le statut {} est arrivé en {} s, mais pas la fin de la réponse',
};
