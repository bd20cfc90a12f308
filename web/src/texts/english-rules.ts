/** English: the words of the payees' rules, for the catalogue and the audit trail. */
export const englishRuleWords = {
  checks: {
    luhn: 'The last digit (Luhn)',
    'luhn-first-9': 'The ninth digit (Luhn over the first nine)',
    mod11: 'The last digit (modulo 11)',
    'mod11-0': 'The last digit (modulo 11, 10 counts as 0)',
    mod97: 'The last two digits (modulo 97)',
  },
  stepNames: {
    'strip separators': 'Take out spaces, dashes, dots and slashes',
    'upper case': 'Write letters as capitals',
    'left-pad to 10 with 0': 'Fill up with zeros in front, to 10 digits',
    'right-pad to 12 with 0': 'Fill up with zeros behind, to 12 digits (once the number fits)',
  },
  confidences: {
    sourced: 'Confirmed',
    'sourced-old': 'Confirmed long ago',
    partial: 'In part',
    'name-only': 'Name only',
  },
};
