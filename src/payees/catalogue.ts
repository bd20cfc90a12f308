/**
 * The payee catalogue as data: reading it and checking it. A catalogue that breaks a rule is refused at start, with every
 * fault named by payee and field; nothing later needs to doubt it. An operator may bring a catalogue of their own in the
 * form of `catalogue.json`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountChecks, normaliseSteps, type Payee, ruleOfConfidence } from './payee.ts';

export interface Catalogue {
  /** In the order of the file; names are unique. */
  readonly payees: readonly Payee[];
}

/** The catalogue that comes with the service. Its settlement accounts are invented, and marked so. */
export const builtInCataloguePath = fileURLToPath(new URL('./catalogue.json', import.meta.url));

/** Reads and checks a catalogue file (UTF-8 JSON). Throws an Error that says what is wrong, where, and what is accepted. */
export function catalogueFromFile(path: string = builtInCataloguePath): Catalogue {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`payee catalogue ${path} cannot be read: ${(error as Error).message}`);
  }
  return checkedCatalogue(json, path);
}

/** Checks a parsed catalogue; `origin` names it in the error that is thrown when it breaks a rule. */
export function checkedCatalogue(json: unknown, origin = 'given'): Catalogue {
  const entries = isRecord(json) ? json.payees : undefined;
  if (!Array.isArray(entries)) throw new Error(`payee catalogue ${origin}: payees: must be a list of payees`);
  const faults = entries.flatMap((entry, index) => {
    const label = isRecord(entry) && typeof entry.name === 'string' ? `"${entry.name}"` : `payees[${index}]`;
    return payeeFaults(entry).map((fault) => `${label}: ${fault}`);
  });
  for (const name of repeated(entries.map((entry) => (isRecord(entry) ? entry.name : undefined)))) {
    faults.push(`"${name}": name: stands more than once; each payee needs a name of its own`);
  }
  if (faults.length > 0) throw new Error(`payee catalogue ${origin} is refused:\n  ${faults.join('\n  ')}`);
  return { payees: entries as Payee[] };
}

/** Whether a stored format is one that this program understands; a newer program may have stored other ones. */
export function isAccountFormat(value: unknown): boolean {
  return isRecord(value) && formatFaults(value).length === 0;
}

type Fields = Record<string, unknown>;
interface FieldRule {
  readonly required: boolean;
  readonly accepts: string;
  readonly test: (value: unknown) => boolean;
}

const lengthMax = 64;
const line = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.trim() === value && !/\p{Cc}/u.test(value) && value.isWellFormed();
const lines = (value: unknown) => Array.isArray(value) && value.every(line);
const isLength = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= lengthMax;
const matches = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
const oneOf = (table: object) => (value: unknown) => typeof value === 'string' && Object.hasOwn(table, value);
const names = (table: object) => Object.keys(table).join(', ');

function rule(accepts: string, test: FieldRule['test'], required = true): FieldRule {
  return { required, accepts, test };
}

const payeeFields: Record<keyof Payee, FieldRule> = {
  name: rule('a text on one line, without white space around it', line),
  billType: rule('a text on one line', line),
  region: rule('a text on one line', line),
  aliases: rule('a list of texts on one line each', lines),
  accountFormat: rule('an account format, or null where it is not known', (value) => value === null || isRecord(value)),
  accountNumberHint: rule('a text on one line', line, false),
  confidence: rule(`one of ${names(ruleOfConfidence)}`, oneOf(ruleOfConfidence)),
  source: rule('a text on one line', line),
  settlement: rule('a settlement account', isRecord, false),
};

const formatFields: Record<string, FieldRule> = {
  lengths: rule(
    `a list of different whole numbers from 1 to ${lengthMax}`,
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every(isLength) && new Set(value).size === value.length,
    false,
  ),
  prefix: rule('digits', matches(/^\d{1,64}$/), false),
  pattern: rule(`# for a digit, capital letters and digits for themselves`, matches(/^[#0-9A-Z]{1,64}$/), false),
  check: rule(`one of ${names(accountChecks)}`, oneOf(accountChecks), false),
  normalise: rule(
    `a list of ${names(normaliseSteps)}`,
    (value) => Array.isArray(value) && value.length <= lengthMax && value.every(oneOf(normaliseSteps)),
    false,
  ),
};

const settlementFields: Record<string, FieldRule> = {
  institutionNumber: rule('a text of 3 digits', matches(/^\d{3}$/)),
  transitNumber: rule('a text of 5 digits', matches(/^\d{5}$/)),
  accountNumber: rule('a text of 1 to 12 digits', matches(/^\d{1,12}$/)),
  invented: rule('true or false', (value) => typeof value === 'boolean'),
};

function payeeFaults(entry: unknown): string[] {
  if (!isRecord(entry)) return ['must be an object'];
  const faults = fieldFaults(entry, payeeFields, '');
  const { accountFormat: format, settlement, confidence } = entry;
  if (isRecord(format)) faults.push(...formatFaults(format));
  if (isRecord(settlement)) faults.push(...fieldFaults(settlement, settlementFields, 'settlement.'));
  if (confidence === 'name-only' && format !== null) {
    faults.push('accountFormat: must be null, because confidence says that only the name is known');
  }
  if ((confidence === 'sourced' || confidence === 'sourced-old') && format === null) {
    faults.push('confidence: must be name-only or partial, because accountFormat is null');
  }
  return faults;
}

function formatFaults(format: Fields): string[] {
  const faults = fieldFaults(format, formatFields, 'accountFormat.');
  const { lengths, pattern, prefix } = format;
  if ((lengths === undefined) === (pattern === undefined)) {
    faults.push('accountFormat: must have either lengths or a pattern');
  }
  if (prefix !== undefined && lengths === undefined) faults.push('accountFormat.prefix: is for formats with lengths');
  return faults;
}

/** Missing, wrong and unknown fields; unknown ones are refused because a slip in a name would silently drop a rule. */
function fieldFaults(fields: Fields, rules: Readonly<Record<string, FieldRule>>, prefix: string): string[] {
  const faults: string[] = [];
  for (const [name, { required, accepts, test }] of Object.entries(rules)) {
    const value = fields[name];
    if (value === undefined ? required : !test(value)) faults.push(`${prefix}${name}: must be ${accepts}`);
  }
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(rules, name)) faults.push(`${prefix}${name}: is not known; known are ${names(rules)}`);
  }
  return faults;
}

function repeated(values: readonly unknown[]): Set<string> {
  const seen = new Set<unknown>();
  const twice = new Set<string>();
  for (const value of values) {
    if (typeof value === 'string' && seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return twice;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
