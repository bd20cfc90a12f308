/** What of a payment was given back, by whom and how. */
import type { RefundView } from '../../../../src/console/desk/views.ts';
import { useFormat, useTexts } from '../../base/language.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { named } from './words.ts';

export function RefundFacts({ refund }: { refund: RefundView }) {
  const { refund: texts, names } = useTexts().exceptions;
  const format = useFormat();
  return (
    <Facts
      rows={[
        [texts.amount, format.money(refund.amount)],
        [texts.means, named(names.means, refund.means)],
        [texts.reference, refund.reference],
        [texts.reason, refund.reason],
        [texts.by, refund.by],
        [texts.at, format.time(refund.at)],
      ]}
    />
  );
}
