/**
 * Attaching transfers, together, to one payment. Where they come to another amount than the payment is over, that amount is
 * accepted explicitly, with the difference said.
 */
import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PaymentBrief, SuggestedPayment } from '../../../../src/console/desk/views.ts';
import { sumOf } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { ActSheet } from '../ActSheet.tsx';
import { useDeskTexts } from '../texts.ts';
import { PaymentFinder } from './PaymentFinder.tsx';
import { PaymentLine } from './PaymentLine.tsx';
import { SecondPerson } from './SecondPerson.tsx';

export interface Attaching {
  transfers: readonly { transferId: number; amount: number }[];
  suggestions: readonly SuggestedPayment[];
  /** Where it is chosen already. */
  payment?: PaymentBrief | undefined;
}

/** Mounted anew for each attempt: its state begins with what it is given. */
export function AttachSheet({
  attaching,
  onClose,
  onDone,
}: {
  attaching: Attaching;
  onClose: () => void;
  onDone: () => void;
}) {
  const { attach: texts } = useDeskTexts().exceptions;
  const { transfers } = attaching;
  const [payment, setPayment] = useState(attaching.payment);
  const [accepted, setAccepted] = useState(false);
  const sum = sumOf(transfers.map(({ amount }) => amount));
  const differs = payment !== undefined && payment.amount !== sum;
  const choose = (chosen: PaymentBrief | undefined) => {
    setPayment(chosen);
    setAccepted(false);
  };
  return (
    <ActSheet
      opened
      onClose={onClose}
      title={texts.title(transfers.length)}
      path="/transfers/attach"
      body={() => ({
        transferIds: transfers.map(({ transferId }) => transferId),
        paymentId: payment?.paymentId,
        ...(differs && { acceptedAmount: sum }),
      })}
      yes={texts.yes}
      done={texts.done(transfers.length, payment?.paymentId ?? 0)}
      onDone={onDone}
      incomplete={payment === undefined || !takesTransfers(payment) || (differs && !accepted)}
    >
      <What transfers={transfers} sum={sum} />
      {payment === undefined ? (
        <Choose suggestions={attaching.suggestions} onChoose={choose} />
      ) : (
        <>
          <Chosen payment={payment} onOther={() => choose(undefined)} />
          {takesTransfers(payment) ? (
            <Compare sum={sum} payment={payment} accepted={accepted} onAccept={setAccepted} />
          ) : (
            <Impossible payment={payment} />
          )}
        </>
      )}
      <SecondPerson amount={Math.max(sum, payment?.amount ?? 0)} />
    </ActSheet>
  );
}

function takesTransfers({ kind, state }: PaymentBrief): boolean {
  return state === 'awaiting_funds' && (kind === 'bill_interac' || kind === 'rent_interac');
}

function What({ transfers, sum }: { transfers: Attaching['transfers']; sum: number }) {
  const { attach: texts, names } = useDeskTexts().exceptions;
  const format = useFormat();
  return (
    <Stack gap={2}>
      {transfers.map(({ transferId, amount }) => (
        <Group key={transferId} justify="space-between">
          <Text>{names.transfer(transferId)}</Text>
          <Text className="numbers">{format.money(amount)}</Text>
        </Group>
      ))}
      {transfers.length > 1 && (
        <Text ta="end" fw={650} className="numbers">
          {texts.together(format.money(sum))}
        </Text>
      )}
    </Stack>
  );
}

function Chosen({ payment, onOther }: { payment: PaymentBrief; onOther: () => void }) {
  const { attach: texts } = useDeskTexts().exceptions;
  return (
    <Stack gap={6} align="stretch">
      <Title order={3} size="h6">
        {texts.to}
      </Title>
      <PaymentLine payment={payment} />
      <Group>
        <Button size="xs" variant="default" onClick={onOther}>
          {texts.other}
        </Button>
      </Group>
    </Stack>
  );
}

function Choose({
  suggestions,
  onChoose,
}: {
  suggestions: readonly SuggestedPayment[];
  onChoose: (payment: PaymentBrief) => void;
}) {
  const { attach: texts, heldTransfers } = useDeskTexts().exceptions;
  const [asked, setAsked] = useState('');
  const action = (payment: PaymentBrief) => (
    <Button size="xs" variant="default" onClick={() => onChoose(payment)} aria-label={texts.choose(payment.paymentId)}>
      {texts.chooseIt}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {texts.which}
      </Title>
      {suggestions.map((payment) => (
        <PaymentLine
          key={payment.paymentId}
          payment={payment}
          note={named(heldTransfers.because, payment.because)}
          action={action(payment)}
        />
      ))}
      <PaymentFinder asked={asked} onAsk={setAsked} action={action} />
    </Stack>
  );
}

interface CompareProps {
  sum: number;
  payment: PaymentBrief;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

function Compare({ sum, payment, accepted, onAccept }: CompareProps) {
  const { attach: texts } = useDeskTexts().exceptions;
  const format = useFormat();
  const [received, expected] = [format.money(sum), format.money(payment.amount)];
  if (sum === payment.amount) return <Text>{texts.exact(received)}</Text>;
  const difference = format.money(Math.abs(sumOf([sum, -payment.amount])));
  return (
    <div className="hint">
      <Stack gap="sm">
        <Text size="sm">
          {sum < payment.amount
            ? texts.tooLittle(received, expected, difference)
            : texts.tooMuch(received, expected, difference)}
        </Text>
        <Checkbox
          label={texts.accept(received)}
          description={texts.acceptAbout(received)}
          checked={accepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      </Stack>
    </div>
  );
}

function Impossible({ payment }: { payment: PaymentBrief }) {
  const { exceptions, payment: words } = useDeskTexts();
  const { attach: texts } = exceptions;
  const why = payment.kind.endsWith('_interac') ? named(words.states, payment.state) : texts.notInterac;
  return (
    <Alert color="red" variant="outline" role="alert">
      {texts.impossible(why)}
    </Alert>
  );
}
