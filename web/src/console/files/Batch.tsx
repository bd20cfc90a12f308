/** One settlement batch: its totals and answers, and its payments, all or those with one answer. */
import { Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { BatchDetail, BatchItemView, BatchView } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { Sentence, useFormat, useLanguage } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page, Sheet } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey, useDeskList } from '../ask.ts';
import { FileLink, PartnerLink, PaymentLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { Answers, OutcomePill } from './Answers.tsx';

const outcomes = ['open', 'accepted', 'rejected'] as const;

export default function Batch() {
  const { batch: texts } = useDeskTexts().bankFiles;
  const { batchId = '' } = useParams({ strict: false }) as { batchId?: string };
  const path = `/settlement/batches/${batchId}`;
  // By itself: a change of the filter must not take the facts away.
  const facts = useQuery({
    queryKey: [deskKey, path, 'facts'],
    queryFn: ({ signal }) => read<BatchDetail>(`${deskData}${path}`, { limit: '1' }, signal),
  });
  return (
    <Page title={texts.title(Number(batchId))} about={facts.data?.batch.messageId ?? '\u00a0'}>
      {facts.isError && <TroubleBox error={facts.error} onAgain={() => void facts.refetch()} />}
      {!facts.isError && (
        <>
          <Sheet title={texts.facts}>
            {facts.data ? <BatchFacts batch={facts.data.batch} /> : <Waiting lines={6} height={36} />}
          </Sheet>
          <Items path={path} />
        </>
      )}
    </Page>
  );
}

function BatchFacts({ batch }: { batch: BatchView }) {
  const { bankFiles } = useDeskTexts();
  const { batch: texts, settlement } = bankFiles;
  const format = useFormat();
  return (
    <Facts
      rows={[
        [settlement.answers, <Answers key="answers" of={batch} />],
        [bankFiles.payments, format.count(batch.payments)],
        [bankFiles.total, format.money(batch.total)],
        [settlement.created, format.time(batch.createdAt)],
        [texts.execution, format.day(batch.executionDate)],
        [
          bankFiles.file,
          batch.fileId === null ? (
            `${batch.fileName} – ${settlement.notWritten}`
          ) : (
            <FileLink key="file" id={batch.fileId}>
              {batch.fileName}
            </FileLink>
          ),
        ],
        [texts.written, batch.writtenAt && format.time(batch.writtenAt)],
      ]}
    />
  );
}

function Items({ path }: { path: string }) {
  const { batch: texts } = useDeskTexts().bankFiles;
  const [outcome, setOutcome] = useState('');
  const desk = useDeskList<BatchDetail>(path, { outcome });
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.items}
        </Title>
        <NativeSelect
          aria-label={texts.outcome}
          value={outcome}
          onChange={(event) => setOutcome(event.currentTarget.value)}
          data={[
            { value: '', label: texts.all },
            ...outcomes.map((value) => ({ value, label: named(texts.outcomes, value) })),
          ]}
        />
      </Group>
      <Listed of={desk} empty={<Empty title={texts.none}>{texts.noneAbout}</Empty>}>
        <Rows
          caption={texts.items}
          rows={desk.items}
          keyOf={({ partnerId, paymentId }) => `${partnerId} ${paymentId}`}
          columns={useColumns()}
        />
      </Listed>
    </Stack>
  );
}

function useColumns(): Column<BatchItemView>[] {
  const { bankFiles } = useDeskTexts();
  const { batch: texts, settlement } = bankFiles;
  const format = useFormat();
  return [
    {
      key: 'payment',
      head: bankFiles.paymentHead,
      cell: ({ paymentId, partnerId, payeeName, attempt, ...item }) => (
        <>
          <PaymentLink id={paymentId} />
          <span className="second">
            {payeeName}
            {attempt > 1 && `, ${bankFiles.attempt(attempt)}`}
          </span>
          <span className="second">
            <PartnerLink id={partnerId}>{bankFiles.partner(partnerId)}</PartnerLink>
          </span>
          <span className="narrow">
            <ItemAnswer item={item} />
          </span>
        </>
      ),
    },
    {
      key: 'account',
      head: texts.account,
      lesser: true,
      cell: ({ accountNumber, warning }) => (
        <>
          <span className="numbers">{accountNumber}</span>
          {warning !== null && <span className="second">{texts.warning}</span>}
        </>
      ),
    },
    {
      key: 'answer',
      head: settlement.answers,
      lesser: true,
      width: '38%',
      cell: (item) => <ItemAnswer item={item} />,
    },
    {
      key: 'amount',
      head: bankFiles.amount,
      end: true,
      width: '7.5rem',
      cell: ({ amount }) => format.money(amount),
    },
  ];
}

/** What the bank answered about a payment, and what is to be done about it. */
function ItemAnswer({ item }: { item: Pick<BatchItemView, 'outcome' | 'reason' | 'reasonText' | 'answeredAt'> }) {
  const { language } = useLanguage();
  const format = useFormat();
  const { outcome, reason, reasonText, answeredAt } = item;
  return (
    <>
      <OutcomePill outcome={outcome} />
      {reason && (
        <span className="second">
          {reason.code} – {reason.meaning[language]} <Sentence text={reason.how} />
        </span>
      )}
      {reasonText !== null && <q className="second">{reasonText}</q>}
      {answeredAt !== null && <span className="second">{format.time(answeredAt)}</span>}
    </>
  );
}
