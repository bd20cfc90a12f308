/** Where there is nothing yet: why, and what to do about it. And the place that is held while something is fetched. */
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../base/language.tsx';

export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={480}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}

/** `lines` rows of the height that they will have. */
export function Waiting({ lines = 6, height = 44 }: { lines?: number; height?: number }) {
  const { common } = useTexts();
  return (
    <Stack gap={12} p="md" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={index} height={height - 12} radius="sm" />
      ))}
    </Stack>
  );
}
