/** Inviting somebody by mail, with a role where there is a choice. */
import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invited } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { useMe } from '../base/me.ts';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { type Circle, useRoleWords } from './circle.ts';

interface InviteProps {
  circle: Circle;
  title: string;
  opened: boolean;
  close: () => void;
}

export function Invite({ circle, title, opened, close }: InviteProps) {
  const { common } = useTexts();
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <InviteForm circle={circle} close={close} />
    </Modal>
  );
}

/** Empty each time that it is opened. */
function InviteForm({ circle: { data, queryKey, roles }, close }: Pick<InviteProps, 'circle' | 'close'>) {
  const { common, people: texts } = useTexts();
  const words = useRoleWords();
  const mail = useMe().data?.mail !== false;
  const queries = useQueryClient();
  const notes = useNotes();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(roles[0] ?? '');
  const invite = useMutation({
    mutationFn: () => write<Invited>(`${data}/invitations`, { email, role }),
    onSuccess: async () => {
      notes.done(texts.invited(email));
      close();
      await queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Stack>
        {!mail && <Text>{texts.noMail}</Text>}
        {invite.isError && <TroubleBox error={invite.error} />}
        <TextInput
          label={texts.email}
          type="email"
          required
          withAsterisk={false}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {roles.length > 1 ? (
          <NativeSelect
            label={texts.role}
            description={words.about(role)}
            value={role}
            data={roles.map((value) => ({ value, label: words.name(value) }))}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {common.labelled(words.name(role), words.about(role) ?? '')}
          </Text>
        )}
        <Button type="submit" loading={invite.isPending} disabled={!mail}>
          {texts.send}
        </Button>
      </Stack>
    </form>
  );
}
