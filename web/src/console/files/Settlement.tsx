/** Paying the billers: what the next cut-offs would do, and the batches with their totals and answers. */
import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BatchList, BatchView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { Answers } from './Answers.tsx';
import { NextBatch, NextDebits } from './NextRuns.tsx';

export default function Settlement() {
  const { settlement: texts } = useDeskTexts().bankFiles;
  const desk = useDeskList<BatchList>('/settlement/batches');
  return (
    <Page title={texts.title} about={texts.about}>
      <NextBatch />
      <NextDebits />
      <Stack gap="sm" component="section">
        <Title order={2} size="h4">
          {texts.batches}
        </Title>
        <Listed of={desk} empty={<Empty title={texts.noBatches}>{texts.noBatchesAbout}</Empty>}>
          <Rows
            fixed
            opens
            caption={texts.batches}
            rows={desk.items}
            keyOf={({ batchId }) => batchId}
            columns={useColumns()}
          />
        </Listed>
      </Stack>
    </Page>
  );
}

function useColumns(): Column<BatchView>[] {
  const { bankFiles } = useDeskTexts();
  const { settlement: texts, batch } = bankFiles;
  const format = useFormat();
  return [
    {
      key: 'batch',
      head: texts.batch,
      cell: ({ batchId, messageId, writtenAt }) => (
        <>
          <Link className="opener" to={pagePaths.batch} params={{ batchId: String(batchId) }}>
            {batch.title(batchId)}
          </Link>
          <span className="second">{writtenAt === null ? texts.notWritten : messageId}</span>
        </>
      ),
    },
    {
      key: 'created',
      head: texts.created,
      lesser: true,
      width: '14.5rem',
      cell: (each) => format.time(each.createdAt),
    },
    {
      key: 'answers',
      head: texts.answers,
      lesser: true,
      width: '18rem',
      cell: (each) => <Answers of={each} />,
    },
    {
      key: 'total',
      head: bankFiles.total,
      end: true,
      width: '9rem',
      cell: ({ total, payments, rejected }) => (
        <>
          {format.money(total)}
          <span className="second">{texts.count(format.count(payments), payments)}</span>
          {rejected > 0 && (
            <span className="narrow">
              <span className="second">
                {batch.outcomes.rejected} {format.count(rejected)}
              </span>
            </span>
          )}
        </>
      ),
    },
  ];
}
