/** The second step: six digits from the telephone, or one of the codes on paper. */
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { SignedIn } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { useGoOn } from './next.ts';
import { SignInSheet } from './Sheet.tsx';

export default function SecondFactor() {
  const { secondFactor: texts } = useTexts();
  const goOn = useGoOn();
  const [onPaper, setOnPaper] = useState(false);
  const [code, setCode] = useState('');
  const enter = useMutation({
    mutationFn: () =>
      write<SignedIn>(`/auth/two-factor/${onPaper ? 'verify-backup-code' : 'verify-totp'}`, {
        code: onPaper ? code.trim() : code.replaceAll(/\s/g, ''),
      }),
    onSuccess: goOn,
  });
  return (
    <SignInSheet title={texts.title} about={onPaper ? texts.aboutPaper : texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Stack>
          {enter.isError && <TroubleBox error={enter.error} />}
          <TextInput
            key={String(onPaper)}
            label={onPaper ? texts.paperCode : texts.code}
            inputMode={onPaper ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={enter.isPending} fullWidth>
            {texts.enter}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setCode('');
              enter.reset();
              setOnPaper(!onPaper);
            }}
          >
            {onPaper ? texts.useTelephone : texts.usePaper}
          </Button>
          <Anchor ta="center" size="sm" renderRoot={(props) => <Link to={pagePaths.signIn} {...props} />}>
            {texts.again}
          </Anchor>
        </Stack>
      </form>
    </SignInSheet>
  );
}
