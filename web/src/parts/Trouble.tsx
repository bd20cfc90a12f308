/** What went wrong, in words, and what can be done about it. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Trouble } from '../base/api.ts';
import { Sentence, type Texts, useTexts } from '../base/language.tsx';

/** A failure in a sentence of the chosen language; what the service says about it follows where it says more. */
export function wordsFor(error: unknown, { trouble }: Texts): string {
  if (!(error instanceof Trouble)) return trouble.unknown;
  const coded =
    error.code === undefined ? undefined : (trouble.codes as Record<string, string | undefined>)[error.code];
  if (error.status === 429) {
    return error.retryAfterSeconds === undefined ? trouble.tooOften : trouble.tooOftenFor(error.retryAfterSeconds);
  }
  if (coded !== undefined) return coded;
  switch (error.status) {
    case 0:
      return trouble.offline;
    case 401:
      return trouble.signedOut;
    case 403:
      return trouble.forbidden;
    case 404:
      return trouble.notFound;
    default:
      return error.status >= 500 ? trouble.ours : trouble.refused;
  }
}

/** What the service itself says about it, where that helps: of each field, or of the whole. */
function detailsOf(error: unknown): ReactNode[] {
  if (!(error instanceof Trouble) || error.status < 400 || error.status >= 500 || error.code !== undefined) return [];
  const whole = { path: [], message: error.message };
  return (error.faults.length > 0 ? error.faults : [whole])
    .filter(({ message }) => message !== '')
    .map(({ path, message }) => (
      <Text key={`${path.join('.')} ${message}`} size="sm">
        {path.join('.')} <Sentence text={message} />
      </Text>
    ));
}

export function TroubleBox({ error, onAgain }: { error: unknown; onAgain?: (() => void) | undefined }) {
  const texts = useTexts();
  return (
    <Alert color="red" variant="outline" role="alert" title={wordsFor(error, texts)} className="trouble">
      {detailsOf(error)}
      {onAgain && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onAgain}>
            {texts.common.tryAgain}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The same for what happens behind a button, where the page stays as it is. */
export function useNotes() {
  const texts = useTexts();
  const closeButtonProps = { 'aria-label': texts.common.close };
  return {
    done: (message: string) => notifications.show({ message, color: 'leaf', withBorder: true, closeButtonProps }),
    /** It was tried, and did not come to what was hoped for. */
    undone: (message: string) =>
      notifications.show({ message, color: 'red', withBorder: true, closeButtonProps, autoClose: 10_000 }),
    failed: (error: unknown) =>
      notifications.show({
        title: wordsFor(error, texts),
        message: detailsOf(error),
        color: 'red',
        withBorder: true,
        closeButtonProps,
        autoClose: 10_000,
      }),
  };
}
