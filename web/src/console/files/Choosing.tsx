/**
 * Choosing several things of a list and doing the same with all of them: a bar that stays in sight, and below it the things, each
 * with its box.
 */
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDeskTexts } from '../texts.ts';

/** The service takes so many in one request. */
const chosenMax = 200;

export interface Choosing {
  /** All that may be chosen. */
  ids: readonly number[];
  chosen: readonly number[];
  has(id: number): boolean;
  mark(ids: readonly number[], on: boolean): void;
}

/** What is chosen of `ids`; what has left the list meanwhile is chosen no more. */
export function useChoosing(ids: readonly number[]): Choosing {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    chosen: ids.filter((id) => marked.has(id)),
    has: (id) => marked.has(id),
    mark: (given, on) => {
      const rest = [...marked].filter((id) => !given.includes(id));
      setMarked(new Set(on ? [...rest, ...given] : rest));
    },
  };
}

/** Above the list: all or none, how many, and (`children`) what can be done with them. */
export function ChoiceBar({ choosing, children }: { choosing: Choosing; children: ReactNode }) {
  const { choose } = useDeskTexts().bankFiles;
  const { ids, chosen, mark } = choosing;
  const some = chosen.length > 0;
  return (
    <Group className="paper choice-bar" justify="space-between" gap="sm">
      <Group gap="md">
        <Checkbox
          label={some ? choose.forget : choose.all}
          checked={some && chosen.length === Math.min(ids.length, chosenMax)}
          indeterminate={some && chosen.length < ids.length}
          disabled={ids.length === 0}
          onChange={() => mark(some ? chosen : ids.slice(0, chosenMax), !some)}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {chosen.length > chosenMax ? choose.atMost(chosenMax) : some && choose.chosen(chosen.length)}
        </Text>
      </Group>
      <Group gap="sm">{children}</Group>
    </Group>
  );
}

/** A button of the bar. */
export function ChoiceButton({
  choosing: { chosen },
  onClick,
  children,
  impossible = false,
}: {
  choosing: Choosing;
  onClick: () => void;
  children: ReactNode;
  impossible?: boolean;
}) {
  const disabled = chosen.length === 0 || chosen.length > chosenMax || impossible;
  return (
    <Button size="sm" variant="default" onClick={onClick} disabled={disabled}>
      {children}
    </Button>
  );
}

interface ChoiceListProps<Item> {
  /** What the list holds, for who does not see it. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => number;
  /** Of one thing, at its box. */
  nameOf: (item: Item) => string;
  choosing: Choosing;
  children: (item: Item) => ReactNode;
}

export function ChoiceList<Item>({ label, items, idOf, nameOf, choosing, children }: ChoiceListProps<Item>) {
  return (
    <ul className="choices" aria-label={label}>
      {items.map((item) => {
        const id = idOf(item);
        return (
          <li key={id} className={choosing.has(id) ? 'chosen' : undefined}>
            <Checkbox
              aria-label={nameOf(item)}
              checked={choosing.has(id)}
              disabled={!choosing.ids.includes(id)}
              onChange={(event) => choosing.mark([id], event.currentTarget.checked)}
            />
            <div>{children(item)}</div>
          </li>
        );
      })}
    </ul>
  );
}

/** The head of a thing in such a list: what it is, its states, its amount. */
export function ChoiceHead({
  title,
  children,
  amount,
}: {
  title: ReactNode;
  children?: ReactNode;
  amount?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap" mb={4}>
      <Group gap="xs">
        <Text fw={600} component="span">
          {title}
        </Text>
        {children}
      </Group>
      <Text component="span" fw={600} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {amount}
      </Text>
    </Group>
  );
}
