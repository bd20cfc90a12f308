/** How each check of the matching came out, in words of the chosen language. */
import { Group, Text } from '@mantine/core';
import type { CheckView } from '../../../../src/console/desk/views.ts';
import { inFours } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { type DeskTexts, useDeskTexts } from '../texts.ts';

const signs = { good: '✓', bad: '✕', open: '–' } as const;
const inOrder = new Set(['found', 'one', 'interac', 'awaiting', 'equal']);

/** Whether it speaks for the payment; what the bank does not say speaks neither for nor against. */
function moodOf({ result }: CheckView): keyof typeof signs {
  if (inOrder.has(result)) return 'good';
  return result === 'sender-not-given' ? 'open' : 'bad';
}

export function Checks({ checks }: { checks: readonly CheckView[] }) {
  const texts = useDeskTexts();
  const format = useFormat();
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {checks.map((check) => {
        const mood = moodOf(check);
        return (
          <Group component="li" key={check.check} gap="xs" wrap="nowrap" align="flex-start" mt={4}>
            <span className={`pill ${mood === 'open' ? 'plain' : mood} sign`} aria-hidden="true">
              {signs[mood]}
            </span>
            <Text size="sm">{wordsOf(check, texts, format.money)}</Text>
          </Group>
        );
      })}
    </ul>
  );
}

function wordsOf(check: CheckView, { exceptions, payment }: DeskTexts, money: (dollars: number) => string): string {
  const { checkWords } = exceptions.heldTransfers;
  const { numbers = [], nearMisses = [], paymentIds = [], kind = '', state = '', received, expected } = check;
  const paid = (value: string | number | undefined) => (typeof value === 'number' ? money(value) : String(value));
  switch (`${check.check} ${check.result}`) {
    case 'numbers found':
    case 'numbers none':
      return checkWords.numbers(numbers.map(inFours).join(', '), nearMisses.map(inFours).join(', '));
    case 'payment one':
      return checkWords.payment.one(paymentIds.join(', '));
    case 'payment several':
      return checkWords.payment.several(paymentIds.join(', '));
    case 'payment unknown':
      return checkWords.payment.unknown;
    case 'kind interac':
      return checkWords.kind.interac;
    case 'kind other':
      return checkWords.kind.other(named(exceptions.names.kinds, kind));
    case 'state awaiting':
      return checkWords.state.awaiting;
    case 'state not-awaiting':
      return checkWords.state['not-awaiting'](named(payment.states, state));
    case 'sender equal':
      return checkWords.sender.equal;
    case 'sender sender-not-given':
      return checkWords.sender['sender-not-given'];
    case 'sender different':
      return checkWords.sender.different(String(received), String(expected));
    case 'amount equal':
      return checkWords.amount.equal(paid(received));
    case 'amount different':
      return checkWords.amount.different(paid(received), paid(expected));
    default:
      return check.text;
  }
}
