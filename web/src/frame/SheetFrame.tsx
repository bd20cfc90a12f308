/** The frame of the pages around signing in: brand, one sheet of paper, language. */
import { Group } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../base/language.tsx';
import { Brand, SandboxLine } from './Brand.tsx';
import { LanguageButton, SchemeMenu } from './Choices.tsx';

export default function SheetFrame() {
  const { frame } = useTexts();
  return (
    <div className="sign-in">
      <header>
        <SandboxLine />
        <Group justify="space-between" px="md" h={56}>
          <Brand />
          <Group gap={0}>
            <SchemeMenu />
            <LanguageButton />
          </Group>
        </Group>
      </header>
      <main>
        <section className="paper">
          <Outlet />
        </section>
      </main>
      <footer>
        <Group justify="center" p="md" gap="lg" fz="sm">
          <a className="quiet" href="/docs">
            {frame.documentation}
          </a>
        </Group>
      </footer>
    </div>
  );
}
