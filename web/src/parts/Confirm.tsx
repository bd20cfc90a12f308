/** A question before something that others will notice. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../base/language.tsx';

export interface Question {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** What is done, on the button. */
  yes: string;
  onYes: () => void;
  busy?: boolean;
  danger?: boolean;
}

export function Confirm({ opened, onClose, title, children, yes, onYes, busy = false, danger = false }: Question) {
  const { common } = useTexts();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common.close }} centered>
      <Stack>
        <Text>{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color={danger ? 'red.9' : 'leaf'} onClick={onYes} loading={busy}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
