/**
 * Behind an invitation: first a name, which accepts it, then a password. Somebody who has an account accepts while signed in.
 */
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { Accepted, Done } from '../../../src/people/views.ts';
import { Trouble, write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { forgetEverything, useMe } from '../base/me.ts';
import { TroubleBox } from '../parts/Trouble.tsx';
import { useHashToken } from './next.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInSheet } from './Sheet.tsx';

export default function Invitation() {
  const { invitation: texts, link } = useTexts();
  const token = useHashToken();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const person = useMe().data?.person;
  const [name, setName] = useState('');
  const goIn = async (partnerId: number) => {
    await forgetEverything(queries);
    if (partnerId === 0) await navigate({ to: pagePaths.console });
    else await navigate({ to: pagePaths.payments, params: { partnerId: String(partnerId) } });
  };
  const accept = useMutation({
    mutationFn: () => write<Accepted>('/auth/accept-invitation', { token, ...(name !== '' && { name }) }),
    onSuccess: ({ newPerson, partnerId }) => (newPerson ? undefined : goIn(partnerId)),
  });
  const setPassword = useMutation({
    mutationFn: (newPassword: string) => write<Done>('/auth/set-password', { newPassword }),
    onSuccess: () => goIn(accept.data?.partnerId ?? 0),
  });
  if (accept.data?.newPerson) {
    return (
      <SignInSheet title={texts.passwordTitle(name)} about={texts.passwordAbout}>
        <PasswordForm
          button={texts.setPassword}
          busy={setPassword.isPending}
          error={setPassword.error}
          onChoose={(chosen) => setPassword.mutate(chosen)}
        />
      </SignInSheet>
    );
  }
  if (token === '') return <SignInSheet title={texts.title}>{link.incomplete}</SignInSheet>;
  if (accept.error instanceof Trouble && accept.error.code === 'sign-in-first') {
    return <SignInFirst />;
  }
  return (
    <SignInSheet title={texts.title} about={person ? texts.aboutKnown(person.email) : texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate();
        }}
      >
        <Stack>
          {accept.isError && <TroubleBox error={accept.error} />}
          {!person && (
            <TextInput
              label={texts.name}
              autoComplete="name"
              required
              withAsterisk={false}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <Button type="submit" loading={accept.isPending} fullWidth>
            {texts.accept}
          </Button>
        </Stack>
      </form>
    </SignInSheet>
  );
}

function SignInFirst() {
  const { invitation: texts } = useTexts();
  return (
    <SignInSheet title={texts.title}>
      <Alert color="leaf" role="alert" title={texts.signInFirst}>
        {texts.signInFirstAbout}
      </Alert>
      <Anchor renderRoot={(props) => <Link to={pagePaths.signIn} {...props} />}>{texts.toSignIn}</Anchor>
    </SignInSheet>
  );
}
