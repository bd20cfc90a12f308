/** French: the words of the payees' rules, for the catalogue and the audit trail. */
import type { englishRuleWords } from './english-rules.ts';

export const frenchRuleWords: typeof englishRuleWords = {
  checks: {
    luhn: 'Le dernier chiffre (Luhn)',
    'luhn-first-9': 'Le neuvième chiffre (Luhn sur les neuf premiers)',
    mod11: 'Le dernier chiffre (modulo 11)',
    'mod11-0': 'Le dernier chiffre (modulo 11, 10 compte pour 0)',
    mod97: 'Les deux derniers chiffres (modulo 97)',
  },
  stepNames: {
    'strip separators': 'Enlever espaces, tirets, points et barres obliques',
    'upper case': 'Écrire les lettres en majuscules',
    'left-pad to 10 with 0': 'Compléter par des zéros à gauche, jusqu’à 10 chiffres',
    'right-pad to 12 with 0': 'Compléter par des zéros à droite, jusqu’à 12 chiffres (une fois le numéro valable)',
  },
  confidences: {
    sourced: 'Confirmé',
    'sourced-old': 'Confirmé il y a longtemps',
    partial: 'En partie',
    'name-only': 'Nom seulement',
  },
};
