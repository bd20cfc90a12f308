/** Everything that happened to a payment, the latest first. */
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TimelineEntryView } from '../../../src/dashboard/views.ts';
import { useLanguage } from '../base/language.tsx';
import { timelineWords } from './timeline-words.ts';

interface PaymentTimelineProps<Entry> {
  entries: readonly Entry[];
  /** What else there is to say of an entry: the operator knows more than the partner. */
  more?: (entry: Entry) => ReactNode;
}

export function PaymentTimeline<Entry extends TimelineEntryView>({ entries, more }: PaymentTimelineProps<Entry>) {
  const chosen = useLanguage();
  const shown = entries.map((entry, index) => ({ entry, key: `${index} ${entry.at} ${entry.what}` })).toReversed();
  return (
    <Timeline bulletSize={14} lineWidth={2} active={shown.length} reverseActive={false} color="leaf">
      {shown.map(({ entry, key }) => {
        const { title, about } = timelineWords(entry, chosen);
        return (
          <Timeline.Item key={key} title={title} lineVariant={entry.what === 'delivery' ? 'dashed' : 'solid'}>
            {about !== '' && <Text size="sm">{about}</Text>}
            {more?.(entry)}
            <Text size="xs" c="dimmed">
              <time dateTime={entry.at}>{chosen.format.time(entry.at)}</time>
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
