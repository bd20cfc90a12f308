/** A person's own account: name, password, second factor, sessions. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Done } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { meQuery, type Person, useMe } from '../base/me.ts';
import { Page, Sheet } from '../parts/Page.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { PasswordForm } from '../sign-in/PasswordForm.tsx';
import { SecondFactorSheet } from './SecondFactorSheet.tsx';
import { SessionsSheet } from './SessionsSheet.tsx';

export default function Account() {
  const { account: texts } = useTexts();
  const person = useMe().data?.person;
  if (!person) return null;
  return (
    <Page title={texts.title} about={`${person.name} · ${person.email}`}>
      <NameSheet person={person} />
      <PasswordSheet person={person} />
      <SecondFactorSheet person={person} />
      <SessionsSheet />
    </Page>
  );
}

const nameCharactersMax = 100;

function NameSheet({ person }: { person: Person }) {
  const { account: texts } = useTexts();
  const queries = useQueryClient();
  const notes = useNotes();
  const [name, setName] = useState(person.name);
  const change = useMutation({
    mutationFn: () => write<Done>('/auth/name', { name }),
    onSuccess: async () => {
      notes.done(texts.nameChanged);
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <Sheet title={texts.name}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack>
          {change.isError && <TroubleBox error={change.error} />}
          <TextInput
            label={texts.name}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={nameCharactersMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {texts.changeName}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}

function PasswordSheet({ person }: { person: Person }) {
  const { account: texts } = useTexts();
  const queries = useQueryClient();
  const notes = useNotes();
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: ({ newPassword, currentPassword }: { newPassword: string; currentPassword: string }) =>
      person.hasPassword
        ? write<Done>('/auth/change-password', { newPassword, currentPassword })
        : write<Done>('/auth/set-password', { newPassword }),
    onSuccess: async () => {
      notes.done(texts.passwordChanged);
      setChanges(changes + 1);
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Sheet title={person.hasPassword ? texts.changePassword : texts.setPassword}>
      <PasswordForm
        key={changes}
        button={person.hasPassword ? texts.changePassword : texts.setPassword}
        asksCurrent={person.hasPassword}
        busy={change.isPending}
        error={change.error}
        onChoose={(newPassword, currentPassword) => change.mutate({ newPassword, currentPassword })}
      />
    </Sheet>
  );
}
