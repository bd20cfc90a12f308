/** Partners: whose applications use this service. */
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PartnerList, PartnerView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useApprover, useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

export default function Partners() {
  const { partners: texts } = useDeskTexts().oversight;
  const approver = useApprover();
  const [opened, { open, close }] = useDisclosure();
  const partners = useDeskList<PartnerList>('/partners');
  return (
    <Page title={texts.title} about={texts.about} actions={approver && <Button onClick={open}>{texts.create}</Button>}>
      <Listed of={partners} lines={4} empty={<Empty title={texts.empty}>{texts.emptyAbout}</Empty>}>
        <Rows
          opens
          caption={texts.title}
          rows={partners.items}
          keyOf={({ partnerId }) => partnerId}
          columns={useColumns()}
        />
      </Listed>
      <Create opened={opened} close={close} />
    </Page>
  );
}

function useColumns(): Column<PartnerView>[] {
  const { common, oversight } = useDeskTexts();
  const { partners: texts } = oversight;
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
          <span className="second">{endpoint?.url ?? common.labelled(texts.endpoint, texts.noEndpoint)}</span>
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
  const { partners: texts } = useDeskTexts().oversight;
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
