/** The people of a circle: who, seen when, with which role; and for who may, another role or none. */
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { PersonView } from '../../../src/people/views.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { useMe } from '../base/me.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { type Circle, useChange, useRoleWords } from './circle.ts';

export function PersonRows({ circle, people }: { circle: Circle; people: readonly PersonView[] }) {
  const { people: texts } = useTexts();
  const [asked, setAsked] = useState<PersonView>();
  const changeRole = useChange<{ personId: number; role: string }>(circle, 'people/role', texts.roleChanged);
  const remove = useChange<{ personId: number }>(circle, 'people/remove', texts.removed);
  return (
    <>
      <Rows
        caption={texts.title}
        rows={people}
        keyOf={({ id }) => id}
        columns={usePersonColumns(circle, changeRole, setAsked)}
      />
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.remove}
        yes={texts.remove}
        danger
        busy={remove.isPending}
        onYes={() => asked && remove.mutate({ personId: asked.id }, { onSettled: () => setAsked(undefined) })}
      >
        {circle.removeAbout(asked?.name ?? '')}
      </Confirm>
    </>
  );
}

function usePersonColumns(
  { roles, mayManage }: Circle,
  changeRole: ReturnType<typeof useChange<{ personId: number; role: string }>>,
  onRemove: (person: PersonView) => void,
): Column<PersonView>[] {
  const { people: texts } = useTexts();
  const format = useFormat();
  const words = useRoleWords();
  const me = useMe().data?.person;
  const removeButton = (person: PersonView) => (
    <Button size="xs" variant="default" onClick={() => onRemove(person)} aria-label={`${texts.remove}: ${person.name}`}>
      {texts.remove}
    </Button>
  );
  const columns: Column<PersonView>[] = [
    {
      key: 'name',
      head: texts.name,
      cell: ({ name, email, hasSecondFactor }) => (
        <>
          <Group gap="xs">
            <Text fw={550}>{name}</Text>
            {hasSecondFactor && <Pill mood="good">{texts.secondFactor}</Pill>}
          </Group>
          <span className="second">{email}</span>
        </>
      ),
    },
    {
      key: 'seen',
      head: texts.lastSeen,
      lesser: true,
      cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? texts.never : format.time(lastSeenAt)),
    },
    {
      key: 'role',
      head: texts.role,
      width: '10rem',
      cell: (person) =>
        mayManage && person.id !== me?.id ? (
          <>
            <NativeSelect
              size="xs"
              aria-label={`${texts.role}: ${person.name}`}
              value={person.role}
              data={roles.map((value) => ({ value, label: words.name(value) }))}
              disabled={changeRole.isPending}
              onChange={(event) => changeRole.mutate({ personId: person.id, role: event.currentTarget.value })}
            />
            {/* Where its column is gone. */}
            <div className="narrow below">{removeButton(person)}</div>
          </>
        ) : (
          words.name(person.role)
        ),
    },
  ];
  if (!mayManage) return columns;
  return [
    ...columns,
    {
      key: 'remove',
      head: <span className="unseen">{texts.remove}</span>,
      end: true,
      lesser: true,
      width: '8rem',
      cell: (person) => person.id !== me?.id && removeButton(person),
    },
  ];
}
