/**
 * The second factor: set up (password ─▶ picture and codes on paper ─▶ first code), new codes, taken off.
 */
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BackupCodes, Done, SecondFactorSetUp, SignedIn } from '../../../src/people/views.ts';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { meQuery, type Person } from '../base/me.ts';
import { CopyButton } from '../parts/Copy.tsx';
import { Sheet } from '../parts/Page.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { PasswordField } from '../sign-in/fields.tsx';
import { QrCode } from './QrCode.tsx';

type Step = 'enable' | 'disable' | 'generate-backup-codes';

export function SecondFactorSheet({ person }: { person: Person }) {
  const { account: texts } = useTexts();
  const queries = useQueryClient();
  const notes = useNotes();
  const [step, setStep] = useState<Step>();
  const [setUp, setSetUp] = useState<SecondFactorSetUp>();
  const [codes, setCodes] = useState<string[]>();
  const renew = () => queries.invalidateQueries({ queryKey: meQuery.queryKey });
  const act = useMutation({
    mutationFn: ({ which, password }: { which: Step; password: string }) =>
      write<SecondFactorSetUp | BackupCodes | Done>(`/auth/two-factor/${which}`, { password }),
    onSuccess: async (answer) => {
      setStep(undefined);
      // Codes that were shown before work no more, whichever it was.
      setCodes(undefined);
      if ('totpUri' in answer) setSetUp(answer);
      else if ('backupCodes' in answer) setCodes(answer.backupCodes);
      else notes.done(texts.secondFactorOff);
      await renew();
    },
  });
  const on = person.hasSecondFactor;
  return (
    <Sheet title={texts.secondFactor} actions={<Pill mood={on ? 'good' : 'plain'}>{on ? texts.on : texts.off}</Pill>}>
      <Stack align="flex-start">
        <Text c="dimmed">{texts.secondFactorAbout}</Text>
        {!person.hasPassword && !on && <Text>{texts.passwordFirst}</Text>}
        {setUp && (
          <SetUp
            setUp={setUp}
            onDone={async () => {
              setCodes(setUp.backupCodes);
              setSetUp(undefined);
              await renew();
            }}
          />
        )}
        {codes && <PaperCodes codes={codes} />}
        {!setUp && step === undefined && person.hasPassword && (
          <Group>
            {on ? (
              <>
                <Button variant="default" onClick={() => setStep('generate-backup-codes')}>
                  {texts.newCodes}
                </Button>
                <Button variant="default" onClick={() => setStep('disable')}>
                  {texts.takeOff}
                </Button>
              </>
            ) : (
              <Button onClick={() => setStep('enable')}>{texts.setUp}</Button>
            )}
          </Group>
        )}
        {step && (
          <PasswordStep
            busy={act.isPending}
            error={act.error}
            onCancel={() => {
              act.reset();
              setStep(undefined);
            }}
            onPassword={(password) => act.mutate({ which: step, password })}
          />
        )}
      </Stack>
    </Sheet>
  );
}

interface PasswordStepProps {
  busy: boolean;
  error: unknown;
  onCancel: () => void;
  onPassword: (password: string) => void;
}

function PasswordStep({ busy, error, onCancel, onPassword }: PasswordStepProps) {
  const { account: texts, common } = useTexts();
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <Stack>
        {error !== null && <TroubleBox error={error} />}
        <PasswordField
          label={texts.confirmPassword}
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onValue={setPassword}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {common.goOn}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SetUp({ setUp, onDone }: { setUp: SecondFactorSetUp; onDone: () => Promise<void> }) {
  const { account: texts } = useTexts();
  const [code, setCode] = useState('');
  const secret = new URL(setUp.totpUri).searchParams.get('secret') ?? '';
  const verify = useMutation({
    mutationFn: () => write<SignedIn>('/auth/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') }),
    onSuccess: onDone,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate();
      }}
    >
      <Stack>
        <List type="ordered" spacing="sm">
          <List.Item>
            {texts.scan}
            <QrCode text={setUp.totpUri} label={texts.picture} />
            <Text size="sm" c="dimmed">
              {texts.typeInstead}
            </Text>
            <code className="once">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </List.Item>
          <List.Item>{texts.enterCode}</List.Item>
        </List>
        {verify.isError && <TroubleBox error={verify.error} />}
        <TextInput
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={verify.isPending} style={{ alignSelf: 'flex-start' }}>
          {texts.finish}
        </Button>
      </Stack>
    </form>
  );
}

function PaperCodes({ codes }: { codes: readonly string[] }) {
  const { account: texts, common } = useTexts();
  return (
    <Stack gap="xs" align="flex-start" role="status">
      <Text fw={550}>{texts.paperCodes}</Text>
      <Text size="sm">
        {texts.paperCodesAbout} {common.shownOnce}
      </Text>
      <code className="once" style={{ whiteSpace: 'pre' }}>
        {codes.join('\n')}
      </code>
      <CopyButton text={codes.join('\n')} />
    </Stack>
  );
}
