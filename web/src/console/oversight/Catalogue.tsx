/** The payee catalogue: who can be paid, which account numbers fit, how well that is known. */
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayeeList, PayeeView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { named } from '../../base/words.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { Pill } from '../../parts/Status.tsx';
import { useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { useRuleWords } from './rules.ts';

export default function Catalogue() {
  const { catalogue: texts } = useDeskTexts().oversight;
  const [search, setSearch] = useState('');
  const payees = useDeskList<PayeeList>('/payees', { search }, { keeps: true });
  const { first } = payees;
  return (
    <Page title={texts.title} about={first === undefined ? '…' : texts.about(first.version)}>
      <SearchField label={texts.search} maw={480} search={search} onSearch={setSearch} />
      <Listed of={payees} lines={12} height={44} empty={<Empty title={texts.nothing}>{texts.nothingAbout}</Empty>}>
        <Rows opens caption={texts.title} rows={payees.items} keyOf={({ name }) => name} columns={useColumns()} />
      </Listed>
    </Page>
  );
}

function useColumns(): Column<PayeeView>[] {
  const { words, oversight } = useDeskTexts();
  const { catalogue: texts, rules } = oversight;
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
          <span className="second">{active ? named(words.billTypes, billType) : texts.inactive}</span>
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
  const { yes, no } = useDeskTexts().common;
  return <Pill mood={payable ? 'good' : 'wait'}>{payable ? yes : no}</Pill>;
}
