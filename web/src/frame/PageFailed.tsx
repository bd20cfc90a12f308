/** A page that fell over: said in words, with a way on. An old page whose files are gone is loaded anew once. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../base/language.tsx';

const filesGone = /dynamically imported module|Importing a module script failed|module script/i;
const reloadedAt = 'quittance-reloaded-at';
const onceInMilliseconds = 30_000;

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { trouble, common } = useTexts();
  const router = useRouter();
  useEffect(() => {
    if (!filesGone.test(String(error))) return;
    // The service was renewed meanwhile; but not in circles.
    const before = Number(sessionStorage.getItem(reloadedAt));
    if (Date.now() - before < onceInMilliseconds) return;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    window.location.reload();
  }, [error]);
  return (
    <Stack align="center" ta="center" py={64} px="md" role="alert">
      <Title order={1} size="h2">
        {trouble.pageFailed}
      </Title>
      <Text c="dimmed" maw={480}>
        {trouble.pageFailedAbout}
      </Text>
      <Group>
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          {common.tryAgain}
        </Button>
        <Button variant="default" component="a" href="/dashboard">
          {common.toDashboard}
        </Button>
      </Group>
    </Stack>
  );
}
