/** Lines of bank files that could not be used: of all files, or of the one that the address names. */
import { Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Page } from '../../parts/Page.tsx';
import { FileLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { QuarantinedLines } from './QuarantinedLines.tsx';

export default function Quarantine() {
  const { quarantine: texts } = useDeskTexts().bankFiles;
  const fileId = idIn((useSearch({ strict: false }) as { fileId?: unknown }).fileId);
  return (
    <Page title={texts.title} about={texts.about}>
      {fileId !== undefined && (
        <Text>
          <FileLink id={fileId}>{texts.onlyOf(fileId)}</FileLink> <Link to={pagePaths.quarantine}>{texts.ofAll}</Link>
        </Text>
      )}
      <QuarantinedLines
        key={fileId ?? ''}
        fileId={fileId}
        empty={<Empty title={texts.none}>{texts.noneAbout}</Empty>}
      />
    </Page>
  );
}

/** A number of the address, which somebody may have typed. */
function idIn(given: unknown): number | undefined {
  const id = Number(given);
  return given !== undefined && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
