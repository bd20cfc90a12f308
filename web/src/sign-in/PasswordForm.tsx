/** Choosing a password: one field that can be made visible, and what is asked of it said before. */
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../base/language.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';

export const passwordLengthMin = 12;

interface PasswordFormProps {
  button: string;
  busy: boolean;
  error: unknown;
  /** Whether the present one is asked for, too. */
  asksCurrent?: boolean;
  onChoose: (newPassword: string, currentPassword: string) => void;
}

export function PasswordForm({ button, busy, error, asksCurrent = false, onChoose }: PasswordFormProps) {
  const { password: texts, signIn } = useTexts();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const toggle = { 'aria-label': signIn.showPassword, tabIndex: 0 };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTooShort(chosen.length < passwordLengthMin);
        if (chosen.length >= passwordLengthMin) onChoose(chosen, current);
      }}
    >
      <Stack>
        {error !== null && error !== undefined && <TroubleBox error={error} />}
        {asksCurrent && (
          <PasswordInput
            label={texts.current}
            autoComplete="current-password"
            value={current}
            visibilityToggleButtonProps={toggle}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={texts.chosen}
          description={texts.rule(passwordLengthMin)}
          autoComplete="new-password"
          value={chosen}
          error={tooShort ? texts.tooShort(passwordLengthMin) : undefined}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}
