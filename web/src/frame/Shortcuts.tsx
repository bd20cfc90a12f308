/**
 * The keyboard: `g` and a letter open a page, `/` goes to the search field, `?` lists all of it. Not while somebody is writing.
 */
import { Kbd, Modal, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { usePlaces } from './places.ts';

const openEvent = 'quittance-shortcuts';
export const openShortcuts = () => window.dispatchEvent(new Event(openEvent));
/** So long after `g` its letter may come. */
const secondKeyMilliseconds = 1200;

export function Shortcuts() {
  const { frame, common } = useTexts();
  const navigate = useNavigate();
  const { places } = usePlaces();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    let goUntil = 0;
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (event.key === '?') setOpened(true);
      else if (event.key === '/') focusSearch(event);
      else if (event.key === 'g') goUntil = event.timeStamp + secondKeyMilliseconds;
      else if (event.timeStamp < goUntil) {
        const place = places.find(({ key }) => key === event.key);
        goUntil = 0;
        if (place) void navigate({ to: pagePaths[place.name], params: place.params });
      }
    };
    const open = () => setOpened(true);
    window.addEventListener('keydown', pressed);
    window.addEventListener(openEvent, open);
    return () => {
      window.removeEventListener('keydown', pressed);
      window.removeEventListener(openEvent, open);
    };
  }, [navigate, places]);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={frame.shortcuts}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Table>
        <Table.Tbody>
          <Shortcut keys={['?']} does={frame.shortcuts} />
          <Shortcut keys={['/']} does={frame.toSearch} />
          {places.map(({ name, key }) => (
            <Shortcut key={name} keys={['g', key]} does={frame.places[name]} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function Shortcut({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} w={96}>
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Th>
      <Table.Td>{does}</Table.Td>
    </Table.Tr>
  );
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null
  );
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}
