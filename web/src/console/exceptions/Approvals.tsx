/** The second pair of eyes: what was proposed, with everything that was asked; approved, declined or withdrawn. */
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalList, ApprovalView, ApproveAnswer } from '../../../../src/console/desk/views.ts';
import { Trouble, write } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { useMe } from '../../base/me.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleBox, useNotes } from '../../parts/Trouble.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { deskData, deskKey, useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { useSheet } from './sheet.ts';

type Which = 'open' | 'all';

export default function Approvals() {
  const { common, frame, exceptions } = useDeskTexts();
  const texts = exceptions.approvals;
  const format = useFormat();
  const [which, setWhich] = useState<Which>('open');
  const { list, items, first } = useDeskList<ApprovalList>('/approvals', { state: which });
  const approving = useSheet<ApprovalView>();
  const declining = useSheet<ApprovalView>();
  return (
    <Page
      title={frame.places.approvals}
      about={first ? texts.about(format.money(first.approvalAbove)) : texts.aboutPlain}
      actions={
        <NativeSelect
          aria-label={texts.show}
          value={which}
          onChange={(event) => setWhich(event.currentTarget.value as Which)}
          data={Object.entries(texts.which).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {list.isPending && <Waiting lines={2} height={260} />}
      {list.data !== undefined && items.length === 0 && (
        <div className="paper">
          <Empty title={which === 'open' ? texts.none : texts.noneYet}>{texts.noneAbout}</Empty>
        </div>
      )}
      <Stack gap="md">
        {items.map((approval) => (
          <ApprovalCard
            key={approval.approvalId}
            approval={approval}
            onApprove={() => approving.open(approval)}
            onDecline={() => declining.open(approval)}
          />
        ))}
      </Stack>
      {items.length > 0 && <ListEnd {...list} end={common.whole(items.length)} />}
      {approving.about && <Approve approval={approving.about} onClose={approving.close} />}
      {declining.about && <Decline approval={declining.about} onClose={declining.close} />}
    </Page>
  );
}

interface DecisionProps {
  approval: ApprovalView;
  onClose: () => void;
}

/** Approving needs no reason of its own: the one that was given is approved. */
function Approve({ approval, onClose }: DecisionProps) {
  const { common, exceptions } = useDeskTexts();
  const { approvals: texts } = exceptions;
  const format = useFormat();
  const queries = useQueryClient();
  const notes = useNotes();
  const { approvalId, amount } = approval;
  const approve = useMutation({
    mutationFn: () => write<ApproveAnswer>(`${deskData}/approvals/${approvalId}/approve`),
    onSuccess: ({ approval: decided }) => {
      if (decided.state === 'approved') notes.done(texts.carriedOut(approvalId));
      else notes.failed(new Trouble(409, texts.notPossible(decided.outcomeText ?? '')));
    },
    onError: notes.failed,
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: [deskKey] });
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title={common.labelled(texts.approve, texts.number(approvalId))}
      yes={texts.approveYes}
      busy={approve.isPending}
      onYes={() => approve.mutate()}
    >
      {texts.approveAbout(format.money(amount))}
    </Confirm>
  );
}

/** Of one's own proposal it is a withdrawal. */
function Decline({ approval, onClose }: DecisionProps) {
  const { approvals: texts } = useDeskTexts().exceptions;
  const me = useMe().data?.person;
  const own = approval.proposedBy.personId === me?.id;
  const { approvalId } = approval;
  return (
    <ActSheet
      opened
      onClose={onClose}
      title={own ? texts.withdrawTitle(approvalId) : texts.declineTitle(approvalId)}
      path={`/approvals/${approvalId}/decline`}
      body={() => ({})}
      yes={own ? texts.withdraw : texts.decline}
      done={own ? texts.withdrawn(approvalId) : texts.declined(approvalId)}
    >
      <Text>{texts.declineAbout}</Text>
    </ActSheet>
  );
}
