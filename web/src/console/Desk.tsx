/** The operator's side. It opens to operators only, and to sessions with a second factor only. */
import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { isOperator, useMe } from '../base/me.ts';
import { NotFound } from '../frame/NotFound.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { useDeskTexts } from './texts.ts';

export default function Desk() {
  const { console: texts } = useDeskTexts();
  const person = useMe().data?.person;
  if (!isOperator(person)) return <NotFound />;
  if (person?.secondFactor === true) return <Outlet />;
  return (
    <Page title={texts.title}>
      <Empty
        title={texts.secondFactor}
        action={<Button renderRoot={(props) => <Link to={pagePaths.account} {...props} />}>{texts.toAccount}</Button>}
      >
        {texts.secondFactorAbout}
      </Empty>
    </Page>
  );
}
