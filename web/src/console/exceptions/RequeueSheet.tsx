/** Payments on their way again, one or many: each as it is, with another account number, or on another account to debit. */
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccountList, FailedPaymentView, RequeueRequest } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { sumOf } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { accountWords } from './FailedCard.tsx';
import { PaymentLine } from './PaymentLine.tsx';
import { SecondPerson } from './SecondPerson.tsx';

type Correction = Omit<RequeueRequest['payments'][number], 'paymentId'>;
/** So many accounts the desk names at once; beyond, they are searched. */
const accountsShown = 50;

interface RequeueSheetProps {
  payments: readonly FailedPaymentView[];
  onClose: () => void;
  onDone: () => void;
}

export function RequeueSheet({ payments, onClose, onDone }: RequeueSheetProps) {
  const { requeue: texts } = useDeskTexts().exceptions;
  const format = useFormat();
  const [corrections, setCorrections] = useState<Readonly<Record<number, Correction>>>({});
  const sum = sumOf(payments.map(({ received, amount }) => received ?? amount));
  const blank = Object.values(corrections).some(({ accountNumber }) => accountNumber?.trim() === '');
  return (
    <ActSheet
      opened
      onClose={onClose}
      title={texts.title(payments.length)}
      path="/failed-payments/requeue"
      body={() => ({
        payments: payments.map(({ paymentId }) => ({ paymentId, ...corrections[paymentId] })),
      })}
      yes={texts.yes}
      done={texts.done(payments.length)}
      incomplete={blank}
      onDone={onDone}
    >
      <Text>{texts.about(payments.length, format.money(sum))}</Text>
      <Stack gap="lg">
        {payments.map((payment) => (
          <Stack key={payment.paymentId} gap="xs">
            <PaymentLine payment={payment} />
            <Correct
              payment={payment}
              correction={corrections[payment.paymentId] ?? {}}
              onCorrect={(correction) => setCorrections({ ...corrections, [payment.paymentId]: correction })}
            />
          </Stack>
        ))}
      </Stack>
      <SecondPerson amount={sum} />
    </ActSheet>
  );
}

interface CorrectProps {
  payment: FailedPaymentView;
  correction: Correction;
  onCorrect: (correction: Correction) => void;
}

function Correct(props: CorrectProps) {
  const { payment } = props;
  if (payment.remedies.includes('account-number')) return <AccountNumber {...props} />;
  if (payment.remedies.includes('bank-account')) return <AccountToDebit {...props} />;
  return null;
}

function AccountNumber({ payment, correction, onCorrect }: CorrectProps) {
  const { requeue: texts } = useDeskTexts().exceptions;
  const before = payment.accountNumber ?? '';
  return (
    <TextInput
      label={texts.number(payment.paymentId)}
      description={texts.numberAbout}
      value={correction.accountNumber ?? before}
      maxLength={100}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        // As it was is no correction.
        onCorrect(typed === before ? {} : { accountNumber: typed });
      }}
    />
  );
}

function AccountToDebit({ payment, correction, onCorrect }: CorrectProps) {
  const { requeue: texts, failed } = useDeskTexts().exceptions;
  const [search, setSearch] = useState('');
  const path = `/failed-payments/${payment.paymentId}/accounts`;
  const found = useQuery({
    queryKey: [deskKey, path, search],
    queryFn: ({ signal }) => read<BankAccountList>(`${deskData}${path}`, { search }, signal),
    placeholderData: keepPreviousData,
  });
  const same = payment.bankAccount;
  const others = (found.data?.items ?? []).filter(({ bankAccountId }) => bankAccountId !== same?.bankAccountId);
  const searchable = search !== '' || (found.data?.items.length ?? 0) >= accountsShown;
  return (
    <Stack gap="xs">
      {searchable && (
        <SearchField label={texts.search} placeholder={texts.searchFor} search={search} onSearch={setSearch} />
      )}
      <NativeSelect
        label={texts.account(payment.paymentId)}
        description={found.data && others.length === 0 ? texts.noAccounts : undefined}
        value={correction.bankAccountId ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onCorrect(chosen === '' ? {} : { bankAccountId: Number(chosen) });
        }}
        data={[
          { value: '', label: texts.sameAccount(same ? accountWords(same, failed) : '–') },
          ...others.map((account) => ({ value: String(account.bankAccountId), label: accountWords(account, failed) })),
        ]}
      />
    </Stack>
  );
}
