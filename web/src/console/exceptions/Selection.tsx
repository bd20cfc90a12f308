/** What somebody has picked out of a list, and the bar at the foot of the screen that acts on all of it. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDeskTexts } from '../texts.ts';

export interface Selection<Item> {
  items: Item[];
  has(id: number): boolean;
  set(items: readonly Item[], selected: boolean): void;
  clear(): void;
}

/** Kept by id: what is no longer in the list stays picked until it is cleared. */
export function useSelection<Item>(idOf: (item: Item) => number): Selection<Item> {
  const [byId, setById] = useState<ReadonlyMap<number, Item>>(new Map());
  return {
    items: [...byId.values()],
    has: (id) => byId.has(id),
    set: (items, selected) =>
      setById((before) => {
        const next = new Map(before);
        for (const item of items) {
          if (selected) next.set(idOf(item), item);
          else next.delete(idOf(item));
        }
        return next;
      }),
    clear: () => setById(new Map()),
  };
}

export function SelectionBar({ what, onClear, children }: { what: string; onClear: () => void; children: ReactNode }) {
  const { names } = useDeskTexts().exceptions;
  return (
    <section className="paper picked" aria-label={what}>
      <Group justify="space-between" gap="sm">
        <Text fw={550} aria-live="polite" className="numbers">
          {what}
        </Text>
        <Group gap="sm">
          <Button variant="subtle" px="sm" onClick={onClear} aria-label={names.clearSelection}>
            {names.clear}
          </Button>
          {children}
        </Group>
      </Group>
    </section>
  );
}
