/** French: bank files, quarantine, returns and settlement. */

import type { englishBankFiles } from './english-bank-files.ts';
import { frenchCounts } from './french-counts.ts';

export const frenchBankFiles: typeof englishBankFiles = {
  bankFiles: {
    formats: {
      'camt.054': 'Virements reçus (camt.054)',
      'pain.002': 'Rapport d’état (pain.002)',
      'aft-returns': 'Retours TEF (AFT)',
      'pain.001.001.09': 'Règlement (pain.001)',
      'aft-debits': 'Débits TEF (AFT)',
    },
    directions: { in: 'Reçu', out: 'Envoyé' },
    states: { reading: 'En lecture', done: 'Terminé', refused: 'Refusé' },
    counts: frenchCounts,
    place: (line: number, column?: number) =>
      column === undefined ? `ligne ${line}` : `ligne ${line}, colonne ${column}`,
    file: 'Fichier',
    line: 'Ligne',
    format: 'Format',
    when: 'Date',
    size: 'Taille',
    total: 'Total',
    amount: 'Montant',
    payments: 'Paiements',
    state: 'État',
    paymentHead: 'Paiement',
    partner: (id: number) => `Partenaire ${id}`,
    attempt: (number: number) => `tentative ${number}`,
    bytes: (text: string) => `${text} octets`,
    choose: {
      all: 'Tout sélectionner',
      chosen: (count: number) => (count > 1 ? `${count} sélectionnés` : `${count} sélectionné`),
      atMost: (count: number) => `Au plus ${count} à la fois`,
      forget: 'Ne rien sélectionner',
    },
    files: {
      title: 'Fichiers bancaires',
      about: 'Ce que la banque a envoyé et ce qui lui est destiné, du plus récent au plus ancien.',
      direction: 'Sens',
      both: 'Reçus et envoyés',
      none: 'Aucun fichier bancaire pour l’instant',
      noneAbout:
        'Les fichiers que la banque dépose dans le dossier de dépôt apparaissent ici d’eux-mêmes, tout comme ceux que nous écrivons. Vous pouvez aussi en importer un à la main.',
      noneSuch: 'Aucun fichier dans ce sens',
      noneSuchAbout: 'Choisissez un autre sens pour voir les autres.',
      inQuarantine: (count: number) => `Quarantaine ${count}`,
      inIt: 'Contenu',
      refused: 'Refusés dans le dossier de dépôt',
      refusedAbout:
        'Rien de ces fichiers n’a pris effet. Remettez chacun dans la boîte de réception une fois corrigé, ou supprimez-le là-bas.',
      noReason: 'Aucun motif n’a été laissé à côté.',
    },
    upload: {
      open: 'Importer un fichier',
      title: 'Importer un fichier bancaire',
      about:
        'Virements (camt.054), rapports d’état (pain.002) et retours TEF (AFT). Vous voyez d’abord ce qu’il contient.',
      drop: 'Déposez le fichier ici, ou choisissez-le',
      choose: 'Choisir un fichier',
      tooLarge: (most: string) =>
        `Le fichier dépasse ${most} octets : placez-le dans la boîte de réception du dossier de dépôt.`,
      empty: 'Le fichier est vide.',
      unreadable: 'Le navigateur n’a pas pu lire le fichier. Choisissez-le de nouveau.',
      found: 'Ce qu’il contient',
      nothingYet: 'Rien n’est encore fait : il prend effet quand vous l’importez.',
      lines: 'Lignes',
      quarantined: 'Iraient en quarantaine',
      sample: (count: number) => (count === 1 ? 'La première ligne' : `Les ${count} premières lignes`),
      quarantine: 'Quarantaine',
      refused: 'Ce fichier ne peut pas être importé',
      refusedAbout: 'Rien de ce fichier ne prend effet. Demandez-en un complet à la banque.',
      known: 'Ce contenu a déjà été importé',
      knownAbout: 'L’importer de nouveau ne change rien.',
      unfinished: 'Ce contenu n’a pas été lu jusqu’au bout',
      unfinishedAbout: 'L’importer termine la lecture; rien ne compte deux fois.',
      toKnown: (id: number) => `Voir le fichier ${id}`,
      take: 'Importer le fichier',
      onlyApprovers:
        'Ce fichier pourrait déplacer plus d’argent qu’une personne seule n’en a le droit : un approbateur doit l’importer, ou la banque le met dans le dossier de dépôt.',
      another: 'Un autre fichier',
      taken: 'Le fichier a été importé',
      toFile: 'Voir le fichier',
      toQuarantine: 'Voir ses lignes en quarantaine',
    },
    one: {
      title: (id: number) => `Fichier bancaire ${id}`,
      facts: 'Détails',
      brought: 'Ce qu’il en est advenu',
      carried: 'Ce qu’il contient',
      refusal: 'Le fichier entier a été refusé',
      refusalAbout: 'Rien n’en a pris effet.',
      download: 'Télécharger',
      downloadAbout: 'Il contient des numéros de compte : qui le télécharge est consigné au journal.',
      gone: 'Il n’est plus dans son dossier : il a été emporté à la banque.',
      quarantined: 'Lignes en quarantaine',
      noneQuarantined: 'Aucune ligne de ce fichier n’est en quarantaine.',
    },
    quarantine: {
      title: 'Quarantaine',
      about:
        'Les lignes de fichiers bancaires qui n’ont pas pu servir. Les bonnes lignes ont suivi leur cours; celles-ci vous attendent.',
      none: 'Rien en quarantaine',
      noneAbout: 'Chaque ligne de chaque fichier a servi, ou quelqu’un s’en est occupé.',
      onlyOf: (id: number) => `Seulement les lignes du fichier ${id}.`,
      ofAll: 'Afficher celles de tous les fichiers',
      needsDecision: 'À vous de décider',
      takeUp: 'Reprendre',
      takeUpAbout: (count: number) =>
        count === 1
          ? 'La ligne est essayée encore une fois, selon les mêmes règles que toute autre. Si elle est bonne, elle prend effet comme si elle venait d’arriver; sinon elle reste ici, avec son motif.'
          : `Ces ${count} lignes sont essayées encore une fois, chacune pour elle-même et selon les mêmes règles que toute autre. Les bonnes prennent effet comme si elles venaient d’arriver; les autres restent ici, avec leur motif.`,
      decide: (count: number) =>
        count === 1
          ? 'L’une d’elles est lisible, mais seule une personne peut dire qu’elle est voulue. La reprendre, c’est le dire.'
          : `${count} d’entre elles sont lisibles, mais seule une personne peut dire qu’elles sont voulues. Les reprendre, c’est le dire.`,
      setAside: 'Écarter',
      setAsideAbout: (count: number) =>
        count === 1
          ? 'Rien de cette ligne ne sera pris en compte, ni maintenant ni plus tard. Elle quitte cette liste pour de bon. Un débit qu’elle désigne peut alors compter comme payé.'
          : `Rien de ces ${count} lignes ne sera pris en compte, ni maintenant ni plus tard. Elles quittent cette liste pour de bon. Les débits qu’elles désignent peuvent alors compter comme payés.`,
      worth: 'Montants qui s’y trouvent',
      tried: 'Essai fait : voyez ce qu’il est advenu de chaque ligne',
      setAsideDone: 'Écarté',
      results: 'Ce qu’il est advenu de chaque ligne',
      takenUp: 'Reprise',
      stays: 'Reste',
      ended: 'Fermer la liste',
      andMore: (count: number) => (count > 1 ? `et ${count} autres` : 'et une autre'),
      lineNumber: (id: number) => `Quarantaine nº ${id}`,
      said: {
        matched: 'Son paiement a reçu l’argent.',
        held: 'Retenu : voyez les virements retenus.',
        duplicate: 'Elle y était déjà : rien ne change.',
        read: 'Marquée comme lue.',
      },
      fields: {
        reference: 'Référence',
        amount: 'Montant',
        description: 'Message',
        senderName: 'Expéditeur',
        senderEmail: 'Courriel de l’expéditeur',
        bookedAt: 'Inscrit le',
        recordType: 'Type d’enregistrement',
        segmentNumber: 'Segment',
        references: 'Références lues',
        element: 'Élément',
        text: 'Texte',
        status: 'État',
        reasons: 'Motifs',
      },
    },
    returns: {
      title: 'Retours TEF',
      about: 'Les débits revenus qui attendent quelqu’un. Tous les autres ont trouvé leur paiement d’eux-mêmes.',
      none: 'Aucun retour en attente',
      noneAbout: 'Les retours qui concordent avec leur débit sont appliqués à l’arrivée de leur fichier.',
      actions: { hold: 'Retenu', late: 'En retard' },
      reference: 'Référence',
      why: 'Pourquoi il attend',
      retry: 'Un autre débit',
      retries: {
        'new debit possible': 'Possible tout de suite',
        'after correction': 'Après correction',
        no: 'Non',
      },
      name: (id: number) => `Retour ${id}`,
      apply: 'Appliquer',
      applyAbout: (count: number, total: string) =>
        count === 1
          ? `Ce retour de ${total} compte comme celui du débit que désigne sa référence : le paiement ci-dessous échoue ou, s’il comptait déjà comme payé, son montant devient une créance sur le partenaire.`
          : `Ces ${count} retours, ${total} ensemble, comptent comme ceux des débits que désignent leurs références : les paiements ci-dessous échouent ou, s’ils comptaient déjà comme payés, leurs montants deviennent des créances sur leurs partenaires.`,
      applyNot: 'Seuls les retours retenus qui désignent un de nos débits peuvent être appliqués.',
      applied: 'Appliqué',
      dealtWith: 'Marquer comme traité',
      dealtWithAbout: (count: number, total: string) =>
        count === 1
          ? `Ce retour de ${total} quitte la liste. Aucun paiement n’en change; le débit d’un retour retenu peut alors compter comme payé. Dites ce qui a été convenu avec la banque ou le partenaire.`
          : `Ces ${count} retours, ${total} ensemble, quittent la liste. Aucun paiement n’en change; les débits des retours retenus peuvent alors compter comme payés. Dites ce qui a été convenu avec la banque ou les partenaires.`,
      marked: 'Marqué comme traité',
    },
    settlement: {
      title: 'Règlement',
      about: 'Payer les facturiers, et les débits qui apportent l’argent : ce qui vient et ce qui est parti.',
      next: 'Prochain règlement',
      debits: 'Prochain fichier de débits',
      cutOff: 'Heure limite',
      payee: 'Bénéficiaire',
      waiting: 'Sans compte',
      failing: 'Seraient refusés',
      waitingAbout: 'Attendent : le catalogue n’a aucun compte où payer le bénéficiaire.',
      failingAbout: 'Échouent avant l’envoi : le numéro ne suit pas le format confirmé du bénéficiaire.',
      noPayments: 'Rien de perçu n’attend d’être envoyé.',
      noDebits: 'Aucun paiement n’attend de débit.',
      debitCount: 'Débits',
      debitsWaiting: 'Sans accord de débit',
      runSettlement: 'Exécuter le règlement',
      settlementAbout: (payments: string, count: number, total: string) =>
        `${count > 1 ? `${payments} paiements` : `${payments} paiement`}, soit ${total}, ${count > 1 ? 'sont mis' : 'est mis'} dans un seul fichier pour la banque, comme le ferait la prochaine heure limite. Ce qui est perçu plus tard part à l’heure limite.`,
      failingToo: (payments: string, count: number) =>
        count > 1
          ? `${payments} paiements échouent avant l’envoi; leurs partenaires en sont avisés.`
          : '1 paiement échoue avant l’envoi; son partenaire en est avisé.',
      runDebits: 'Faire les débits',
      debitsAbout: (debits: string, count: number, total: string) =>
        `${count > 1 ? `${debits} débits` : `${debits} débit`}, soit ${total}, ${count > 1 ? 'sont écrits' : 'est écrit'} dans un fichier pour la banque, à porter au compte le prochain jour ouvrable. Ce qui est créé plus tard part à l’heure limite.`,
      byCommand:
        'Impossible de l’exécuter ici : les numéros de la banque ou le dossier du fichier ne sont pas définis.',
      ran: 'C’est fait : le fichier est écrit',
      written: (files: string, payments: string, total: string) =>
        files === '' ? 'Il n’y avait rien à envoyer.' : `Écrit : ${files} – ${payments}, soit ${total}.`,
      count: (text: string, count: number) => (count > 1 ? `${text} paiements` : `${text} paiement`),
      batches: 'Lots',
      batch: 'Lot',
      created: 'Créé',
      answers: 'Réponses',
      notWritten: 'Fichier pas encore écrit',
      noBatches: 'Aucun lot pour l’instant',
      noBatchesAbout:
        'Le premier se fait à la prochaine heure limite où des paiements sont perçus, ou quand vous l’exécutez.',
    },
    batch: {
      title: (id: number) => `Lot ${id}`,
      facts: 'Détails',
      execution: 'Date d’exécution',
      written: 'Écrit',
      outcome: 'Réponse',
      all: 'Toutes les réponses',
      outcomes: { open: 'Sans réponse', accepted: 'Accepté', rejected: 'Refusé' },
      items: 'Paiements',
      none: 'Aucun paiement avec cette réponse',
      noneAbout: 'Choisissez une autre réponse pour voir les autres.',
      account: 'Compte chez le bénéficiaire',
      warning: 'Le format du numéro n’est que supposé',
    },
    answers: {
      title: 'Réponses retenues',
      about:
        'Ce qu’un rapport de banque a dit et que personne n’a pu appliquer. Tirez-le au clair avec la banque, puis marquez-le ici.',
      none: 'Aucune réponse en attente',
      noneAbout: 'Chaque rapport des banques a été appliqué.',
      actions: { hold: 'Se contredit', unknown: 'Jamais envoyé par nous' },
      levels: {
        batch: 'À propos d’un lot entier',
        block: 'À propos d’un bloc',
        transaction: 'À propos d’un paiement',
      },
      status: 'État',
      reason: 'Motif',
      why: 'Pourquoi elle attend',
      name: (id: number) => `Réponse ${id}`,
      dealtWith: 'Marquer comme traitée',
      dealtWithAbout: (count: number) =>
        count === 1
          ? 'Cette réponse quitte la liste. Aucun paiement n’en change; celui dont elle parle peut alors repartir ou être rendu. Dites ce que la banque a confirmé.'
          : `Ces ${count} réponses quittent la liste. Aucun paiement n’en change; ceux dont elles parlent peuvent alors repartir ou être rendus. Dites ce que la banque a confirmé.`,
      marked: 'Marquée comme traitée',
    },
  },
};
