/** Bank files in and out, what lies refused in the drop folder, and taking a file in by hand. */
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { BankFileList, BankFileView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page, Sheet } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { FilePill, useCounts } from './FilePill.tsx';
import { UploadSheet } from './UploadSheet.tsx';

export default function Files() {
  const { bankFiles } = useDeskTexts();
  const { files: texts, directions, upload } = bankFiles;
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const given = (useSearch({ strict: false }) as { direction?: unknown }).direction;
  const direction = given === 'in' || given === 'out' ? given : undefined;
  const desk = useDeskList<BankFileList>('/files', { direction });
  const take = <Button onClick={open}>{upload.open}</Button>;
  return (
    <Page title={texts.title} about={texts.about} actions={take}>
      <Group>
        <NativeSelect
          aria-label={texts.direction}
          value={direction ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: pagePaths.files,
              ...(value !== '' && { search: { direction: value } as never }),
              replace: true,
            })
          }
          data={[
            { value: '', label: texts.both },
            { value: 'in', label: directions.in },
            { value: 'out', label: directions.out },
          ]}
        />
      </Group>
      <RefusedInFolder files={desk.first?.refusedInFolder ?? []} />
      <Listed
        of={desk}
        lines={8}
        empty={
          direction === undefined ? (
            <Empty title={texts.none} action={take}>
              {texts.noneAbout}
            </Empty>
          ) : (
            <Empty title={texts.noneSuch}>{texts.noneSuchAbout}</Empty>
          )
        }
      >
        <Rows
          fixed
          opens
          caption={texts.title}
          rows={desk.items}
          keyOf={({ fileId }) => fileId}
          columns={useColumns()}
        />
      </Listed>
      {desk.first && <UploadSheet opened={opened} onClose={close} bytesMax={desk.first.uploadBytesMax} />}
    </Page>
  );
}

function useColumns(): Column<BankFileView>[] {
  const { bankFiles } = useDeskTexts();
  const format = useFormat();
  const countsOf = useCounts();
  return [
    {
      key: 'name',
      head: bankFiles.file,
      cell: ({ fileId, name, direction, format: form }) => (
        <>
          <Link className="opener" to={pagePaths.file} params={{ fileId: String(fileId) }} title={name}>
            {name}
          </Link>
          <span className="second">
            {bankFiles.directions[direction]} · {named(bankFiles.formats, form)}
          </span>
        </>
      ),
    },
    {
      key: 'counts',
      head: bankFiles.files.inIt,
      lesser: true,
      cell: ({ counts, total }) => (
        <>
          {countsOf(counts)
            .map(([word, count]) => `${word}\u00a0${count}`)
            .join(' · ') || '–'}
          <span className="second">{total !== null && format.money(total)}</span>
        </>
      ),
    },
    { key: 'at', head: bankFiles.when, lesser: true, width: '14.5rem', cell: ({ at }) => format.time(at) },
    {
      key: 'state',
      head: bankFiles.state,
      width: '7.75rem',
      cell: ({ state, quarantinedLines }) => (
        <>
          <FilePill state={state} />
          {quarantinedLines > 0 && <span className="second">{bankFiles.files.inQuarantine(quarantinedLines)}</span>}
        </>
      ),
    },
  ];
}

function RefusedInFolder({ files }: { files: BankFileList['refusedInFolder'] }) {
  const { files: texts } = useDeskTexts().bankFiles;
  if (files.length === 0) return null;
  return (
    <Sheet title={texts.refused}>
      <Text c="dimmed" mb="sm">
        {texts.refusedAbout}
      </Text>
      <Facts
        rows={files.map(({ name, reason }) => [
          name,
          reason === null ? texts.noReason : <Sentence key={name} text={reason} />,
        ])}
      />
    </Sheet>
  );
}
