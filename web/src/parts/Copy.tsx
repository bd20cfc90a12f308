/** Text to take along: a button that copies, a value that is shown this once, a snippet. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '../base/language.tsx';

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { common } = useTexts();
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button size="xs" variant="default" onClick={() => clipboard.copy(text)} miw={96}>
      <span aria-live="polite">{clipboard.copied ? common.copied : (label ?? common.copy)}</span>
    </Button>
  );
}

/** A secret that will not be shown again. */
export function Once({ title, value, children }: { title: string; value: string; children?: React.ReactNode }) {
  const { common } = useTexts();
  return (
    <Alert title={title} color="leaf" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{common.shownOnce}</Text>
        <code className="once" data-testid="once">
          {value}
        </code>
        <CopyButton text={value} />
        {children}
      </Stack>
    </Alert>
  );
}

/** A piece of code; what is too wide for the screen is reached by scrolling, with the keyboard too. */
export function Code({ text, label, wraps = false }: { text: string; label: string; wraps?: boolean }) {
  return (
    <section className={wraps ? 'code wraps' : 'code'} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
