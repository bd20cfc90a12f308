/** Who is signed in: to the account, to the shortcuts, out. */
import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { useMe } from '../base/me.ts';
import { Icon } from '../parts/Icon.tsx';
import { useNotes } from '../parts/Trouble.tsx';
import { openShortcuts } from './Shortcuts.tsx';

export function AccountMenu() {
  const { frame } = useTexts();
  const navigate = useNavigate();
  const notes = useNotes();
  const { data } = useMe();
  const signOut = async () => {
    try {
      await write('/auth/sign-out');
      // A new document: nothing of this person is left in memory.
      window.location.assign(pagePaths.signIn);
    } catch (error) {
      notes.failed(error);
    }
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" size="sm" px="xs" flex="none" aria-label={frame.account}>
          <Icon name="person" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{data?.person?.email ?? '…'}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: pagePaths.account })}>{frame.account}</Menu.Item>
        <Menu.Item onClick={openShortcuts} rightSection={<kbd>?</kbd>}>
          {frame.shortcuts}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" rel="noopener">
          {frame.documentation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{frame.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
