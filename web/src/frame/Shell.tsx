/**
 * The frame around every page for people who are signed in: sandbox line, brand, whose data this is, navigation, account.
 * Who is not signed in is led to the sign-in page, and from there back to where they wanted to go.
 */
import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import { withQuery } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { partnersOf, useMe } from '../base/me.ts';
import { Waiting } from '../parts/Empty.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Brand, SandboxLine, sandboxLineHeight } from './Brand.tsx';
import { LanguageButton, SchemeMenu } from './Choices.tsx';
import { Navigation } from './Navigation.tsx';
import { NotFound } from './NotFound.tsx';
import { PartnerSwitch } from './PartnerSwitch.tsx';
import { Redirect } from './Redirect.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const barHeight = 56;

export default function Shell() {
  const { frame } = useTexts();
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname, href } = useLocation();
  const me = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu of a phone
  useEffect(close, [pathname]);
  if (me.data && !me.data.person) return <Redirect href={withQuery(pagePaths.signIn, { next: href })} />;
  return (
    <AppShell
      header={{ height: barHeight + sandboxLineHeight }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <AppShell.Header>
        <a className="skip" href="#main">
          {frame.skip}
        </a>
        <SandboxLine />
        <Group h={barHeight} px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={frame.menu}
            aria-expanded={opened}
          />
          <Brand />
          <Group gap={0} ml="auto" wrap="nowrap" miw={0}>
            <PartnerSwitch />
            <Group gap={0} wrap="nowrap" visibleFrom="sm">
              <SchemeMenu />
              <LanguageButton />
            </Group>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={frame.navigation}>
        <Navigation />
        <Group hiddenFrom="sm" mt="auto" justify="space-between">
          <SchemeMenu />
          <LanguageButton />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {me.isPending && <Waiting />}
        {me.isError && <TroubleBox error={me.error} onAgain={() => void me.refetch()} />}
        {me.data?.person && <Inside />}
      </AppShell.Main>
      <Shortcuts />
    </AppShell>
  );
}

/** The page itself; another partner's address looks as if nothing were there. */
function Inside() {
  const { data } = useMe();
  const { partnerId } = useParams({ strict: false });
  const known = partnersOf(data?.person).some((each) => String(each.partnerId) === partnerId);
  if (partnerId !== undefined && !known) return <NotFound />;
  return <Outlet key={partnerId ?? ''} />;
}
