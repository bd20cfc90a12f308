/** Sandbox: the payer, the bank, the biller, the card and the clock, played with a click. */
import { Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GettingStarted, PaymentsPage, PaymentView } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read } from '../base/api.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { Rows } from '../parts/Rows.tsx';
import { StatusPill } from '../parts/Status.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { offersFor, PlayButtons, usePlay } from './NextPlays.tsx';

const renewEveryMilliseconds = 4000;

export default function Sandbox() {
  const { sandbox: texts } = useTexts();
  const { data, mayDevelop } = usePartner();
  const list = useQuery({
    queryKey: ['payments', data, 'sandbox'],
    queryFn: ({ signal }) => read<PaymentsPage>(`${data}/payments`, { limit: '100' }, signal),
    refetchInterval: renewEveryMilliseconds,
    enabled: mayDevelop,
  });
  if (!mayDevelop) {
    return (
      <Page title={texts.title} about={texts.about}>
        <Empty title={texts.notYou}>{texts.notYouAbout}</Empty>
      </Page>
    );
  }
  const playable = list.data?.items.filter((payment) => offersFor(payment).length > 0) ?? [];
  return (
    <Page title={texts.title} about={texts.about}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ClockSheet />
        <TransferSheet />
      </SimpleGrid>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={5} height={65} />}
        {list.data && playable.length === 0 && <Empty title={texts.noPayments}>{texts.noPaymentsAbout}</Empty>}
        {playable.length > 0 && <PlayableRows payments={playable} />}
      </div>
    </Page>
  );
}

function PlayableRows({ payments }: { payments: readonly PaymentView[] }) {
  const { sandbox: texts, payments: list, payment: one, words } = useTexts();
  const format = useFormat();
  const partnerId = String(usePartner().id);
  return (
    <Rows
      caption={texts.next}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'payment',
          head: list.payment,
          cell: (payment) => (
            <>
              <Link to={pagePaths.payment} params={{ partnerId, paymentId: String(payment.id) }}>
                {payment.payeeName ?? words.types[payment.type]}
              </Link>
              <span className="second">
                {format.money(payment.amount)} · {payment.userName}
              </span>
            </>
          ),
        },
        {
          key: 'state',
          head: list.status,
          lesser: true,
          cell: ({ status, state }) => (
            <>
              <StatusPill status={status} />
              <span className="second">{one.states[state]}</span>
            </>
          ),
        },
        { key: 'next', head: texts.next, cell: (payment) => <PlayButtons payment={payment} /> },
      ]}
    />
  );
}

function ClockSheet() {
  const { sandbox: texts } = useTexts();
  const format = useFormat();
  const { data } = usePartner();
  const start = useQuery({
    queryKey: ['start', data],
    queryFn: () => read<GettingStarted>(`${data}/start`),
    refetchInterval: renewEveryMilliseconds,
  });
  const play = usePlay();
  const move = (body: object) => play.mutate({ play: 'clock', body });
  return (
    <Sheet title={texts.clock}>
      <Stack>
        <Text fz={22} fw={650} mih={34}>
          {start.data ? format.time(start.data.now) : '…'}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.clockAbout}
        </Text>
        <Group>
          <Button variant="default" loading={play.isPending} onClick={() => move({ advanceSeconds: 3600 })}>
            {texts.hour}
          </Button>
          <Button variant="default" loading={play.isPending} onClick={() => move({ advanceBusinessDays: 1 })}>
            {texts.businessDay}
          </Button>
          <Button variant="default" loading={play.isPending} onClick={() => move({ advanceBusinessDays: 5 })}>
            {texts.fiveBusinessDays}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

interface Transfer {
  senderEmail: string;
  amount: string | number;
  description: string;
}

function TransferSheet() {
  const { sandbox: texts } = useTexts();
  const play = usePlay();
  const form = useForm<Transfer>({ initialValues: { senderEmail: '', amount: '', description: '' } });
  return (
    <Sheet title={texts.transfer}>
      <form
        onSubmit={form.onSubmit(({ senderEmail, amount, description }) =>
          play.mutate({ play: 'interac-transfers', body: { senderEmail, amount: Number(amount), description } }),
        )}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {texts.transferAbout}
          </Text>
          <Group grow align="flex-end">
            <TextInput
              label={texts.senderEmail}
              type="email"
              required
              withAsterisk={false}
              {...form.getInputProps('senderEmail')}
            />
            <NumberInput
              label={texts.amount}
              required
              withAsterisk={false}
              min={0.01}
              decimalScale={2}
              hideControls
              {...form.getInputProps('amount')}
            />
          </Group>
          <TextInput label={texts.description} {...form.getInputProps('description')} />
          <Button type="submit" variant="default" loading={play.isPending} style={{ alignSelf: 'flex-start' }}>
            {texts.send}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
