/** One payment: what it is, what happened to it, and in the sandbox what could happen next. */
import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PaymentDetail } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read } from '../base/api.ts';
import { isSandbox } from '../base/environment.ts';
import { inFours } from '../base/format.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Waiting } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { StatusPill } from '../parts/Status.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { PaymentTimeline } from './PaymentTimeline.tsx';

const renewEveryMilliseconds = 3000;
/** Loaded in the sandbox only: production does not have it. */
const nextPlaysHeight = 72;
const NextPlays = lazy(async () => ({ default: (await import('../sandbox/NextPlays.tsx')).NextPlays }));

export default function Payment() {
  const { payment: texts, payments } = useTexts();
  const partner = usePartner();
  const { paymentId } = useParams({ strict: false });
  const id = Number(paymentId);
  const detail = useQuery({
    queryKey: ['payment', partner.data, id],
    queryFn: ({ signal }) => read<PaymentDetail>(`${partner.data}/payments/${id}`, {}, signal),
    refetchInterval: renewEveryMilliseconds,
  });
  return (
    <Page
      title={texts.title(id)}
      about={
        <Anchor
          component="span"
          renderRoot={(props) => <Link to={pagePaths.payments} params={{ partnerId: String(partner.id) }} {...props} />}
        >
          <Icon name="left" size={14} /> {payments.title}
        </Anchor>
      }
    >
      {detail.isPending && <Waiting lines={8} />}
      {detail.isError && <TroubleBox error={detail.error} onAgain={() => void detail.refetch()} />}
      {detail.data && <Shown detail={detail.data} />}
    </Page>
  );
}

function Shown({ detail }: { detail: PaymentDetail }) {
  const { payment: texts } = useTexts();
  const format = useFormat();
  const { mayDevelop } = usePartner();
  const { payment } = detail;
  return (
    <>
      <Group gap="md">
        <Text fz={32} fw={650} className="numbers" lh={1.2}>
          {format.money(payment.amount)}
        </Text>
        <StatusPill status={payment.status} />
        <Text c="dimmed">{texts.states[payment.state]}</Text>
      </Group>
      {isSandbox && mayDevelop && (
        <Suspense fallback={<section className="paper" style={{ minHeight: nextPlaysHeight }} />}>
          <NextPlays payment={payment} />
        </Suspense>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Sheet title={texts.facts}>
          <PaymentFacts detail={detail} />
        </Sheet>
        <Sheet title={texts.timeline}>
          <PaymentTimeline entries={detail.timeline} />
        </Sheet>
      </SimpleGrid>
    </>
  );
}

function PaymentFacts({ detail: { payment, rentFields, bankAccountId } }: { detail: PaymentDetail }) {
  const { payment: texts, words } = useTexts();
  const format = useFormat();
  const rent = Object.entries(rentFields ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return (
    <Facts
      rows={[
        [texts.type, words.types[payment.type]],
        [texts.method, words.methods[payment.method]],
        [texts.payee, payment.payeeName],
        [texts.billType, payment.billType],
        [texts.accountNumber, payment.accountNumber],
        ...rent,
        [
          texts.number,
          <span className="numbers" key="number">
            {inFours(payment.identificationNumber)}
          </span>,
        ],
        [texts.person, payment.userName],
        [texts.email, payment.userEmail],
        [texts.userId, payment.userId],
        [texts.bankAccount, bankAccountId],
        [texts.received, payment.paymentAmount === undefined ? undefined : format.money(payment.paymentAmount)],
        [texts.due, format.time(payment.dueDate)],
        [texts.created, format.time(payment.createdAt)],
        [texts.completed, payment.paymentMade === undefined ? undefined : format.time(payment.paymentMade)],
      ]}
    />
  );
}
