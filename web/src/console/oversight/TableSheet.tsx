/** A sheet with a heading whose table reaches to its edges. */
import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface TableSheetProps {
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

export function TableSheet({ title, actions, children }: TableSheetProps) {
  return (
    <section className="paper flush">
      <Group justify="space-between" gap="sm" px={{ base: 'sm', sm: 'md' }} pt="md" pb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}
