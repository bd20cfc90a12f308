/** Behind the link of a forgotten password. */
import { Alert, Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { Done } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { useHashToken } from './next.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInSheet } from './Sheet.tsx';

export default function NewPassword() {
  const { newPassword: texts, link } = useTexts();
  const token = useHashToken();
  const set = useMutation({
    mutationFn: (newPassword: string) => write<Done>('/auth/reset-password', { token, newPassword }),
  });
  const toSignIn = (words: string) => (
    <Anchor renderRoot={(props) => <Link to={pagePaths.signIn} {...props} />}>{words}</Anchor>
  );
  if (token === '') {
    return (
      <SignInSheet title={texts.title} about={link.incomplete}>
        {toSignIn(link.another)}
      </SignInSheet>
    );
  }
  return (
    <SignInSheet title={texts.title}>
      {set.isSuccess ? (
        <>
          <Alert color="leaf" role="status" title={texts.done}>
            {texts.doneAbout}
          </Alert>
          {toSignIn(texts.toSignIn)}
        </>
      ) : (
        <PasswordForm
          button={texts.set}
          busy={set.isPending}
          error={set.error}
          onChoose={(chosen) => set.mutate(chosen)}
        />
      )}
    </SignInSheet>
  );
}
