/** The catalogue of payees, and a box in which an account number is tried. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedAccountNumber, PayeeList, PayeeRecord } from '../../../src/dashboard/views.ts';
import { read, write } from '../base/api.ts';
import { Sentence, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { named } from '../base/words.ts';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { Rows } from '../parts/Rows.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';

export default function Payees() {
  const { payees: texts, words } = useTexts();
  const { data } = usePartner();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<PayeeRecord>();
  const list = useQuery({
    queryKey: ['payees', data, search],
    queryFn: ({ signal }) => read<PayeeList>(`${data}/payees`, { search }, signal),
    placeholderData: (before) => before,
  });
  return (
    <Page title={texts.title} about={texts.about}>
      <TryNumber key={chosen?.name ?? ''} payee={chosen} />
      <SearchField label={texts.search} maw={480} search={search} onSearch={setSearch} />
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush" aria-busy={list.isFetching}>
        {list.isPending && <Waiting lines={6} />}
        {list.data?.items.length === 0 && <Empty title={texts.none}>{texts.noneAbout}</Empty>}
        {list.data && list.data.items.length > 0 && (
          <Rows
            opens
            caption={texts.title}
            rows={list.data.items}
            keyOf={({ name }) => name}
            columns={[
              {
                key: 'name',
                head: texts.name,
                cell: (payee) => (
                  <button
                    type="button"
                    className="opener plain"
                    onClick={() => {
                      setChosen(payee);
                      window.scrollTo({ top: 0 });
                    }}
                  >
                    {payee.name}
                  </button>
                ),
              },
              {
                key: 'type',
                head: texts.billType,
                lesser: true,
                width: '12rem',
                cell: ({ billType }) => billType && named(words.billTypes, billType),
              },
              { key: 'hint', head: texts.hint, lesser: true, cell: ({ accountNumberHint }) => accountNumberHint },
            ]}
          />
        )}
      </div>
    </Page>
  );
}

function TryNumber({ payee }: { payee: PayeeRecord | undefined }) {
  const { payees: texts } = useTexts();
  const { data } = usePartner();
  const [payeeName, setPayeeName] = useState(payee?.name ?? '');
  const [accountNumber, setAccountNumber] = useState('');
  const check = useMutation({
    mutationFn: () => write<CheckedAccountNumber>(`${data}/payees/check`, { payeeName, accountNumber }),
  });
  return (
    <Sheet title={texts.tryNumber}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Stack>
          <Group align="flex-end">
            <TextInput
              label={texts.name}
              required
              withAsterisk={false}
              style={{ flex: '2 1 14rem' }}
              value={payeeName}
              onChange={(event) => {
                check.reset();
                setPayeeName(event.currentTarget.value);
              }}
            />
            <TextInput
              label={texts.number}
              required
              withAsterisk={false}
              autoComplete="off"
              autoFocus={payee !== undefined}
              style={{ flex: '1 1 12rem' }}
              value={accountNumber}
              onChange={(event) => {
                check.reset();
                setAccountNumber(event.currentTarget.value);
              }}
            />
            <Button type="submit" loading={check.isPending}>
              {texts.check}
            </Button>
          </Group>
          {payee?.accountNumberHint !== undefined && (
            <Text size="sm" c="dimmed">
              {payee.accountNumberHint}
            </Text>
          )}
          {check.isError && <TroubleBox error={check.error} />}
          {check.data && (
            <Alert
              role="status"
              color={check.data.valid ? 'leaf' : 'red'}
              variant={check.data.valid ? 'light' : 'outline'}
              title={check.data.valid ? texts.fits : texts.fitsNot}
            >
              {check.data.reason !== undefined && <Sentence text={check.data.reason} />}
            </Alert>
          )}
        </Stack>
      </form>
    </Sheet>
  );
}
