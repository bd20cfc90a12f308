/**
 * The rules of a payee's account numbers: in words, and as a form that somebody fills.
 *
 *   rules ─▶ draft (texts, as typed) ─▶ faults, or rules ─▶ in words, beside those of now
 */
import type { PayeeView } from '../../../../src/console/desk/views.ts';
import { useLanguage } from '../../base/language.tsx';
import { type DeskTexts, useDeskTexts } from '../texts.ts';

export type Rules = Pick<PayeeView, 'accountFormat' | 'accountNumberHint' | 'confidence' | 'source'>;
type Format = NonNullable<Rules['accountFormat']>;
type RuleTexts = DeskTexts['oversight']['rules'];
export type Check = keyof RuleTexts['checks'];
export type Step = keyof RuleTexts['stepNames'];
export type Confidence = Rules['confidence'];

export interface Draft {
  kind: 'none' | 'digits' | 'pattern';
  lengths: string;
  prefix: string;
  pattern: string;
  check: Check | '';
  steps: string[];
  hint: string;
  confidence: Confidence;
  source: string;
}
export type Faults = Partial<Record<keyof Draft, string>>;

export function draftOf({ accountFormat: format, accountNumberHint, confidence, source }: Rules): Draft {
  return {
    kind: format === null ? 'none' : format.pattern === undefined ? 'digits' : 'pattern',
    lengths: format?.lengths?.join(', ') ?? '',
    prefix: format?.prefix ?? '',
    pattern: format?.pattern ?? '',
    check: format?.check ?? '',
    steps: [...(format?.normalise ?? [])],
    hint: accountNumberHint ?? '',
    confidence,
    source,
  };
}

const lengthMax = 64;
const lengthsOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** As the service takes them; only of a draft without faults. */
export function rulesOf({ kind, lengths, prefix, pattern, check, steps, hint, confidence, source }: Draft): Rules {
  const own =
    kind === 'pattern'
      ? { pattern: pattern.trim() }
      : { lengths: lengthsOf(lengths), ...(prefix.trim() !== '' && { prefix: prefix.trim() }) };
  const more = {
    ...(check !== '' && { check }),
    ...(steps.length > 0 && { normalise: steps as Step[] }),
  };
  return {
    accountFormat: kind === 'none' ? null : { ...own, ...more },
    accountNumberHint: hint.trim() === '' ? null : hint.trim(),
    confidence,
    source: source.trim(),
  };
}

/** What the service would refuse, at the field that it is about. */
export function faultsOf(draft: Draft, texts: DeskTexts['oversight']['edit']): Faults {
  const { kind, lengths, prefix, pattern, confidence, source } = draft;
  const counts = lengthsOf(lengths);
  const lengthsFit =
    counts.length > 0 &&
    new Set(counts).size === counts.length &&
    counts.every((count) => Number.isInteger(count) && count >= 1 && count <= lengthMax);
  return {
    ...(kind === 'digits' && !lengthsFit && { lengths: texts.lengthsFault }),
    ...(kind === 'digits' && !/^\d*$/.test(prefix.trim()) && { prefix: texts.prefixFault }),
    ...(kind === 'pattern' && !/^[#0-9A-Z]{1,64}$/.test(pattern.trim()) && { pattern: texts.patternFault }),
    ...(kind === 'none' && /^sourced/.test(confidence) && { confidence: texts.knownFault }),
    ...(kind !== 'none' && confidence === 'name-only' && { confidence: texts.nameOnlyFault }),
    ...(source.trim() === '' && { source: texts.sourceFault }),
  };
}

/** Says a format, and whole rules, in the chosen language. */
export function useRuleWords() {
  const { language } = useLanguage();
  const { rules, none } = useDeskTexts().oversight;
  const formatInWords = (format: Format | null): string => {
    if (format === null) return rules.formatUnknown;
    const list = (parts: readonly string[], type: 'conjunction' | 'disjunction') =>
      new Intl.ListFormat(language, { type }).format(parts);
    if (format.pattern !== undefined) {
      const parts = format.pattern.match(/#+|[^#]+/g) ?? [];
      const said = parts.map((part) =>
        part.startsWith('#') ? rules.digits(String(part.length), part.length === 1) : part,
      );
      return list(said, 'conjunction');
    }
    const lengths = format.lengths ?? [];
    const digits = rules.digits(list(lengths.map(String), 'disjunction'), lengths.at(-1) === 1);
    return format.prefix === undefined ? digits : rules.startingWith(digits, format.prefix);
  };
  const rows = ({ accountFormat: format, accountNumberHint, confidence, source }: Rules): [string, string][] => [
    [rules.format, formatInWords(format)],
    [rules.check, format?.check === undefined ? rules.noCheck : (rules.checks[format.check] ?? format.check)],
    [rules.steps, format?.normalise?.map((step) => rules.stepNames[step] ?? step).join('; ') || none],
    [rules.hint, accountNumberHint ?? none],
    [rules.confidence, rules.confidences[confidence] ?? confidence],
    [rules.source, source],
  ];
  return { formatInWords, rows };
}
