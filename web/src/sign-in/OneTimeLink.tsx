/** Behind a one-time link. It is used by pressing the button: programs that look into mails open links, but press nothing. */
import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { SignedIn } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { useGoOn, useHashToken } from './next.ts';
import { SignInSheet } from './Sheet.tsx';

export default function OneTimeLink() {
  const { link: texts } = useTexts();
  const token = useHashToken();
  const goOn = useGoOn();
  const enter = useMutation({
    mutationFn: () => write<SignedIn>('/auth/sign-in/link', { token }),
    onSuccess: goOn,
  });
  return (
    <SignInSheet title={texts.title} about={token === '' ? texts.incomplete : texts.about}>
      {enter.isError && <TroubleBox error={enter.error} />}
      {token !== '' && !enter.isError && (
        <Button onClick={() => enter.mutate()} loading={enter.isPending} fullWidth>
          {texts.enter}
        </Button>
      )}
      {(token === '' || enter.isError) && (
        <Anchor renderRoot={(props) => <Link to={pagePaths.signIn} {...props} />}>{texts.another}</Anchor>
      )}
    </SignInSheet>
  );
}
