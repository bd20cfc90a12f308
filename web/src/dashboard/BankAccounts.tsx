/** Bank accounts that debits are drawn on. */
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccountList, BankAccountRecord } from '../../../src/dashboard/views.ts';
import { read, write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { NewBankAccount } from './NewBankAccount.tsx';

export default function BankAccounts() {
  const { bankAccounts: texts } = useTexts();
  const { data, mayDevelop } = usePartner();
  const [opened, { open, close }] = useDisclosure();
  const list = useQuery({
    queryKey: ['bank-accounts', data],
    queryFn: () => read<BankAccountList>(`${data}/bank-accounts`),
  });
  const register = mayDevelop && <Button onClick={open}>{texts.register}</Button>;
  return (
    <Page title={texts.title} about={texts.about} actions={register}>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={3} />}
        {list.data?.items.length === 0 && (
          <Empty title={texts.none} action={register}>
            {texts.noneAbout}
          </Empty>
        )}
        {list.data && list.data.items.length > 0 && <AccountRows accounts={list.data.items} />}
      </div>
      <NewBankAccount opened={opened} close={close} />
    </Page>
  );
}

function AccountRows({ accounts }: { accounts: readonly BankAccountRecord[] }) {
  const { bankAccounts: texts } = useTexts();
  const { data } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const [asked, setAsked] = useState<BankAccountRecord>();
  const deactivate = useMutation({
    mutationFn: (id: number) => write<BankAccountRecord>(`${data}/bank-accounts/${id}/deactivate`),
    onSuccess: async () => {
      setAsked(undefined);
      notes.done(texts.deactivated);
      await queries.invalidateQueries({ queryKey: ['bank-accounts', data] });
    },
    onError: notes.failed,
  });
  return (
    <>
      <Rows caption={texts.title} rows={accounts} keyOf={({ id }) => id} columns={useColumns(setAsked)} />
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.deactivate}
        yes={texts.deactivate}
        onYes={() => asked && deactivate.mutate(asked.id)}
        busy={deactivate.isPending}
        danger
      >
        {texts.deactivateAbout(asked?.accountHolderName ?? '', asked?.accountNumber ?? '')}
      </Confirm>
    </>
  );
}

function useColumns(onDeactivate: (account: BankAccountRecord) => void): Column<BankAccountRecord>[] {
  const { bankAccounts: texts } = useTexts();
  const { mayDevelop } = usePartner();
  return [
    {
      key: 'holder',
      head: texts.holder,
      cell: (each) => (
        <>
          <Text fw={550}>{each.accountHolderName}</Text>
          <span className="second">
            {each.institutionName ?? each.institutionNumber} · {each.accountNumber}
          </span>
          {each.attention !== undefined && <span className="second">{each.attention}</span>}
        </>
      ),
    },
    {
      key: 'numbers',
      head: texts.transit,
      lesser: true,
      cell: ({ institutionNumber, transitNumber }) => (
        <span className="numbers">
          {institutionNumber}-{transitNumber}
        </span>
      ),
    },
    {
      key: 'agreement',
      head: texts.agreement,
      lesser: true,
      cell: ({ padAgreement }) =>
        padAgreement
          ? `${texts.categories[padAgreement.category]}, ${padAgreement.signedAt.slice(0, 10)}`
          : texts.noAgreement,
    },
    {
      key: 'status',
      head: texts.status,
      lesser: true,
      width: '7.5rem',
      cell: ({ status }) => <Pill mood={status === 'active' ? 'good' : 'plain'}>{texts.statuses[status]}</Pill>,
    },
    {
      key: 'change',
      head: <span className="unseen">{texts.deactivate}</span>,
      end: true,
      width: '9rem',
      cell: (each) =>
        mayDevelop &&
        each.status === 'active' && (
          <Stack align="flex-end">
            <Button
              size="xs"
              variant="default"
              onClick={() => onDeactivate(each)}
              aria-label={`${texts.deactivate}: ${each.accountHolderName} ${each.accountNumber}`}
            >
              {texts.deactivate}
            </Button>
          </Stack>
        ),
    },
  ];
}
