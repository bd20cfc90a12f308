/** One payment of any partner: what it is, what was given back of it, and everything that happened to it. */
import { Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { PaymentView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { read } from '../../base/api.ts';
import { inFours } from '../../base/format.ts';
import { useFormat, useTexts } from '../../base/language.tsx';
import { PaymentTimeline } from '../../dashboard/PaymentTimeline.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Page, Sheet } from '../../parts/Page.tsx';
import { StatusPill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { RefundFacts } from './RefundFacts.tsx';
import { named } from './words.ts';

const renewEveryMilliseconds = 10_000;

export default function OnePayment() {
  const { payment: texts, exceptions } = useTexts();
  const { paymentId } = useParams({ strict: false });
  const id = Number(paymentId);
  const answer = useQuery({
    queryKey: [deskKey, '/payments', id],
    queryFn: ({ signal }) => read<PaymentView>(`${deskData}/payments/${paymentId}`, {}, signal),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : renewEveryMilliseconds),
  });
  return (
    <Page
      title={texts.title(id)}
      about={
        <Anchor component="span" renderRoot={(props) => <Link to={pagePaths.everyPayment} {...props} />}>
          <Icon name="left" size={14} /> {exceptions.onePayment.back}
        </Anchor>
      }
    >
      {answer.isPending && <Waiting lines={8} />}
      {answer.isError && <TroubleBox error={answer.error} onAgain={() => void answer.refetch()} />}
      {answer.data && <Shown view={answer.data} />}
    </Page>
  );
}

function Shown({ view }: { view: PaymentView }) {
  const { payment: texts, exceptions } = useTexts();
  const format = useFormat();
  const { payment, refund } = view;
  return (
    <>
      <Group gap="md">
        <Text fz={32} fw={650} className="numbers" lh={1.2}>
          {format.money(payment.amount)}
        </Text>
        <StatusPill status={payment.status} />
        <Text c="dimmed">{named(texts.states, payment.state)}</Text>
        {payment.status === 'failed' && refund === null && (
          <Button variant="default" renderRoot={(props) => <Link to={pagePaths.failedPayments} {...props} />}>
            {exceptions.onePayment.toFailed}
          </Button>
        )}
      </Group>
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
  const { onePayment: texts, names } = useTexts().exceptions;
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
          {note}
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
  const { payment: texts, exceptions } = useTexts();
  const format = useFormat();
  const time = (member: string) => (typeof record[member] === 'string' ? format.time(record[member]) : undefined);
  const text = (member: string) => (typeof record[member] === 'string' ? record[member] : undefined);
  return (
    <Facts
      rows={[
        [
          exceptions.onePayment.partner,
          <Link key="partner" to={pagePaths.onePartner} params={{ partner: String(payment.partnerId) }}>
            {payment.partnerName}
          </Link>,
        ],
        [texts.type, named(exceptions.names.kinds, payment.kind)],
        [texts.payee, payment.payeeName],
        [texts.billType, text('billType')],
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
