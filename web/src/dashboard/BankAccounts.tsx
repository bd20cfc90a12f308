/** Bank accounts that debits are drawn on. */
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccountList, BankAccountRecord } from '../../../src/dashboard/views.ts';
import { write } from '../base/api.ts';
import { Sentence, useFormat, useTexts } from '../base/language.tsx';
import { useList } from '../base/list.ts';
import { usePartner } from '../base/me.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Listed } from '../parts/Listed.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { useNotes } from '../parts/Trouble.tsx';
import { NewBankAccount } from './NewBankAccount.tsx';

export default function BankAccounts() {
  const { bankAccounts: texts } = useTexts();
  const { data, mayDevelop } = usePartner();
  const [opened, { open, close }] = useDisclosure();
  const accounts = useList<BankAccountList>(['bank-accounts', data], `${data}/bank-accounts`);
  const register = mayDevelop && <Button onClick={open}>{texts.register}</Button>;
  return (
    <Page title={texts.title} about={texts.about} actions={register}>
      <Listed
        of={accounts}
        lines={3}
        empty={
          <Empty title={texts.none} action={register}>
            {texts.noneAbout}
          </Empty>
        }
      >
        <AccountRows accounts={accounts.items} />
      </Listed>
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
      cell: (each) => <Named account={each} />,
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
    { key: 'agreement', head: texts.agreement, lesser: true, cell: (each) => <AgreementOf account={each} /> },
    {
      key: 'status',
      head: texts.status,
      lesser: true,
      width: '7.5rem',
      cell: (each) => <StatusOf account={each} />,
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

/** With what its columns say where they are gone. */
function Named({ account }: { account: BankAccountRecord }) {
  const { accountHolderName, accountNumber, institutionName, institutionNumber, transitNumber, attention } = account;
  return (
    <>
      <Text fw={550}>{accountHolderName}</Text>
      <span className="second">
        {institutionName ?? institutionNumber} · {accountNumber}
      </span>
      {attention !== undefined && (
        <span className="second">
          <Sentence text={attention} />
        </span>
      )}
      <span className="narrow">
        <span className="second">
          {institutionNumber}-{transitNumber} · <AgreementOf account={account} />
        </span>
        <StatusOf account={account} />
      </span>
    </>
  );
}

function AgreementOf({ account: { padAgreement } }: { account: BankAccountRecord }) {
  const { bankAccounts: texts } = useTexts();
  const format = useFormat();
  return padAgreement
    ? `${texts.categories[padAgreement.category]}, ${format.date(padAgreement.signedAt)}`
    : texts.noAgreement;
}

function StatusOf({ account: { status } }: { account: BankAccountRecord }) {
  const { statuses } = useTexts().bankAccounts;
  return <Pill mood={status === 'active' ? 'good' : 'plain'}>{statuses[status]}</Pill>;
}
