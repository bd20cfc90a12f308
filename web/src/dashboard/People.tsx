/** Who works with this partner's data: invite, give another role, take off. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PartnerRole } from '../../../src/people/views.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Page } from '../parts/Page.tsx';
import { CircleList } from '../people/CircleList.tsx';
import type { Circle } from '../people/circle.ts';
import { Invite } from '../people/Invite.tsx';

const roles: readonly PartnerRole[] = ['viewer', 'developer', 'owner'];

export default function People() {
  const { people: texts } = useTexts();
  const { data, mayManage } = usePartner();
  const [opened, { open, close }] = useDisclosure();
  const circle: Circle = {
    data,
    queryKey: ['people', data],
    roles,
    mayInvite: mayManage,
    mayManage,
    removeAbout: texts.removeAbout,
  };
  return (
    <Page title={texts.title} about={texts.about} actions={mayManage && <Button onClick={open}>{texts.invite}</Button>}>
      <CircleList circle={circle} />
      <Invite circle={circle} title={texts.invite} opened={opened} close={close} />
    </Page>
  );
}
