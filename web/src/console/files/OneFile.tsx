/** One bank file: its facts, what became of it or what it holds, its quarantined lines; one that went out can be downloaded. */
import { Alert, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { FileDetail } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Page, Sheet } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { CountFacts, FilePill } from './FilePill.tsx';
import { QuarantinedLines } from './QuarantinedLines.tsx';

export default function OneFile() {
  const { one: texts } = useDeskTexts().bankFiles;
  const { fileId = '' } = useParams({ strict: false }) as { fileId?: string };
  const path = `${deskData}/files/${fileId}`;
  const file = useQuery({
    queryKey: [deskKey, path],
    queryFn: ({ signal }) => read<FileDetail>(path, {}, signal),
  });
  return (
    <Page
      title={texts.title(Number(fileId))}
      about={file.data?.name ?? '\u00a0'}
      actions={
        file.data?.stands === true && (
          <Button
            component="a"
            href={`${path}/content`}
            download
            variant="default"
            leftSection={<Icon name="download" />}
          >
            {texts.download}
          </Button>
        )
      }
    >
      {file.isError && <TroubleBox error={file.error} onAgain={() => void file.refetch()} />}
      {file.isPending && (
        <div className="paper">
          <Waiting lines={6} />
        </div>
      )}
      {file.data && <FileFacts file={file.data} />}
    </Page>
  );
}

function FileFacts({ file }: { file: FileDetail }) {
  const { bankFiles } = useDeskTexts();
  const { one: texts } = bankFiles;
  const format = useFormat();
  const { direction, stands, refusal, counts, total } = file;
  return (
    <>
      {refusal !== null && (
        <Alert color="red" variant="outline" title={texts.refusal} className="trouble">
          <Text size="sm">
            <Sentence text={refusal} />
          </Text>
          <Text size="sm">{texts.refusalAbout}</Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Sheet title={texts.facts}>
          <Facts
            rows={[
              [bankFiles.state, <FilePill key="state" state={file.state} />],
              [bankFiles.files.direction, bankFiles.directions[direction]],
              [bankFiles.format, named(bankFiles.formats, file.format)],
              [bankFiles.when, format.time(file.at)],
              [bankFiles.size, bankFiles.bytes(format.count(file.sizeBytes))],
            ]}
          />
        </Sheet>
        {(counts !== null || total !== null) && (
          <Sheet title={direction === 'in' ? texts.brought : texts.carried}>
            <CountFacts counts={counts} total={total} />
            {stands !== null && (
              <Text size="sm" c="dimmed" mt="sm">
                {stands ? texts.downloadAbout : texts.gone}
              </Text>
            )}
          </Sheet>
        )}
      </SimpleGrid>
      {direction === 'in' && (
        <Stack gap="sm" component="section">
          <Title order={2} size="h4">
            {texts.quarantined}
          </Title>
          <QuarantinedLines
            fileId={file.fileId}
            onItsPage
            empty={
              <Text c="dimmed" p="md">
                {texts.noneQuarantined}
              </Text>
            }
          />
        </Stack>
      )}
    </>
  );
}
