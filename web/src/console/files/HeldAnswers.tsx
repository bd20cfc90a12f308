/** Answers of banks that nobody could apply: contradictions, and what was never submitted from here. */
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { HeldAnswerList, HeldAnswerView } from '../../../../src/console/desk/views.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { Pill } from '../../parts/Status.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useAdvice } from '../advice.ts';
import { useDeskList } from '../ask.ts';
import { FileLink, PartnerLink, PaymentLink, WaitsForApproval } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { ChoiceBar, ChoiceButton, ChoiceHead, ChoiceList, useChoosing } from './Choosing.tsx';

export default function HeldAnswers() {
  const { answers: texts } = useDeskTexts().bankFiles;
  const desk = useDeskList<HeldAnswerList>('/settlement/held');
  // What is proposed waits for its second person: nobody else acts on it meanwhile.
  const free = desk.items.filter(({ approvalId }) => approvalId === null);
  const choosing = useChoosing(free.map(({ answerId }) => answerId));
  const [opened, setOpened] = useState(false);
  const nothing = desk.list.data !== undefined && desk.items.length === 0;
  return (
    <Page title={texts.title} about={texts.about}>
      {!nothing && (
        <ChoiceBar choosing={choosing}>
          <ChoiceButton choosing={choosing} onClick={() => setOpened(true)}>
            {texts.dealtWith}
          </ChoiceButton>
        </ChoiceBar>
      )}
      <Listed of={desk} empty={<Empty title={texts.none}>{texts.noneAbout}</Empty>} height={140} lines={3}>
        <ChoiceList
          label={texts.title}
          items={desk.items}
          idOf={({ answerId }) => answerId}
          nameOf={({ answerId }) => texts.name(answerId)}
          choosing={choosing}
        >
          {(answer) => <Answer answer={answer} />}
        </ChoiceList>
      </Listed>
      <ActSheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.dealtWith}
        path="/settlement/resolve"
        body={() => ({ answerIds: choosing.chosen })}
        yes={texts.dealtWith}
        done={texts.marked}
      >
        <Text>{texts.dealtWithAbout(choosing.chosen.length)}</Text>
      </ActSheet>
    </Page>
  );
}

function Answer({ answer }: { answer: HeldAnswerView }) {
  const { bankFiles } = useDeskTexts();
  const { answers: texts } = bankFiles;
  const format = useFormat();
  const adviceOf = useAdvice();
  const { partnerId, paymentId, attempt, status, reason } = answer;
  return (
    <>
      <ChoiceHead title={named(texts.levels, answer.level)}>
        <Pill mood={answer.action === 'hold' ? 'bad' : 'wait'}>{named(texts.actions, answer.action)}</Pill>
      </ChoiceHead>
      <Text size="sm" c="dimmed" mb="xs">
        {paymentId !== null && (
          <>
            <PaymentLink id={paymentId} />
            {attempt !== null && attempt > 1 && `, ${bankFiles.attempt(attempt)}`} ·{' '}
          </>
        )}
        {partnerId !== null && (
          <>
            <PartnerLink id={partnerId}>{bankFiles.partner(partnerId)}</PartnerLink> ·{' '}
          </>
        )}
        {answer.fileId !== null && (
          <>
            <FileLink id={answer.fileId}>{answer.fileName ?? answer.fileId}</FileLink>
            {answer.line !== null && `, ${bankFiles.place(answer.line)}`} ·{' '}
          </>
        )}
        {format.time(answer.at)}
      </Text>
      <Facts
        rows={[
          [texts.why, <Sentence key="why" text={answer.why} />],
          [
            texts.status,
            status && (
              <>
                {status.code} – <Sentence text={status.meaning} />
              </>
            ),
          ],
          ...(reason ? adviceOf(reason) : []),
          [texts.reason, answer.reasonText],
        ]}
      />
      {answer.approvalId !== null && (
        <Text size="sm" mt="xs">
          <WaitsForApproval />
        </Text>
      )}
    </>
  );
}
