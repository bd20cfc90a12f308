/** How many payments of a batch were accepted, rejected, or have no answer yet. */
import { Group } from '@mantine/core';
import type { BatchItemView, BatchView } from '../../../../src/console/desk/views.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { type Mood, Pill } from '../../parts/Status.tsx';
import { useDeskTexts } from '../texts.ts';

const moods: Readonly<Record<BatchItemView['outcome'], Mood>> = { accepted: 'good', rejected: 'bad', open: 'wait' };

export function Answers({ of }: { of: Pick<BatchView, 'accepted' | 'rejected' | 'open'> }) {
  const { outcomes } = useDeskTexts().bankFiles.batch;
  const format = useFormat();
  return (
    <Group gap={6}>
      {(['accepted', 'rejected', 'open'] as const)
        .filter((outcome) => of[outcome] > 0)
        .map((outcome) => (
          <Pill key={outcome} mood={moods[outcome]}>
            {named(outcomes, outcome)} {format.count(of[outcome])}
          </Pill>
        ))}
    </Group>
  );
}

export function OutcomePill({ outcome }: { outcome: BatchItemView['outcome'] }) {
  const { outcomes } = useDeskTexts().bankFiles.batch;
  return <Pill mood={moods[outcome] ?? 'plain'}>{named(outcomes, outcome)}</Pill>;
}
