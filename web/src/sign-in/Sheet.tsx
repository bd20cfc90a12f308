/** One sheet of the sign-in: heading, a sentence, a form. */
import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export function SignInSheet({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" mt={4}>
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
