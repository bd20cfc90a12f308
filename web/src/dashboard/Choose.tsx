/** /dashboard: to the person's partner; with none, what that means. */
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { isOperator, partnersOf, useMe } from '../base/me.ts';
import { usePartnerAtHand } from '../frame/places.ts';
import { Redirect } from '../frame/Redirect.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';

export default function Choose() {
  const { choose } = useTexts();
  const person = useMe().data?.person;
  const partnerId = usePartnerAtHand();
  if (partnerId !== undefined) return <Redirect href={pagePaths.payments.replace('$partnerId', partnerId)} />;
  if (isOperator(person) && partnersOf(person).length === 0) return <Redirect href={pagePaths.console} />;
  return (
    <Page title={choose.title}>
      <Empty title={choose.none}>{choose.noneAbout}</Empty>
    </Page>
  );
}
