/** One payment of any partner: what it is, what was given back of it, and everything that happened to it. */
import { Button, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { PaymentView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { read } from '../../base/api.ts';
import { inFours } from '../../base/format.ts';
import { useFormat, useLanguage } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { PaymentHead } from '../../dashboard/PaymentHead.tsx';
import { PaymentTimeline } from '../../dashboard/PaymentTimeline.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Back, Page, Sheet } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { PartnerLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { RefundFacts } from './RefundFacts.tsx';

const renewEveryMilliseconds = 10_000;

export default function OnePayment() {
  const { payment: texts, exceptions } = useDeskTexts();
  const { paymentId } = useParams({ strict: false });
  const id = Number(paymentId);
  const answer = useQuery({
    queryKey: [deskKey, '/payments', id],
    queryFn: ({ signal }) => read<PaymentView>(`${deskData}/payments/${paymentId}`, {}, signal),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : renewEveryMilliseconds),
  });
  return (
    <Page title={texts.title(id)} about={<Back to={pagePaths.everyPayment}>{exceptions.onePayment.back}</Back>}>
      {answer.isPending && <Waiting lines={8} />}
      {answer.isError && <TroubleBox error={answer.error} onAgain={() => void answer.refetch()} />}
      {answer.data && <Shown view={answer.data} />}
    </Page>
  );
}

function Shown({ view }: { view: PaymentView }) {
  const { payment: texts, exceptions } = useDeskTexts();
  const { payment, refund } = view;
  return (
    <>
      <PaymentHead payment={payment}>
        {payment.status === 'failed' && refund === null && (
          <Button variant="default" renderRoot={(props) => <Link to={pagePaths.failedPayments} {...props} />}>
            {exceptions.onePayment.toFailed}
          </Button>
        )}
      </PaymentHead>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <div>
          <Sheet title={texts.facts}>
            <PaymentFacts view={view} />
          </Sheet>
          {refund && (
            <div style={{ marginBlockStart: 'var(--mantine-spacing-lg)' }}>
              <Sheet title={exceptions.onePayment.refund}>
                <RefundFacts refund={refund} />
              </Sheet>
            </div>
          )}
        </div>
        <Sheet title={texts.timeline}>
          <PaymentTimeline entries={view.entries} more={(entry) => <OperatorsPart entry={entry} />} />
        </Sheet>
      </SimpleGrid>
    </>
  );
}

/** Where it stands in the files of the banks, and what was noted about it. */
function OperatorsPart({ entry }: { entry: PaymentView['entries'][number] }) {
  const { onePayment: texts, names } = useDeskTexts().exceptions;
  const { said } = useLanguage();
  const { transferId, fileName, line, notes = [] } = entry;
  const isHeld = entry.what === 'transfer' && entry.state === 'held';
  const place = [
    transferId !== undefined && !isHeld && names.transfer(transferId),
    fileName !== undefined && `${texts.file} ${fileName}`,
    line !== undefined && texts.line(line),
  ].filter(Boolean);
  return (
    <>
      {notes.map((note) => (
        <Text key={note} size="sm" lineClamp={4}>
          {said(note) ?? note}
        </Text>
      ))}
      {isHeld && transferId !== undefined && (
        <Text size="sm">
          <Link to={pagePaths.transfers}>{names.transfer(transferId)}</Link>
        </Text>
      )}
      {place.length > 0 && (
        <Text size="xs" c="dimmed">
          {place.join(' · ')}
        </Text>
      )}
    </>
  );
}

function PaymentFacts({ view: { payment, record } }: { view: PaymentView }) {
  const { payment: texts, exceptions, words } = useDeskTexts();
  const format = useFormat();
  const time = (member: string) => (typeof record[member] === 'string' ? format.time(record[member]) : undefined);
  const text = (member: string) => (typeof record[member] === 'string' ? record[member] : undefined);
  const billType = text('billType');
  return (
    <Facts
      rows={[
        [
          exceptions.onePayment.partner,
          <PartnerLink key="partner" id={payment.partnerId}>
            {payment.partnerName}
          </PartnerLink>,
        ],
        [texts.type, named(exceptions.names.kinds, payment.kind)],
        [texts.payee, payment.payeeName],
        [texts.billType, billType && named(words.billTypes, billType)],
        [texts.accountNumber, payment.accountNumber],
        [
          texts.number,
          <span className="numbers" key="number">
            {inFours(payment.identificationNumber)}
          </span>,
        ],
        [texts.person, payment.userName],
        [texts.email, payment.userEmail],
        [texts.userId, text('userId')],
        [texts.received, payment.received === null ? undefined : format.money(payment.received)],
        [texts.due, time('dueDate')],
        [texts.created, format.time(payment.createdAt)],
        [texts.completed, time('paymentMade')],
      ]}
    />
  );
}
