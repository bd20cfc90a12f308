/** What every page begins with: its heading, which has the focus after a change of page, and the title of the window. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

export interface PageProps {
  title: string;
  /** One sentence below the heading. */
  about?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

let first = true;

export function Page({ title, about, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  useEffect(() => {
    // Whoever opened the window is at its beginning already.
    if (!first) heading.current?.focus();
    first = false;
  }, []);
  return (
    <Stack className="page" gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" maw={640} mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A sheet of paper with a heading of its own. */
export function Sheet({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="paper">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}
