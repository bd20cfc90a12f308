/** Choosing a password: one field that can be made visible, and what is asked of it said before. */
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../base/language.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { PasswordField } from './fields.tsx';

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
  const { password: texts } = useTexts();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [tooShort, setTooShort] = useState(false);
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
          <PasswordField label={texts.current} autoComplete="current-password" value={current} onValue={setCurrent} />
        )}
        <PasswordField
          label={texts.chosen}
          description={texts.rule(passwordLengthMin)}
          autoComplete="new-password"
          value={chosen}
          error={tooShort ? texts.tooShort(passwordLengthMin) : undefined}
          onValue={setChosen}
        />
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}
