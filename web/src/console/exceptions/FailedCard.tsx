/** One payment that failed: why, who must act, and what can be done. */
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BankAccountBrief, FailedPaymentView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { inFours } from '../../base/format.ts';
import { Sentence, useFormat, useLanguage } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Pill } from '../../parts/Status.tsx';
import { useAdvice } from '../advice.ts';
import { PaymentLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { RefundFacts } from './RefundFacts.tsx';
import { WaitsForSecond } from './SecondPerson.tsx';

export interface FailedCardProps {
  payment: FailedPaymentView;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onRequeue: () => void;
  onRefund: () => void;
}

export function FailedCard(props: FailedCardProps) {
  const { payment, onRequeue, onRefund } = props;
  const { failed: texts } = useDeskTexts().exceptions;
  const { title } = useDeskTexts().payment;
  const waits = payment.approvalId !== null;
  const corrects = payment.remedies.some((remedy) => remedy === 'account-number' || remedy === 'bank-account');
  return (
    <article className="paper" aria-label={title(payment.paymentId)}>
      <Stack gap="md">
        <Head {...props} />
        <Why payment={payment} />
        {payment.refund && (
          <section>
            <Title order={3} size="h6" mb={4}>
              {texts.givenBack}
            </Title>
            <RefundFacts refund={payment.refund} />
          </section>
        )}
        {payment.doubt && <Doubt doubt={payment.doubt} />}
        {payment.remedies.length > 0 && (
          <Group gap="sm">
            {payment.remedies.includes('requeue') && (
              <Button onClick={onRequeue} disabled={waits}>
                {corrects ? texts.correct : texts.requeue}
              </Button>
            )}
            {payment.remedies.includes('refund') && (
              <Button variant="default" onClick={onRefund} disabled={waits}>
                {texts.refund}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </article>
  );
}

/** Why nothing can be done yet, and where that is decided. */
function Doubt({ doubt }: { doubt: NonNullable<FailedPaymentView['doubt']> }) {
  const { exceptions, frame } = useDeskTexts();
  const place = doubt === 'answer-held' ? 'heldAnswers' : 'returns';
  return (
    <Text className="hint">
      {exceptions.failed.doubts[doubt]} <Link to={pagePaths[place]}>{frame.places[place]}</Link>
    </Text>
  );
}

function Head({ payment, selected, onSelect }: FailedCardProps) {
  const { payment: words, exceptions } = useDeskTexts();
  const { failed: texts, names } = exceptions;
  const format = useFormat();
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Group align="flex-start" gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '1 1 16rem' }}>
        {payment.remedies.includes('requeue') && (
          <Checkbox
            mt={6}
            aria-label={names.select(words.title(payment.paymentId))}
            checked={selected}
            disabled={payment.approvalId !== null}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        )}
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4">
            <span className="numbers">{format.money(payment.received ?? payment.amount)}</span> ·{' '}
            {payment.payeeName ?? named(names.kinds, payment.kind)}
          </Title>
          <Text size="sm" c="dimmed">
            <PaymentLink id={payment.paymentId} /> ·{' '}
            <span className="numbers">{inFours(payment.identificationNumber)}</span> · {payment.userName} ·{' '}
            {payment.partnerName} · {texts.failedAt(format.time(payment.failedAt))}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <WaitsForSecond approvalId={payment.approvalId} />
        <Pill mood="bad">{named(texts.states, payment.state)}</Pill>
      </Group>
    </Group>
  );
}

function Why({ payment }: { payment: FailedPaymentView }) {
  const { failed } = useDeskTexts().exceptions;
  const adviceOf = useAdvice();
  const { said } = useLanguage();
  const { code, cause, accountNumber, bankAccount } = payment;
  const attention = bankAccount?.attention;
  return (
    <Facts
      rows={[
        ...(code ? adviceOf(code) : []),
        [failed.cause, said(cause) ?? cause],
        [failed.accountNumber, accountNumber],
        [failed.bankAccount, bankAccount && accountWords(bankAccount, failed)],
        [failed.attention, attention && <Sentence key="attention" text={attention} />],
      ]}
    />
  );
}

/** An account in a few words: holder, last digits, and what stands against debiting it. */
export function accountWords(
  { holderName, accountMasked, active, hasAgreement }: BankAccountBrief,
  texts: { inactive: string; noAgreement: string },
): string {
  const faults = [!active && texts.inactive, !hasAgreement && texts.noAgreement].filter(Boolean);
  return `${holderName} · ${accountMasked}${faults.length > 0 ? ` (${faults.join(', ')})` : ''}`;
}
