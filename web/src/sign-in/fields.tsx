/** Fields that several forms around signing in have. */
import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core';
import { useTexts } from '../base/language.tsx';

interface FieldProps {
  value: string;
  onValue: (value: string) => void;
}

export function EmailField({ value, onValue }: FieldProps) {
  const { signIn } = useTexts();
  return (
    <TextInput
      label={signIn.email}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

/** It can be made visible, with the keyboard too. */
export function PasswordField({ onValue, ...field }: FieldProps & Omit<PasswordInputProps, 'value' | 'onChange'>) {
  const { signIn } = useTexts();
  return (
    <PasswordInput
      {...field}
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': signIn.showPassword, tabIndex: 0 }}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
