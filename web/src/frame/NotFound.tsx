/** An address where nothing is. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTexts } from '../base/language.tsx';

export function NotFound() {
  const { trouble, common } = useTexts();
  useEffect(() => {
    document.title = `${trouble.noPage} · Quittance`;
  }, [trouble]);
  return (
    <Stack align="center" ta="center" py={64} px="md">
      <Title order={1} size="h2">
        {trouble.noPage}
      </Title>
      <Text c="dimmed" maw={480}>
        {trouble.noPageAbout}
      </Text>
      <Button component="a" href="/dashboard">
        {common.toDashboard}
      </Button>
    </Stack>
  );
}
