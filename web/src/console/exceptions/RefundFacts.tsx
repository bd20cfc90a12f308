/** What of a payment was given back, by whom and how. */
import type { RefundView } from '../../../../src/console/desk/views.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Facts } from '../../parts/Facts.tsx';
import { useDeskTexts } from '../texts.ts';

export function RefundFacts({ refund }: { refund: RefundView }) {
  const { refund: texts, names } = useDeskTexts().exceptions;
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
