/** One payment that failed: why, who must act, and what can be done. */
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BankAccountBrief, FailedPaymentView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { inFours } from '../../base/format.ts';
import { useFormat, useLanguage, useTexts } from '../../base/language.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Pill } from '../../parts/Status.tsx';
import { PaymentLink } from './PaymentLine.tsx';
import { RefundFacts } from './RefundFacts.tsx';
import { WaitsForSecond } from './SecondPerson.tsx';
import { named } from './words.ts';

export interface FailedCardProps {
  payment: FailedPaymentView;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onRequeue: () => void;
  onRefund: () => void;
}

export function FailedCard(props: FailedCardProps) {
  const { payment, onRequeue, onRefund } = props;
  const { failed: texts } = useTexts().exceptions;
  const { title } = useTexts().payment;
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
  const { exceptions, frame } = useTexts();
  const place = doubt === 'answer-held' ? 'heldAnswers' : 'returns';
  return (
    <Text className="hint">
      {exceptions.failed.doubts[doubt]} <Link to={pagePaths[place]}>{frame.places[place]}</Link>
    </Text>
  );
}

function Head({ payment, selected, onSelect }: FailedCardProps) {
  const { payment: words, exceptions } = useTexts();
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
            <PaymentLink payment={payment} /> · <span className="numbers">{inFours(payment.identificationNumber)}</span>{' '}
            · {payment.userName} · {payment.partnerName} · {texts.failedAt(format.time(payment.failedAt))}
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
  const { texts, language } = useLanguage();
  const { desk, exceptions } = texts;
  const { failed } = exceptions;
  const { code, cause, accountNumber, bankAccount } = payment;
  return (
    <Facts
      rows={[
        [
          failed.code,
          code && (
            <>
              <span className="numbers">{code.code}</span> · {code.meaning[language]}
            </>
          ),
        ],
        [desk.actsFirst, code && named(desk.actors, code.acts)],
        [desk.advice, code && (desk.adviceWords[code.how] ?? code.how)],
        [failed.cause, cause],
        [failed.accountNumber, accountNumber],
        [failed.bankAccount, bankAccount && accountWords(bankAccount, failed)],
        [failed.attention, bankAccount?.attention],
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
