/** One partner: its payments in numbers, its balances, where it is told, and its people, whose first owner is invited here. */
import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { PartnerDetail, PartnerView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { read } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Back, Page, Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { StatusPill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { CircleList } from '../../people/CircleList.tsx';
import type { Circle } from '../../people/circle.ts';
import { Invite } from '../../people/Invite.tsx';
import { deskData, deskKey, useApprover } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { AccountsOf } from './Balances.tsx';

export default function OnePartner() {
  const { partners: texts } = useDeskTexts().oversight;
  const { partner = '' } = useParams({ strict: false });
  const path = `/partners/${partner}`;
  const detail = useQuery({
    queryKey: [deskKey, path],
    queryFn: ({ signal }) => read<PartnerDetail>(`${deskData}${path}`, {}, signal),
  });
  return (
    <Page
      title={detail.data?.partner.name ?? texts.one(partner)}
      about={<Back to={pagePaths.partners}>{texts.title}</Back>}
    >
      {detail.isPending && <Waiting lines={10} />}
      {detail.isError && <TroubleBox error={detail.error} onAgain={() => void detail.refetch()} />}
      {detail.data && <Shown detail={detail.data} />}
    </Page>
  );
}

function Shown({ detail: { partner, numbers, balances } }: { detail: PartnerDetail }) {
  const { partners: texts } = useDeskTexts().oversight;
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Sheet title={texts.facts}>
          <FactsOf partner={partner} />
        </Sheet>
        <Sheet title={texts.balances}>
          <AccountsOf balances={balances} />
        </Sheet>
      </SimpleGrid>
      <Numbers numbers={numbers} />
      <PeopleOf partner={partner} />
    </>
  );
}

function FactsOf({ partner: { partnerId, createdAt, activeTokens, endpoint } }: { partner: PartnerView }) {
  const { partners: texts } = useDeskTexts().oversight;
  const format = useFormat();
  return (
    <Facts
      rows={[
        [texts.id, partnerId],
        [texts.since, format.time(createdAt)],
        [texts.tokens, format.count(activeTokens)],
        [texts.endpoint, endpoint?.url ?? texts.noEndpoint],
        [texts.events, endpoint?.events.join(', ')],
        [texts.changed, endpoint === null ? undefined : format.time(endpoint.changedAt)],
      ]}
    />
  );
}

function Numbers({ numbers: { days, statuses } }: { numbers: PartnerDetail['numbers'] }) {
  const { oversight } = useDeskTexts();
  const format = useFormat();
  const title = oversight.partners.numbers(days);
  return (
    <Sheet flush title={title}>
      <Rows
        caption={title}
        rows={statuses}
        keyOf={({ status }) => status}
        columns={[
          { key: 'status', head: oversight.partners.status, cell: ({ status }) => <StatusPill status={status} /> },
          { key: 'count', head: oversight.count, end: true, cell: ({ count }) => format.count(count) },
          { key: 'amount', head: oversight.amount, end: true, cell: ({ amount }) => format.money(amount) },
        ]}
      />
    </Sheet>
  );
}

/** An approver invites the first owner, and withdraws invitations; whatever else is the owners' own affair. */
function PeopleOf({ partner: { partnerId, people: members } }: { partner: PartnerView }) {
  const { oversight, people } = useDeskTexts();
  const texts = oversight.partners;
  const [opened, { open, close }] = useDisclosure();
  const data = `${deskData}/partners/${partnerId}`;
  const circle: Circle = {
    data,
    queryKey: [deskKey, data, 'people'],
    roles: ['owner'],
    mayInvite: useApprover(),
    mayManage: false,
    removeAbout: people.removeAbout,
  };
  return (
    <>
      <Group justify="space-between" mt="sm">
        <div>
          <Title order={2} size="h4">
            {texts.people}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.peopleAbout}
          </Text>
        </div>
        {circle.mayInvite && members === 0 && (
          <Button variant="default" onClick={open}>
            {texts.invite}
          </Button>
        )}
      </Group>
      <CircleList
        circle={circle}
        nobody={<Empty title={texts.noPeople}>{circle.mayInvite ? texts.noPeopleAbout : texts.noPeopleAsk}</Empty>}
      />
      <Invite circle={circle} title={texts.invite} opened={opened} close={close} />
    </>
  );
}
