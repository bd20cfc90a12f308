/** Recording that the money of a failed payment went back to its payer by other means. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FailedPaymentView } from '../../../../src/console/desk/views.ts';
import { useFormat } from '../../base/language.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useDeskTexts } from '../texts.ts';
import { PaymentLine } from './PaymentLine.tsx';
import { SecondPerson } from './SecondPerson.tsx';

interface RefundSheetProps {
  payment: FailedPaymentView;
  onClose: () => void;
  onDone: () => void;
}

export function RefundSheet({ payment, onClose, onDone }: RefundSheetProps) {
  const { refund: texts, names } = useDeskTexts().exceptions;
  const format = useFormat();
  const [means, setMeans] = useState('interac');
  const [reference, setReference] = useState('');
  const { paymentId, userName, userEmail } = payment;
  const owed = payment.received ?? payment.amount;
  const amount = format.money(owed);
  return (
    <ActSheet
      opened
      onClose={onClose}
      title={texts.title(paymentId)}
      path="/failed-payments/refund"
      body={() => ({ paymentId, means, reference: reference.trim() })}
      yes={texts.yes(amount)}
      done={texts.done(paymentId)}
      incomplete={reference.trim() === ''}
      danger
      onDone={onDone}
    >
      <Text fw={550}>{texts.what(amount, `${userName} <${userEmail}>`)}</Text>
      <Text>{texts.about}</Text>
      <PaymentLine payment={payment} />
      <NativeSelect
        label={texts.means}
        value={means}
        onChange={(event) => setMeans(event.currentTarget.value)}
        data={Object.entries(names.means).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        label={texts.reference}
        description={texts.referenceAbout}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        required
        withAsterisk={false}
        maxLength={500}
      />
      <SecondPerson amount={owed} />
    </ActSheet>
  );
}
