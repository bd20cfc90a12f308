/** The log of deliveries, newest first; one opens beside it with everything that was sent and answered. */
import { Group, NativeSelect, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryView, Page as PageOf } from '../../../src/dashboard/views.ts';
import { read } from '../base/api.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { ListEnd } from '../parts/ListEnd.tsx';
import { Rows } from '../parts/Rows.tsx';
import { DeliveryPill } from '../parts/Status.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';

const renewEveryMilliseconds = 5000;

export function DeliveryLog() {
  const { webhooks: texts, words, payments } = useTexts();
  const { data } = usePartner();
  const [state, setState] = useState('');
  const [opened, setOpened] = useState<number>();
  const list = useInfiniteQuery({
    queryKey: ['deliveries', data, state],
    queryFn: ({ pageParam, signal }) =>
      read<PageOf<DeliveryView>>(`${data}/deliveries`, { state, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    // Only while the first part is shown: further down somebody is reading.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : renewEveryMilliseconds),
  });
  const deliveries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.log}
        </Title>
        <NativeSelect
          aria-label={payments.status}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
          data={[
            { value: '', label: payments.all },
            ...(['delivered', 'failed', 'unknown', 'pending'] as const).map((value) => ({
              value,
              label: words.deliveryStates[value],
            })),
          ]}
        />
      </Group>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={5} height={65} />}
        {list.data && deliveries.length === 0 && <Empty title={texts.noDeliveries}>{texts.noDeliveriesAbout}</Empty>}
        {deliveries.length > 0 && (
          <>
            <DeliveryRows deliveries={deliveries} onOpen={setOpened} />
            <ListEnd
              hasNextPage={list.hasNextPage}
              isFetchingNextPage={list.isFetchingNextPage}
              fetchNextPage={list.fetchNextPage}
            />
          </>
        )}
      </div>
      <DeliveryDrawer deliveryId={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

function DeliveryRows({ deliveries, onOpen }: { deliveries: readonly DeliveryView[]; onOpen: (id: number) => void }) {
  const { webhooks: texts, words, payments } = useTexts();
  const format = useFormat();
  return (
    <Rows
      fixed
      opens
      caption={texts.log}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'event',
          head: texts.event,
          cell: ({ id, event, paymentId }) => (
            <>
              <button type="button" className="opener plain" onClick={() => onOpen(id)}>
                {event}
              </button>
              <span className="second">
                {paymentId === undefined ? texts.testEvent : `${payments.payment} ${paymentId}`}
              </span>
            </>
          ),
        },
        { key: 'at', head: texts.at, lesser: true, width: '14.5rem', cell: ({ createdAt }) => format.time(createdAt) },
        {
          key: 'answer',
          head: texts.answer,
          lesser: true,
          cell: ({ latest }) => (
            <>
              {latest?.statusCode === undefined ? '–' : `HTTP ${latest.statusCode}`}
              <span className="second">
                {latest?.outcome !== undefined && latest.outcome !== 'delivered' && words.outcomes[latest.outcome]}
              </span>
            </>
          ),
        },
        {
          key: 'duration',
          head: texts.duration,
          lesser: true,
          end: true,
          width: '7rem',
          cell: ({ latest }) => (latest?.durationMs === undefined ? '–' : `${format.count(latest.durationMs)} ms`),
        },
        { key: 'state', head: payments.status, width: '9rem', cell: ({ state }) => <DeliveryPill state={state} /> },
      ]}
    />
  );
}
