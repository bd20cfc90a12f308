/** Past rent reports as they were submitted. */
import { Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page as PageOf, RentReportDetail, RentReportView } from '../../../src/dashboard/views.ts';
import { read } from '../base/api.ts';
import { Sentence, useFormat, useTexts } from '../base/language.tsx';
import { useList } from '../base/list.ts';
import { usePartner } from '../base/me.ts';
import { Code } from '../parts/Copy.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Listed } from '../parts/Listed.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';

export default function RentReports() {
  const { rentReports: texts, common } = useTexts();
  const { data } = usePartner();
  const [opened, setOpened] = useState<number>();
  const reports = useList<PageOf<RentReportView>>(['rent-reports', data], `${data}/rent-reports`);
  const columns = useColumns(setOpened);
  return (
    <Page title={texts.title} about={texts.about}>
      <Listed of={reports} empty={<Empty title={texts.none}>{texts.noneAbout}</Empty>}>
        <Rows fixed opens caption={texts.title} rows={reports.items} keyOf={({ id }) => id} columns={columns} />
      </Listed>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={texts.report}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {opened !== undefined && <Report id={opened} />}
      </Drawer>
    </Page>
  );
}

function Report({ id }: { id: number }) {
  const { rentReports: texts } = useTexts();
  const { data } = usePartner();
  const detail = useQuery({
    queryKey: ['rent-report', data, id],
    queryFn: () => read<RentReportDetail>(`${data}/rent-reports/${id}`),
  });
  if (detail.isPending) return <Waiting lines={5} />;
  if (detail.isError) return <TroubleBox error={detail.error} onAgain={() => void detail.refetch()} />;
  return (
    <Stack>
      {detail.data.warnings.map((warning) => (
        <Text key={warning} size="sm">
          <Sentence text={warning} />
        </Text>
      ))}
      <Code text={JSON.stringify(detail.data.report, null, 2)} label={texts.report} wraps />
    </Stack>
  );
}

function useColumns(onOpen: (id: number) => void): Column<RentReportView>[] {
  const { rentReports: texts } = useTexts();
  const format = useFormat();
  return [
    {
      key: 'who',
      head: texts.person,
      cell: ({ id, userName, userEmail }) => (
        <>
          <button type="button" className="opener plain" onClick={() => onOpen(id)}>
            {userName ?? userEmail}
          </button>
          <span className="second">{userEmail}</span>
        </>
      ),
    },
    {
      key: 'months',
      head: texts.months,
      cell: ({ months, firstMonth, lastMonth }) => (
        <>
          {format.count(months)}
          <span className="second">{[firstMonth, lastMonth].filter(Boolean).join(' – ')}</span>
        </>
      ),
    },
    { key: 'at', head: texts.at, lesser: true, cell: ({ createdAt }) => format.time(createdAt) },
    {
      key: 'warnings',
      head: texts.warnings,
      lesser: true,
      width: '9rem',
      cell: ({ warningCount }) => warningCount > 0 && <Pill mood="wait">{warningCount}</Pill>,
    },
  ];
}
