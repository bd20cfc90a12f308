/** The audit, now: every check in a sentence, and what breaks it. */
import { Alert, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AuditView } from '../../../../src/console/desk/views.ts';
import { write } from '../../base/api.ts';
import { Sentence, useFormat, useLanguage } from '../../base/language.tsx';
import { Code } from '../../parts/Copy.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

export function Audit() {
  const { ledger: texts } = useDeskTexts().oversight;
  const audit = useMutation({ mutationFn: () => write<AuditView>(`${deskData}/ledger/audit`) });
  return (
    <Sheet
      flush
      title={texts.audit}
      actions={
        <Button onClick={() => audit.mutate()} loading={audit.isPending}>
          {texts.run}
        </Button>
      }
    >
      <Text c="dimmed" px="md" pb="md" maw={640}>
        {texts.auditAbout}
      </Text>
      {audit.isError && <TroubleBox error={audit.error} />}
      {audit.isPending && <Waiting lines={8} />}
      {audit.data && <Result audit={audit.data} />}
    </Sheet>
  );
}

function Result({ audit: { balanced, at, checks } }: { audit: AuditView }) {
  const { ledger: texts } = useDeskTexts().oversight;
  const format = useFormat();
  const broken = checks.filter(({ holds }) => !holds);
  return (
    <>
      <Alert
        mx="md"
        mb="xs"
        role="status"
        color={balanced ? 'leaf' : 'red'}
        variant={balanced ? 'light' : 'outline'}
        title={balanced ? texts.balanced(checks.length) : texts.broken(broken.length)}
      >
        {texts.checkedAt(format.time(at))}
      </Alert>
      <Rows
        caption={texts.audit}
        // What needs somebody comes first.
        rows={[...broken, ...checks.filter(({ holds }) => holds)]}
        keyOf={({ name }) => name}
        columns={[
          { key: 'check', head: texts.check, cell: (check) => <Check check={check} /> },
          {
            key: 'holds',
            head: texts.result,
            end: true,
            width: '9.75rem',
            cell: ({ holds }) => (
              <Pill mood={holds ? 'good' : 'bad'}>{holds ? texts.checkHolds : texts.checkBroken}</Pill>
            ),
          },
        ]}
      />
    </>
  );
}

function Check({ check: { name, violations } }: { check: AuditView['checks'][number] }) {
  const { said } = useLanguage();
  const { ledger: texts } = useDeskTexts().oversight;
  return (
    <>
      <Sentence text={name} />
      {violations.length > 0 && (
        <Code
          wraps
          label={`${texts.violations}: ${said(name) ?? name}`}
          text={violations.map((each) => JSON.stringify(each)).join('\n')}
        />
      )}
    </>
  );
}
