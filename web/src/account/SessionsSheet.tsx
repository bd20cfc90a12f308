/** Where this person is signed in; any of it can be ended. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Done, Sessions, SessionView } from '../../../src/people/views.ts';
import { read, write } from '../base/api.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { Waiting } from '../parts/Empty.tsx';
import { Sheet } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';

/** The browser's name out of what it says of itself. */
function browserOf(userAgent = ''): string {
  const name = /(Edg|OPR|Firefox|Chrome|Safari)[A-Za-z]*\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  return [name?.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(' · ');
}

export function SessionsSheet() {
  const { account: texts } = useTexts();
  const queries = useQueryClient();
  const notes = useNotes();
  const list = useQuery({ queryKey: ['sessions'], queryFn: () => read<Sessions>('/auth/sessions') });
  const end = useMutation({
    mutationFn: (which: { id: number } | { others: true }) => write<Done>('/auth/sessions/end', which),
    onSuccess: async () => {
      notes.done(texts.sessionEnded);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: notes.failed,
  });
  const columns = useColumns((id) => end.mutate({ id }), end.isPending);
  const sessions = list.data?.sessions ?? [];
  return (
    <Sheet
      title={texts.sessions}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={sessions.length < 2}
          onClick={() => end.mutate({ others: true })}
          loading={end.isPending}
        >
          {texts.endOthers}
        </Button>
      }
    >
      {list.isPending && <Waiting lines={2} />}
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {list.data && (
        <Rows<SessionView> caption={texts.sessions} rows={sessions} keyOf={({ id }) => id} columns={columns} />
      )}
    </Sheet>
  );
}

function useColumns(onEnd: (id: number) => void, busy: boolean): Column<SessionView>[] {
  const { account: texts } = useTexts();
  const format = useFormat();
  return [
    {
      key: 'browser',
      head: texts.browser,
      cell: (each) => (
        <>
          <Group gap="xs">
            {browserOf(each.userAgent) || texts.unknownBrowser}
            {each.current && <Pill mood="good">{texts.thisOne}</Pill>}
          </Group>
          <span className="second">{each.address}</span>
        </>
      ),
    },
    { key: 'seen', head: texts.lastSeen, lesser: true, cell: (each) => format.time(each.lastSeenAt) },
    {
      key: 'end',
      head: <span className="unseen">{texts.end}</span>,
      end: true,
      width: '7rem',
      cell: (each) =>
        each.current ? null : (
          <Button
            size="xs"
            variant="default"
            onClick={() => onEnd(each.id)}
            disabled={busy}
            aria-label={`${texts.end}: ${browserOf(each.userAgent)} ${format.time(each.lastSeenAt)}`}
          >
            {texts.end}
          </Button>
        ),
    },
  ];
}
