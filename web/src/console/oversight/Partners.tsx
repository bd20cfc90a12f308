/** Partners: whose applications use this service. */
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PartnerList, PartnerView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat, useTexts } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useApprover, useDeskList } from '../ask.ts';

export default function Partners() {
  const { oversight, desk } = useTexts();
  const texts = oversight.partners;
  const approver = useApprover();
  const [opened, { open, close }] = useDisclosure();
  const { list, items } = useDeskList<PartnerList>('/partners');
  const columns = useColumns();
  return (
    <Page title={texts.title} about={texts.about} actions={approver && <Button onClick={open}>{texts.create}</Button>}>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={4} />}
        {list.isSuccess && items.length === 0 && <Empty title={texts.empty}>{texts.emptyAbout}</Empty>}
        {items.length > 0 && (
          <>
            <Rows opens caption={texts.title} rows={items} keyOf={({ partnerId }) => partnerId} columns={columns} />
            <ListEnd
              hasNextPage={list.hasNextPage}
              isFetchingNextPage={list.isFetchingNextPage}
              fetchNextPage={list.fetchNextPage}
              end={desk.whole(items.length)}
            />
          </>
        )}
      </div>
      <Create opened={opened} close={close} />
    </Page>
  );
}

function useColumns(): Column<PartnerView>[] {
  const { partners: texts } = useTexts().oversight;
  const format = useFormat();
  return [
    {
      key: 'name',
      head: texts.name,
      cell: ({ partnerId, name, endpoint }) => (
        <>
          <Link className="opener" to={pagePaths.onePartner} params={{ partner: String(partnerId) }}>
            {name}
          </Link>
          <span className="second">{endpoint?.url ?? `${texts.endpoint}: ${texts.noEndpoint}`}</span>
        </>
      ),
    },
    {
      key: 'since',
      head: texts.since,
      lesser: true,
      width: '10rem',
      cell: ({ createdAt }) => format.date(createdAt),
    },
    {
      key: 'tokens',
      head: texts.tokens,
      end: true,
      lesser: true,
      width: '9rem',
      cell: ({ activeTokens }) => format.count(activeTokens),
    },
    { key: 'people', head: texts.people, end: true, width: '7rem', cell: ({ people }) => format.count(people) },
  ];
}

function Create({ opened, close }: { opened: boolean; close: () => void }) {
  const { partners: texts } = useTexts().oversight;
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <ActSheet
      opened={opened}
      onClose={close}
      title={texts.create}
      path="/partners"
      body={() => ({ name })}
      yes={texts.createIt}
      done={texts.created}
      incomplete={name.trim() === ''}
      onDone={(answer) => {
        const { partnerId } = answer as PartnerView;
        void navigate({ to: pagePaths.onePartner, params: { partner: String(partnerId) } });
      }}
    >
      {texts.createAbout}
      <TextInput
        label={texts.name}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActSheet>
  );
}
