/** The state of a bank file, and what its counts say. */
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Pill } from '../../parts/Status.tsx';
import { useDeskTexts } from '../texts.ts';

const moods = { reading: 'wait', done: 'good', refused: 'bad' } as const;

export function FilePill({ state }: { state: keyof typeof moods }) {
  const { states } = useDeskTexts().bankFiles;
  return <Pill mood={moods[state] ?? 'plain'}>{named(states, state)}</Pill>;
}

/** The counts of a file that are not nought, each with its word, in the order in which a reader asks for them. */
export function useCounts(): (counts: Record<string, number> | null) => (readonly [word: string, count: string])[] {
  const { counts: words } = useDeskTexts().bankFiles;
  const format = useFormat();
  const order = Object.keys(words);
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return (counts) =>
    Object.entries(counts ?? {})
      .filter(([, count]) => count > 0)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([name, count]) => [named(words, name), format.count(count)]);
}

/** What a file held or brought, each count with its word; nought is left out. */
export function CountFacts({ counts, total }: { counts: Record<string, number> | null; total: number | null }) {
  const { bankFiles } = useDeskTexts();
  const format = useFormat();
  const countsOf = useCounts();
  return <Facts rows={[...countsOf(counts), [bankFiles.total, total === null ? null : format.money(total)]]} />;
}
