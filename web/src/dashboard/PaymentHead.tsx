/** What a payment is for in dollars, and how it stands. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PaymentView } from '../../../src/dashboard/views.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { named } from '../base/words.ts';
import { StatusPill } from '../parts/Status.tsx';

interface PaymentHeadProps {
  payment: Pick<PaymentView, 'amount' | 'status'> & { state: string };
  children?: ReactNode;
}

export function PaymentHead({ payment: { amount, status, state }, children }: PaymentHeadProps) {
  const { states } = useTexts().payment;
  const format = useFormat();
  return (
    <Group gap="md">
      <Text fz={32} fw={650} className="numbers" lh={1.2}>
        {format.money(amount)}
      </Text>
      <StatusPill status={status} />
      <Text c="dimmed">{named(states, state)}</Text>
      {children}
    </Group>
  );
}
