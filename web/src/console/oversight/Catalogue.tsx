/** The payee catalogue: who can be paid, which account numbers fit, how well that is known. */
import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayeeList, PayeeView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useTexts } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { useDeskList } from '../ask.ts';
import { useRuleWords } from './rules.ts';

export default function Catalogue() {
  const { oversight, desk } = useTexts();
  const texts = oversight.catalogue;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { list, items, first } = useDeskList<PayeeList>('/payees', { search });
  const columns = useColumns();
  return (
    <Page title={texts.title} about={first === undefined ? '…' : texts.about(first.version)}>
      <TextInput
        type="search"
        label={texts.search}
        leftSection={<Icon name="search" />}
        maw={480}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush" aria-busy={list.isFetching}>
        {list.isPending && <Waiting lines={12} />}
        {list.isSuccess && items.length === 0 && <Empty title={texts.nothing}>{texts.nothingAbout}</Empty>}
        {items.length > 0 && (
          <>
            <Rows opens caption={texts.title} rows={items} keyOf={({ name }) => name} columns={columns} />
            <ListEnd
              hasNextPage={list.hasNextPage}
              isFetchingNextPage={list.isFetchingNextPage}
              fetchNextPage={list.fetchNextPage}
              end={desk.whole(items.length)}
            />
          </>
        )}
      </div>
    </Page>
  );
}

function useColumns(): Column<PayeeView>[] {
  const { catalogue: texts, rules } = useTexts().oversight;
  const { formatInWords } = useRuleWords();
  return [
    {
      key: 'name',
      head: texts.name,
      cell: ({ name, billType, accountFormat, active }) => (
        <>
          <Link className="opener" to={pagePaths.catalogueEntry} params={{ payeeName: name }}>
            {name}
          </Link>
          <span className="second">{active ? billType : texts.inactive}</span>
          <span className="narrow">
            <span className="second">{formatInWords(accountFormat)}</span>
          </span>
        </>
      ),
    },
    { key: 'format', head: texts.format, lesser: true, cell: ({ accountFormat }) => formatInWords(accountFormat) },
    {
      key: 'confidence',
      head: texts.confidence,
      lesser: true,
      width: '11rem',
      cell: ({ confidence }) => rules.confidences[confidence] ?? confidence,
    },
    {
      key: 'payable',
      head: texts.payable,
      end: true,
      width: '9rem',
      cell: (payee) => (
        <Group justify="flex-end">
          <PayablePill payee={payee} />
        </Group>
      ),
    },
  ];
}

/** Whether bills to this payee can be paid here. */
export function PayablePill({ payee: { payable } }: { payee: PayeeView }) {
  const { yes, no } = useTexts().trail;
  return <Pill mood={payable ? 'good' : 'wait'}>{payable ? yes : no}</Pill>;
}
