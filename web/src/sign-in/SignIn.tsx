/** Signing in by password, or by a link that comes by mail. */
import { Alert, Anchor, Button, Divider, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { Done, SignedIn } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { useMe } from '../base/me.ts';
import { Redirect } from '../frame/Redirect.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { useGoOn, useNext } from './next.ts';
import { SignInSheet } from './Sheet.tsx';

export default function SignIn() {
  const { signIn: texts } = useTexts();
  const me = useMe();
  const next = useNext();
  const goOn = useGoOn();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useMutation({
    mutationFn: () => write<SignedIn>('/auth/sign-in/email', { email, password }),
    onSuccess: goOn,
  });
  const link = useMutation({ mutationFn: (to: string) => write<Done>('/auth/request-link', { email: to }) });
  const askLink = () => {
    const field = form.current?.querySelector<HTMLInputElement>('input[type=email]');
    if (field?.reportValidity()) link.mutate(email);
  };
  if (me.data?.person && !enter.isPending) return <Redirect href={next ?? pagePaths.dashboard} />;
  return (
    <SignInSheet title={texts.title}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          link.reset();
          enter.mutate();
        }}
      >
        <Stack>
          {enter.isError && <TroubleBox error={enter.error} />}
          {link.isError && <TroubleBox error={link.error} />}
          {link.isSuccess && (
            <Alert color="leaf" role="status" title={texts.linkSent}>
              {texts.linkSentAbout(link.variables)}
            </Alert>
          )}
          <EmailField value={email} onValue={setEmail} />
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            required
            value={password}
            onValue={setPassword}
          />
          <Button type="submit" loading={enter.isPending} fullWidth>
            {texts.enter}
          </Button>
          {me.data?.mail !== false && <ByMail onLink={askLink} busy={link.isPending} />}
        </Stack>
      </form>
    </SignInSheet>
  );
}

function ByMail({ onLink, busy }: { onLink: () => void; busy: boolean }) {
  const { signIn: texts } = useTexts();
  return (
    <>
      <Divider label={texts.or} />
      <Button variant="default" onClick={onLink} loading={busy} fullWidth>
        {texts.sendLink}
      </Button>
      <Group justify="center">
        <Anchor size="sm" renderRoot={(props) => <Link to={pagePaths.forgotten} {...props} />}>
          {texts.forgotten}
        </Anchor>
      </Group>
    </>
  );
}
