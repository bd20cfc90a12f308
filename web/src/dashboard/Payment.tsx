/** One payment: what it is, what happened to it, and in the sandbox what could happen next. */
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PaymentDetail } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read } from '../base/api.ts';
import { isSandbox } from '../base/environment.ts';
import { inFours } from '../base/format.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { named } from '../base/words.ts';
import { Waiting } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Back, Page, Sheet } from '../parts/Page.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { PaymentHead } from './PaymentHead.tsx';
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
        <Back to={pagePaths.payments} params={{ partnerId: String(partner.id) }}>
          {payments.title}
        </Back>
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
  const { mayDevelop } = usePartner();
  const { payment } = detail;
  return (
    <>
      <PaymentHead payment={payment} />
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
        [texts.billType, payment.billType && named(words.billTypes, payment.billType)],
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
