/** Totals of a range of days: by day, by status, by way of paying, and how long payments took. */
import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Totals as TotalsView } from '../../../src/dashboard/views.ts';
import { read } from '../base/api.ts';
import { dayInToronto } from '../base/format.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { DayBars, type Measure, Shares } from './Charts.tsx';

const ranges = ['7', '30', '90', '365'] as const;

export default function Totals() {
  const { totals: texts } = useTexts();
  const { data } = usePartner();
  const [days, setDays] = useState<string>('30');
  const totals = useQuery({
    queryKey: ['totals', data, days],
    queryFn: ({ signal }) => {
      // The sandbox's clock may be ahead of ours: without a range the service takes its own last 30 days.
      const query = days === '30' ? {} : { from: dayInToronto(1 - Number(days)), to: dayInToronto(0) };
      return read<TotalsView>(`${data}/totals`, query, signal);
    },
    placeholderData: (before) => before,
  });
  return (
    <Page
      title={texts.title}
      actions={
        <SegmentedControl
          aria-label={texts.range}
          value={days}
          onChange={setDays}
          data={ranges.map((value) => ({ value, label: texts.days(Number(value)) }))}
        />
      }
    >
      {totals.isPending && <Waiting lines={8} />}
      {totals.isError && <TroubleBox error={totals.error} onAgain={() => void totals.refetch()} />}
      {totals.data && <Shown totals={totals.data} />}
    </Page>
  );
}

function Shown({ totals }: { totals: TotalsView }) {
  const { totals: texts, words } = useTexts();
  const format = useFormat();
  const [measure, setMeasure] = useState<Measure>('count');
  if (totals.all.count === 0) return <Empty title={texts.none}>{texts.noneAbout}</Empty>;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure name={texts.payments} value={format.count(totals.all.count)} />
        <Figure name={texts.amount} value={format.money(totals.all.amount)} />
        <Figure name={texts.median} value={spanOf(totals.secondsToCompletion?.median, format.span)} />
        <Figure name={texts.p95} value={spanOf(totals.secondsToCompletion?.p95, format.span)} />
      </SimpleGrid>
      <Sheet
        title={texts.byDay}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={texts.measure}
            value={measure}
            onChange={(value) => setMeasure(value as Measure)}
            data={[
              { value: 'count', label: texts.count },
              { value: 'amount', label: texts.amount },
            ]}
          />
        }
      >
        <DayBars days={totals.byDay} measure={measure} />
      </Sheet>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div className="paper flush">
          <Shares
            caption={texts.byStatus}
            rows={totals.byStatus.map((each) => ({
              ...each,
              key: each.status,
              name: words.statuses[each.status],
              fill: `fill-${each.status}`,
            }))}
          />
        </div>
        <div className="paper flush">
          <Shares
            caption={texts.byMethod}
            rows={totals.byMethod.map((each) => ({
              ...each,
              key: `${each.type} ${each.method}`,
              name: `${words.types[each.type]} · ${words.methods[each.method]}`,
            }))}
          />
        </div>
      </SimpleGrid>
      {totals.secondsToCompletionByMethod.length > 0 && (
        <Sheet title={texts.toCompletion}>
          <Facts
            rows={totals.secondsToCompletionByMethod.map(({ method, type, median, p95, count }) => [
              `${words.types[type]} · ${words.methods[method]}`,
              texts.spans(format.span(median), format.span(p95), count, format.count(count)),
            ])}
          />
        </Sheet>
      )}
    </Stack>
  );
}

function spanOf(seconds: number | undefined, span: (seconds: number) => string): string {
  return seconds === undefined ? '–' : span(seconds);
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Group className="paper" gap={0} style={{ flexDirection: 'column', alignItems: 'flex-start' }}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={{ base: 18, sm: 22 }} fw={650} className="numbers">
        {value}
      </Text>
    </Group>
  );
}
