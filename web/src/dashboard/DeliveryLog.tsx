/** The log of deliveries, newest first; one opens beside it with everything that was sent and answered. */
import { Group, NativeSelect, Title } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryView, Page as PageOf } from '../../../src/dashboard/views.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { useList } from '../base/list.ts';
import { usePartner } from '../base/me.ts';
import { Empty } from '../parts/Empty.tsx';
import { Listed } from '../parts/Listed.tsx';
import { Rows } from '../parts/Rows.tsx';
import { DeliveryPill } from '../parts/Status.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';

const renewEveryMilliseconds = 5000;

export function DeliveryLog() {
  const { webhooks: texts, words, payments } = useTexts();
  const { data } = usePartner();
  const [state, setState] = useState('');
  const [opened, setOpened] = useState<number>();
  const deliveries = useList<PageOf<DeliveryView>>(
    ['deliveries', data, state],
    `${data}/deliveries`,
    { state },
    { renewEveryMilliseconds },
  );
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
      <Listed of={deliveries} empty={<Empty title={texts.noDeliveries}>{texts.noDeliveriesAbout}</Empty>}>
        <DeliveryRows deliveries={deliveries.items} onOpen={setOpened} />
      </Listed>
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
