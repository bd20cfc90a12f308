/** A payment in two lines, with a way to its page: whose it is, its number, its amount and state. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PaymentBrief } from '../../../../src/console/desk/views.ts';
import { inFours } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { StatusPill } from '../../parts/Status.tsx';
import { PaymentLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';

export function PaymentLine({ payment, note, action }: { payment: PaymentBrief; note?: string; action?: ReactNode }) {
  const { names } = useDeskTexts().exceptions;
  const format = useFormat();
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
        <PaymentLink id={payment.paymentId} /> · {payment.payeeName ?? names.kinds[payment.kind]}
        <Text size="sm" c="dimmed">
          <span className="numbers">{inFours(payment.identificationNumber)}</span> · {payment.userName} ·{' '}
          {payment.partnerName}
        </Text>
        {note !== undefined && <Text size="sm">{note}</Text>}
      </div>
      <Group gap="xs" justify="flex-end">
        <Text className="numbers" fw={550}>
          {format.money(payment.amount)}
        </Text>
        <StatusPill status={payment.status} />
        {action}
      </Group>
    </Group>
  );
}
