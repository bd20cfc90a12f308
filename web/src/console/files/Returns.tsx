/** EFT returns that wait: what each code means, who must act and how; taken up, or marked as dealt with. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OpenReturnList, OpenReturnView } from '../../../../src/console/desk/views.ts';
import { sumOf } from '../../base/format.ts';
import { Sentence, useFormat, useLanguage } from '../../base/language.tsx';
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

export default function Returns() {
  const { returns: texts } = useDeskTexts().bankFiles;
  const desk = useDeskList<OpenReturnList>('/returns');
  // What is proposed waits for its second person: nobody else acts on it meanwhile.
  const free = desk.items.filter(({ approvalId }) => approvalId === null);
  const choosing = useChoosing(free.map(({ returnId }) => returnId));
  const [sheet, setSheet] = useState<'apply' | 'dealtWith'>();
  const chosen = free.filter(({ returnId }) => choosing.has(returnId));
  const unfit = chosen.some(({ action, paymentId }) => action !== 'hold' || paymentId === null);
  const nothing = desk.list.data !== undefined && desk.items.length === 0;
  return (
    <Page title={texts.title} about={texts.about}>
      {!nothing && (
        <ChoiceBar choosing={choosing}>
          {unfit && (
            <Text size="sm" c="dimmed" role="status">
              {texts.applyNot}
            </Text>
          )}
          <ChoiceButton choosing={choosing} onClick={() => setSheet('apply')} impossible={unfit}>
            {texts.apply}
          </ChoiceButton>
          <ChoiceButton choosing={choosing} onClick={() => setSheet('dealtWith')}>
            {texts.dealtWith}
          </ChoiceButton>
        </ChoiceBar>
      )}
      <Listed of={desk} empty={<Empty title={texts.none}>{texts.noneAbout}</Empty>} height={180} lines={3}>
        <ChoiceList
          label={texts.title}
          items={desk.items}
          idOf={({ returnId }) => returnId}
          nameOf={({ returnId }) => texts.name(returnId)}
          choosing={choosing}
        >
          {(each) => <Return each={each} />}
        </ChoiceList>
      </Listed>
      <ReturnSheets returns={chosen} opened={sheet} onClose={() => setSheet(undefined)} />
    </Page>
  );
}

function Return({ each }: { each: OpenReturnView }) {
  const { bankFiles } = useDeskTexts();
  const { returns: texts } = bankFiles;
  const { language } = useLanguage();
  const format = useFormat();
  const adviceOf = useAdvice();
  const { code, partnerId, paymentId } = each;
  return (
    <>
      <ChoiceHead title={`${code.code} – ${code.meaning[language]}`} amount={format.money(each.amount)}>
        <Pill mood={each.action === 'late' ? 'bad' : 'wait'}>{named(texts.actions, each.action)}</Pill>
      </ChoiceHead>
      <Text size="sm" c="dimmed" mb="xs">
        {paymentId !== null && (
          <>
            <PaymentLink id={paymentId} />
            {each.attempt !== null && each.attempt > 1 && `, ${bankFiles.attempt(each.attempt)}`} ·{' '}
          </>
        )}
        {partnerId !== null && (
          <>
            <PartnerLink id={partnerId}>{each.partnerName ?? bankFiles.partner(partnerId)}</PartnerLink> ·{' '}
          </>
        )}
        <FileLink id={each.fileId}>{each.fileName}</FileLink>, {bankFiles.place(each.line)} · {format.time(each.at)}
      </Text>
      <Facts
        rows={[
          [texts.why, <Sentence key="why" text={each.why} />],
          ...adviceOf(code).slice(1),
          [texts.retry, named(texts.retries, code.retry)],
          [texts.reference, each.crossReference],
        ]}
      />
      {each.approvalId !== null && (
        <Text size="sm" mt="xs">
          <WaitsForApproval />
        </Text>
      )}
    </>
  );
}

interface ReturnSheetsProps {
  returns: readonly OpenReturnView[];
  opened: 'apply' | 'dealtWith' | undefined;
  onClose: () => void;
}

function ReturnSheets({ returns, opened, onClose }: ReturnSheetsProps) {
  const { bankFiles, payment } = useDeskTexts();
  const { returns: texts } = bankFiles;
  const format = useFormat();
  const returnIds = returns.map(({ returnId }) => returnId);
  const total = format.money(sumOf(returns.map(({ amount }) => amount)));
  const sheet = { onClose, path: '/returns/resolve' };
  return (
    <>
      <ActSheet
        {...sheet}
        opened={opened === 'apply'}
        title={texts.apply}
        body={() => ({ returnIds, apply: true })}
        yes={texts.apply}
        done={texts.applied}
      >
        <Text>{texts.applyAbout(returns.length, total)}</Text>
        <Stack gap={4}>
          {returns.map(({ returnId, paymentId, amount, code }) => (
            <Text key={returnId} size="sm">
              {paymentId === null ? texts.name(returnId) : payment.title(paymentId)} · {code.code} ·{' '}
              {format.money(amount)}
            </Text>
          ))}
        </Stack>
      </ActSheet>
      <ActSheet
        {...sheet}
        opened={opened === 'dealtWith'}
        title={texts.dealtWith}
        body={() => ({ returnIds, apply: false })}
        yes={texts.dealtWith}
        done={texts.marked}
      >
        <Text>{texts.dealtWithAbout(returns.length, total)}</Text>
      </ActSheet>
    </>
  );
}
