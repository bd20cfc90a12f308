/** A circle of people and the open invitations to it. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InvitationView, People } from '../../../src/people/views.ts';
import { read } from '../base/api.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { Waiting } from '../parts/Empty.tsx';
import { Sheet } from '../parts/Page.tsx';
import { Rows } from '../parts/Rows.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { type Circle, useChange, useRoleWords } from './circle.ts';
import { PersonRows } from './PersonRows.tsx';

/** `nobody` stands where nobody belongs to it. */
export function CircleList({ circle, nobody }: { circle: Circle; nobody?: ReactNode }) {
  const { people: texts } = useTexts();
  const list = useQuery({
    queryKey: circle.queryKey,
    queryFn: ({ signal }) => read<People>(`${circle.data}/people`, {}, signal),
  });
  return (
    <>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={3} />}
        {list.data?.people.length === 0 && nobody}
        {list.data && list.data.people.length > 0 && <PersonRows circle={circle} people={list.data.people} />}
      </div>
      {list.data && list.data.invitations.length > 0 && (
        <Sheet title={texts.invitations}>
          <InvitationRows circle={circle} invitations={list.data.invitations} />
        </Sheet>
      )}
    </>
  );
}

function InvitationRows({ circle, invitations }: { circle: Circle; invitations: readonly InvitationView[] }) {
  const { people: texts } = useTexts();
  const format = useFormat();
  const words = useRoleWords();
  const withdraw = useChange<{ id: number }>(circle, 'invitations/withdraw', texts.withdrawn);
  return (
    <Rows
      caption={texts.invitations}
      rows={invitations}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'email',
          head: texts.email,
          cell: ({ email, role, expiresAt }) => (
            <>
              {email}
              <span className="second">
                {words.name(role)} · {texts.until(format.date(expiresAt))}
              </span>
            </>
          ),
        },
        {
          key: 'withdraw',
          head: <span className="unseen">{texts.withdraw}</span>,
          end: true,
          width: '8rem',
          cell: ({ id, email }) =>
            circle.mayInvite && (
              <Button
                size="xs"
                variant="default"
                onClick={() => withdraw.mutate({ id })}
                disabled={withdraw.isPending}
                aria-label={`${texts.withdraw}: ${email}`}
              >
                {texts.withdraw}
              </Button>
            ),
        },
      ]}
    />
  );
}
