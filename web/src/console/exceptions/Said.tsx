/** Words that somebody outside has written: apart from ours, and shortened where they go on and on. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useDeskTexts } from '../texts.ts';

/** About three lines on a phone. */
const shortCharactersMax = 140;
const shortLinesMax = 3;

export function Said({ text, label }: { text: string; label: string }) {
  const { names } = useDeskTexts().exceptions;
  const [whole, setWhole] = useState(false);
  const long = text.length > shortCharactersMax || text.split('\n').length > shortLinesMax;
  return (
    <div>
      <Text
        component="blockquote"
        aria-label={label}
        m={0}
        ps="sm"
        lineClamp={long && !whole ? shortLinesMax : 0}
        style={{ borderInlineStart: '3px solid var(--mantine-color-default-border)', whiteSpace: 'pre-wrap' }}
      >
        {text}
      </Text>
      {long && (
        <Button size="compact-sm" variant="subtle" mt={4} onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {whole ? names.showLess : names.showAll}
        </Button>
      )}
    </div>
  );
}
