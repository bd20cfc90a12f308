/** A quarantined line in words: why it is there, where it stands, what was read of it, and its amount. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QuarantinedLineView } from '../../../../src/console/desk/views.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Pill } from '../../parts/Status.tsx';
import { FileLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { ChoiceHead } from './Choosing.tsx';

type Line = Omit<QuarantinedLineView, 'approvalId'>;

interface LineProps {
  line: Line;
  /** On the page of the file itself: it is not named. */
  onItsPage?: boolean;
  children?: ReactNode;
}

export function LineInWords({ line, onItsPage = false, children }: LineProps) {
  const { bankFiles } = useDeskTexts();
  const { quarantine: texts } = bankFiles;
  const format = useFormat();
  const cents = centsIn(line);
  return (
    <div>
      <ChoiceHead title={<Sentence text={line.reason} />} amount={cents !== undefined && format.money(cents / 100)}>
        {line.needsDecision && <Pill mood="wait">{texts.needsDecision}</Pill>}
      </ChoiceHead>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.lineNumber(line.lineId)} ·{' '}
        {!onItsPage && (
          <>
            <FileLink id={line.fileId}>{line.fileName}</FileLink> ({named(bankFiles.formats, line.format)}) ·{' '}
          </>
        )}
        {bankFiles.place(line.line, line.column)} · {format.time(line.at)}
      </Text>
      <Facts
        rows={Object.entries(line.content)
          .filter(([name]) => !unshown.has(name))
          .map(([name, value]) => [named(texts.fields, name), listed(value)])}
      />
      {children}
    </div>
  );
}

/** What is said by other means. */
const unshown = new Set(['amountCents', 'needsDecision', 'onlyToRead']);

/** A list of texts as its texts; anything else as it stands: a bank may have written what only looks like one. */
function listed(value: string): string {
  try {
    const read: unknown = value.startsWith('[') ? JSON.parse(value) : undefined;
    return Array.isArray(read) && read.every((each) => typeof each === 'string') ? read.join(', ') : value;
  } catch {
    return value;
  }
}

/** Of the transfer that was read of a line; undefined where none was. */
export function centsIn({ content: { amountCents = '' } }: Line): number | undefined {
  return /^\d{1,15}$/.test(amountCents) ? Number(amountCents) : undefined;
}
