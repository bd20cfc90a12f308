/** What is in a bank file that was only looked into: its counts and first lines, why it would be refused, whether it is known. */
import { Alert, Stack, Text, Title } from '@mantine/core';
import type { FilePreview } from '../../../../src/console/desk/views.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { FileLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';

export function PreviewOfFile({ preview }: { preview: FilePreview }) {
  const { bankFiles } = useDeskTexts();
  const { upload: texts } = bankFiles;
  const format = useFormat();
  const { refusal, knownFileId, unfinishedFileId, lines, quarantined, total, sample } = preview;
  return (
    <Stack>
      {refusal && (
        <Alert color="red" variant="outline" role="alert" title={texts.refused} className="trouble">
          <Text size="sm">
            <Sentence text={refusal.reason} /> ({bankFiles.place(refusal.line, refusal.column)})
          </Text>
          <Text size="sm">{texts.refusedAbout}</Text>
        </Alert>
      )}
      {knownFileId !== null && (
        <Alert color="leaf" variant="light" role="status" title={texts.known}>
          {texts.knownAbout} <FileLink id={knownFileId}>{texts.toKnown(knownFileId)}</FileLink>
        </Alert>
      )}
      {unfinishedFileId !== null && (
        <Alert color="red" variant="outline" role="status" title={texts.unfinished}>
          {texts.unfinishedAbout} <FileLink id={unfinishedFileId}>{texts.toKnown(unfinishedFileId)}</FileLink>
        </Alert>
      )}
      <div>
        <Title order={3} size="h5" mb="xs">
          {texts.found}
        </Title>
        <Facts
          rows={[
            [bankFiles.format, named(bankFiles.formats, preview.format)],
            [texts.lines, format.count(lines)],
            [texts.quarantined, quarantined > 0 ? format.count(quarantined) : null],
            [bankFiles.total, total === null ? null : format.money(total)],
          ]}
        />
      </div>
      {sample.length > 0 && <Sample lines={sample} />}
      {!refusal && knownFileId === null && unfinishedFileId === null && <Text c="dimmed">{texts.nothingYet}</Text>}
    </Stack>
  );
}

function Sample({ lines }: { lines: FilePreview['sample'] }) {
  const { bankFiles } = useDeskTexts();
  const { upload: texts } = bankFiles;
  const format = useFormat();
  return (
    <div className="paper flush">
      <Rows
        caption={texts.sample(lines.length)}
        rows={lines.map((each, index) => ({ ...each, index }))}
        keyOf={({ index }) => index}
        columns={[
          { key: 'line', head: bankFiles.line, lesser: true, width: '5.5rem', cell: ({ line }) => format.count(line) },
          {
            key: 'text',
            head: texts.sample(lines.length),
            cell: ({ text, quarantined }) => (quarantined ? <Sentence text={text} /> : text),
          },
          {
            key: 'amount',
            head: bankFiles.amount,
            end: true,
            width: '8.5rem',
            cell: ({ amount, quarantined }) => (
              <>{quarantined ? <Pill mood="wait">{texts.quarantine}</Pill> : amount !== null && format.money(amount)}</>
            ),
          },
        ]}
      />
    </div>
  );
}
