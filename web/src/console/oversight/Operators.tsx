/** Who works at this console: approvers invite, give another role, take off. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OperatorRole } from '../../../../src/people/views.ts';
import { Page } from '../../parts/Page.tsx';
import { CircleList } from '../../people/CircleList.tsx';
import type { Circle } from '../../people/circle.ts';
import { Invite } from '../../people/Invite.tsx';
import { deskData, deskKey, useApprover } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

const roles: readonly OperatorRole[] = ['agent', 'approver'];

export default function Operators() {
  const { oversight, people } = useDeskTexts();
  const texts = oversight.operators;
  const approver = useApprover();
  const [opened, { open, close }] = useDisclosure();
  const circle: Circle = {
    data: deskData,
    queryKey: [deskKey, '/people'],
    roles,
    mayInvite: approver,
    mayManage: approver,
    removeAbout: texts.removeAbout,
  };
  return (
    <Page title={texts.title} about={texts.about} actions={approver && <Button onClick={open}>{people.invite}</Button>}>
      <CircleList circle={circle} />
      <Invite circle={circle} title={people.invite} opened={opened} close={close} />
    </Page>
  );
}
