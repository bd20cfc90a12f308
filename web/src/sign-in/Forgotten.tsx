/** Asking for a link with which a new password can be set. The answer is the same whoever asks. */
import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { Done } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { EmailField } from './fields.tsx';
import { SignInSheet } from './Sheet.tsx';

export default function Forgotten() {
  const { signIn, forgotten: texts } = useTexts();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => write<Done>('/auth/request-password-reset', { email }) });
  return (
    <SignInSheet title={texts.title} about={texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack>
          {ask.isError && <TroubleBox error={ask.error} />}
          {ask.isSuccess && (
            <Alert color="leaf" role="status" title={signIn.linkSent}>
              {signIn.linkSentAbout(email)}
            </Alert>
          )}
          <EmailField value={email} onValue={setEmail} />
          <Button type="submit" loading={ask.isPending} fullWidth>
            {texts.send}
          </Button>
          <Anchor ta="center" size="sm" renderRoot={(props) => <Link to={pagePaths.signIn} {...props} />}>
            {texts.back}
          </Anchor>
        </Stack>
      </form>
    </SignInSheet>
  );
}
