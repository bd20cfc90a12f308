/** One proposal: what was asked, about what, by whom and why; and what became of it, or the buttons to decide. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApprovalView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat, useLanguage } from '../../base/language.tsx';
import { useMe } from '../../base/me.ts';
import { named } from '../../base/words.ts';
import { type Mood, Pill } from '../../parts/Status.tsx';
import { useApprover } from '../ask.ts';
import { LineInWords } from '../files/LineInWords.tsx';
import { useDeskTexts } from '../texts.ts';
import { Asked } from './Asked.tsx';
import { PaymentLine } from './PaymentLine.tsx';
import { Said } from './Said.tsx';

const moods: Readonly<Record<ApprovalView['state'], Mood>> = {
  open: 'wait',
  approved: 'good',
  declined: 'plain',
  withdrawn: 'plain',
  refused: 'bad',
};

/** Names are as everybody likes them: the address says who it is. */
const handOf = ({ name, email }: ApprovalView['proposedBy']) => `${name} <${email}>`;

export interface ApprovalCardProps {
  approval: ApprovalView;
  onApprove: () => void;
  onDecline: () => void;
}

export function ApprovalCard(props: ApprovalCardProps) {
  const { approval } = props;
  const { approvals: texts } = useDeskTexts().exceptions;
  const { desk } = useDeskTexts();
  const format = useFormat();
  const { state, reason, proposedBy, proposedAt } = approval;
  return (
    <article className="paper" aria-label={texts.number(approval.approvalId)}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
            <Title order={2} size="h4">
              <span className="numbers">{format.money(approval.amount)}</span> · {named(texts.acts, approval.act)}
            </Title>
            <Text size="sm" c="dimmed">
              {texts.number(approval.approvalId)} · {texts.proposed(handOf(proposedBy), format.time(proposedAt))}
            </Text>
          </div>
          <Pill mood={moods[state] ?? 'plain'}>{named(texts.states, state)}</Pill>
        </Group>
        <section>
          <Title order={3} size="h6" mb={4}>
            {texts.asked}
          </Title>
          <Asked approval={approval} />
        </section>
        <section>
          <Title order={3} size="h6" mb={4}>
            {desk.reason}
          </Title>
          <Said text={reason} label={desk.reason} />
        </section>
        <About approval={approval} />
        {state === 'open' ? <Decide {...props} /> : <Decided approval={approval} />}
      </Stack>
    </article>
  );
}

function About({ approval: { about } }: { approval: ApprovalView }) {
  const { approvals: texts, names, heldTransfers } = useDeskTexts().exceptions;
  const format = useFormat();
  return (
    <>
      {about.lines.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={4}>
            {texts.aboutLines}
          </Title>
          <Stack gap="sm">
            {about.lines.map((line) => (
              <LineInWords key={line.lineId} line={line} />
            ))}
          </Stack>
        </section>
      )}
      {about.transfers.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={4}>
            {texts.aboutTransfers}
          </Title>
          <Stack gap="xs">
            {about.transfers.map(({ transferId, amount, senderName, senderEmail, description }) => (
              <div key={transferId}>
                <Text>
                  <Link to={pagePaths.transfers}>{names.transfer(transferId)}</Link> ·{' '}
                  <span className="numbers">{format.money(amount)}</span> ·{' '}
                  {[senderName, senderEmail].filter(Boolean).join(' · ') || heldTransfers.noSender}
                </Text>
                <Text size="sm" c="dimmed" lineClamp={3}>
                  {description}
                </Text>
              </div>
            ))}
          </Stack>
        </section>
      )}
      {about.payments.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={4}>
            {texts.aboutPayments}
          </Title>
          <Stack gap="sm">
            {about.payments.map((payment) => (
              <PaymentLine key={payment.paymentId} payment={payment} />
            ))}
          </Stack>
        </section>
      )}
    </>
  );
}

function Decide({ approval, onApprove, onDecline }: ApprovalCardProps) {
  const { approvals: texts } = useDeskTexts().exceptions;
  const approver = useApprover();
  const me = useMe().data?.person;
  const own = approval.proposedBy.personId === me?.id;
  const number = texts.number(approval.approvalId);
  return (
    <Group gap="sm">
      {approval.mayApprove && (
        <Button onClick={onApprove} aria-label={`${texts.approve}: ${number}`}>
          {texts.approve}
        </Button>
      )}
      {(own || approver) && (
        <Button variant="default" onClick={onDecline} aria-label={`${own ? texts.withdraw : texts.decline}: ${number}`}>
          {own ? texts.withdraw : texts.decline}
        </Button>
      )}
      {!approval.mayApprove && (
        <Text c="dimmed" size="sm">
          {own ? texts.own : texts.onlyApprovers}
        </Text>
      )}
    </Group>
  );
}

function Decided({ approval }: { approval: ApprovalView }) {
  const { approvals: texts } = useDeskTexts().exceptions;
  const format = useFormat();
  const { said } = useLanguage();
  const { state, decidedBy, decidedAt, outcomeText } = approval;
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {texts.outcome}
      </Title>
      <Text>
        {named(texts.states, state)}{' '}
        {decidedBy !== null && decidedAt !== null && texts.decided(handOf(decidedBy), format.time(decidedAt))}
      </Text>
      {state !== 'approved' && outcomeText !== null && <Text c="dimmed">{said(outcomeText) ?? outcomeText}</Text>}
    </section>
  );
}
