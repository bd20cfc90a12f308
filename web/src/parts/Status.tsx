/** States as coloured words. The colour only repeats what the word says. */
import { useTexts } from '../base/language.tsx';

export type Mood = 'good' | 'wait' | 'bad' | 'plain';

export function Pill({ mood, children }: { mood: Mood; children: React.ReactNode }) {
  return <span className={`pill ${mood}`}>{children}</span>;
}

const moods = { pending: 'wait', completed: 'good', failed: 'bad' } as const;

export function StatusPill({ status }: { status: keyof typeof moods }) {
  const { statuses } = useTexts().words;
  return <Pill mood={moods[status]}>{statuses[status]}</Pill>;
}

const deliveryMoods = { pending: 'wait', claimed: 'wait', delivered: 'good', failed: 'bad', unknown: 'plain' } as const;

export function DeliveryPill({ state }: { state: keyof typeof deliveryMoods }) {
  const { deliveryStates } = useTexts().words;
  return <Pill mood={deliveryMoods[state]}>{deliveryStates[state]}</Pill>;
}
