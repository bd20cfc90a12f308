/** What edited rules would change: the rules side by side, the last numbers whose verdict changes; and publishing them. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { PayeeDetail, PayeePreview } from '../../../../src/console/desk/views.ts';
import { Sentence } from '../../base/language.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { SideBySide } from '../../parts/SideBySide.tsx';
import { Pill } from '../../parts/Status.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useApprover } from '../ask.ts';
import { PaymentLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { type Rules, useRuleWords } from './rules.ts';

interface PreviewProps {
  detail: PayeeDetail;
  rules: Rules;
  preview: PayeePreview;
  /** The version that the rules were looked at in. */
  seen: number;
  /** Where another one was published meanwhile: says so. */
  conflict: ReactNode;
  onPublished: () => void;
}

export function RulesPreview({ detail, rules, preview, seen, conflict, onPublished }: PreviewProps) {
  const { edit: texts } = useDeskTexts().oversight;
  const approver = useApprover();
  const [opened, { open, close }] = useDisclosure();
  const { payee } = detail;
  const summary = <Summary preview={preview} />;
  const beside = <Beside now={payee} then={rules} />;
  return (
    <Stack data-testid="preview">
      {beside}
      {summary}
      {preview.changes.length > 0 && <ChangedNumbers changes={preview.changes} />}
      {approver ? (
        <Group>
          <Button onClick={open} disabled={Boolean(conflict)}>
            {texts.publish}
          </Button>
        </Group>
      ) : (
        <Text c="dimmed">{texts.askApprover}</Text>
      )}
      <ActSheet
        opened={opened}
        onClose={close}
        title={texts.publish}
        path="/payees/publish"
        body={() => ({ name: payee.name, ...rules, version: seen })}
        yes={texts.publish}
        done={texts.published}
        incomplete={Boolean(conflict)}
        onDone={onPublished}
      >
        {conflict}
        <Text>{texts.publishAbout(payee.name)}</Text>
        {beside}
        {summary}
      </ActSheet>
    </Stack>
  );
}

function Beside({ now, then }: { now: Rules; then: Rules }) {
  const { edit: texts } = useDeskTexts().oversight;
  const { rows } = useRuleWords();
  const after = new Map(rows(then));
  const changes = rows(now)
    .map(([name, before]) => ({ key: name, name, before, after: after.get(name) ?? '' }))
    .filter((each) => each.before !== each.after);
  return (
    <SideBySide
      caption={texts.title}
      heads={{ name: texts.rule, before: texts.now, after: texts.edited }}
      changes={changes}
    />
  );
}

function Summary({ preview: { numbers, changes } }: { preview: PayeePreview }) {
  const { edit: texts } = useDeskTexts().oversight;
  const title = changes.length === 0 ? texts.noChanges : texts.changes(changes.length);
  return (
    <Alert color="leaf" variant="light" role="status" title={title}>
      {numbers === 0 ? texts.noNumbers : texts.numbers(numbers)}
    </Alert>
  );
}

type Changed = PayeePreview['changes'][number];

function ChangedNumbers({ changes }: { changes: readonly Changed[] }) {
  const { edit: texts } = useDeskTexts().oversight;
  return (
    <Rows
      caption={texts.changes(changes.length)}
      rows={changes}
      keyOf={({ accountNumber }) => accountNumber}
      columns={[
        {
          key: 'number',
          head: texts.number,
          width: '40%',
          cell: ({ accountNumber, payments, lastPaymentId }) => (
            <>
              <code>{accountNumber}</code>
              <span className="second">
                <PaymentLink id={lastPaymentId}>{texts.payments(payments)}</PaymentLink>
              </span>
            </>
          ),
        },
        { key: 'before', head: texts.now, cell: ({ before }) => <VerdictOf verdict={before} /> },
        { key: 'after', head: texts.edited, cell: ({ after }) => <VerdictOf verdict={after} /> },
      ]}
    />
  );
}

const moods = { valid: 'good', warns: 'wait', fails: 'bad', 'format not known': 'plain' } as const;

function VerdictOf({ verdict: { verdict, failsAtProcessing, reason } }: { verdict: Changed['before'] }) {
  const { verdicts } = useDeskTexts().oversight.edit;
  const kind = (verdict === 'invalid' ? (failsAtProcessing ? 'fails' : 'warns') : verdict) as keyof typeof moods;
  return (
    <>
      <Pill mood={moods[kind] ?? 'plain'}>{verdicts[kind] ?? verdict}</Pill>
      {reason !== null && (
        <span className="second">
          <Sentence text={reason} />
        </span>
      )}
    </>
  );
}
