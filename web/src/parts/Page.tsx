/** What every page begins with: its heading, which has the focus after a change of page, and the title of the window. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

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

interface SheetProps {
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  /** What it holds, a table, reaches to its edges. */
  flush?: boolean;
  children: ReactNode;
}

const besideText = { mb: 'sm' } as const;
const aboveTable = { px: { base: 'sm', sm: 'md' }, pt: 'md', pb: 'xs' } as const;

/** A sheet of paper with a heading of its own. */
export function Sheet({ title, actions, flush = false, children }: SheetProps) {
  return (
    <section className={flush ? 'paper flush' : 'paper'}>
      <Group justify="space-between" gap="sm" {...(flush ? aboveTable : besideText)}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}

/** The way back to the list that a page belongs to, below its heading. */
export function Back({ children, ...to }: LinkProps & { children: ReactNode }) {
  return (
    <Anchor component="span" renderRoot={(props) => <Link {...to} {...props} />}>
      <Icon name="left" size={14} /> {children}
    </Anchor>
  );
}
