/** Any payment of any partner, found by its number or id. What was looked for stands in the address: "back" shows it again. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Page } from '../../parts/Page.tsx';
import { useDeskTexts } from '../texts.ts';
import { PaymentFinder } from './PaymentFinder.tsx';

export default function EveryPayment() {
  const { frame, exceptions } = useDeskTexts();
  const navigate = useNavigate();
  const { find } = useLocation().search as { find?: unknown };
  const asked = find === undefined ? '' : String(find);
  return (
    <Page title={frame.places.everyPayment} about={exceptions.finder.about}>
      <div className="paper">
        <PaymentFinder
          asked={asked}
          onAsk={(text) => void navigate({ to: pagePaths.everyPayment, search: { find: text } as never })}
        >
          <Empty title={exceptions.finder.begin}>{exceptions.finder.beginAbout}</Empty>
        </PaymentFinder>
      </div>
    </Page>
  );
}
