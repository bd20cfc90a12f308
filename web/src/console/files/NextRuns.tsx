/** What the next cut-offs would do, seen before they do it; an approver may have it done now. */
import { Alert, Box, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NextBatchView, NextDebitsView, RunAnswer } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { deskData, deskKey, useApprover } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

const useNext = <T,>(path: string) =>
  useQuery({
    queryKey: [deskKey, path],
    queryFn: ({ signal }) => read<T>(`${deskData}${path}`, {}, signal),
  });

export function NextBatch() {
  const { settlement: texts } = useDeskTexts().bankFiles;
  const format = useFormat();
  const next = useNext<NextBatchView>('/settlement/next');
  const { payments = 0, total = 0, payees = [], mayRun = false, cutOff } = next.data ?? {};
  const failing = payees.reduce((sum, each) => sum + each.failing, 0);
  return (
    <NextSheet
      next={next}
      title={texts.next}
      mayRun={mayRun}
      isEmpty={payments + failing === 0}
      path="/settlement/run"
      act={texts.runSettlement}
      about={
        <>
          <Text>{texts.settlementAbout(format.count(payments), payments, format.money(total))}</Text>
          {failing > 0 && <Text>{texts.failingToo(format.count(failing), failing)}</Text>}
        </>
      }
    >
      <NextFacts cutOff={cutOff} count={payments} total={total} />
      {payees.length === 0 ? <Text c="dimmed">{texts.noPayments}</Text> : <Payees payees={payees} />}
    </NextSheet>
  );
}

export function NextDebits() {
  const { settlement: texts } = useDeskTexts().bankFiles;
  const format = useFormat();
  const next = useNext<NextDebitsView>('/eft/next');
  const { debits = 0, total = 0, waiting = 0, mayRun = false, cutOff } = next.data ?? {};
  return (
    <NextSheet
      next={next}
      title={texts.debits}
      mayRun={mayRun}
      isEmpty={debits === 0}
      path="/eft/run"
      act={texts.runDebits}
      about={<Text>{texts.debitsAbout(format.count(debits), debits, format.money(total))}</Text>}
    >
      <NextFacts cutOff={cutOff} count={debits} total={total} debits waiting={waiting} />
      {debits + waiting === 0 && <Text c="dimmed">{texts.noDebits}</Text>}
    </NextSheet>
  );
}

interface NextFactsProps {
  cutOff: string | undefined;
  count: number;
  total: number;
  debits?: boolean;
  waiting?: number;
}

function NextFacts({ cutOff, count, total, debits = false, waiting = 0 }: NextFactsProps) {
  const { bankFiles } = useDeskTexts();
  const { settlement: texts } = bankFiles;
  const format = useFormat();
  return (
    <Box mb="md">
      <Facts
        rows={[
          [texts.cutOff, cutOff && format.time(cutOff)],
          [debits ? texts.debitCount : bankFiles.payments, format.count(count)],
          [bankFiles.total, format.money(total)],
          [texts.debitsWaiting, waiting > 0 ? format.count(waiting) : null],
        ]}
      />
    </Box>
  );
}

interface NextSheetProps {
  next: UseQueryResult;
  title: string;
  mayRun: boolean;
  isEmpty: boolean;
  path: string;
  /** What running it is called. */
  act: string;
  /** What running it would do. */
  about: ReactNode;
  children: ReactNode;
}

function NextSheet({ next, title, mayRun, isEmpty, path, act, about, children }: NextSheetProps) {
  const { settlement: texts } = useDeskTexts().bankFiles;
  const format = useFormat();
  const isApprover = useApprover();
  const [opened, { open, close }] = useDisclosure();
  const [ran, setRan] = useState<RunAnswer>();
  const run = isApprover && mayRun && (
    <Button size="xs" variant="default" onClick={open} disabled={isEmpty}>
      {act}
    </Button>
  );
  return (
    <Sheet title={title} actions={run}>
      {next.isPending && <Waiting lines={4} />}
      {next.isError && <TroubleBox error={next.error} onAgain={() => void next.refetch()} />}
      {ran && (
        <Alert color="leaf" variant="light" role="status" mb="sm">
          {texts.written(
            ran.files.join(', '),
            texts.count(format.count(ran.payments), ran.payments),
            format.money(ran.total),
          )}
        </Alert>
      )}
      {next.isSuccess && children}
      {next.isSuccess && isApprover && !mayRun && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.byCommand}
        </Text>
      )}
      <ActSheet
        opened={opened}
        onClose={close}
        title={act}
        path={path}
        body={() => ({})}
        yes={act}
        done={texts.ran}
        onDone={(answer) => setRan(answer as RunAnswer)}
      >
        {about}
      </ActSheet>
    </Sheet>
  );
}

function Payees({ payees }: { payees: NextBatchView['payees'] }) {
  const { bankFiles } = useDeskTexts();
  const { settlement: texts } = bankFiles;
  const format = useFormat();
  const some = (count: number) => (count > 0 ? format.count(count) : '–');
  const waits = payees.some(({ waiting }) => waiting > 0);
  const fails = payees.some(({ failing }) => failing > 0);
  return (
    <>
      <Rows
        caption={texts.next}
        rows={payees}
        keyOf={({ payeeName }) => payeeName}
        columns={[
          {
            key: 'payee',
            head: texts.payee,
            cell: ({ payeeName, waiting, failing }) => (
              <>
                {payeeName}
                {waiting > 0 && (
                  <span className="narrow">
                    <span className="second">
                      {texts.waiting} {format.count(waiting)}
                    </span>
                  </span>
                )}
                {failing > 0 && (
                  <span className="narrow">
                    <span className="second">
                      {texts.failing} {format.count(failing)}
                    </span>
                  </span>
                )}
              </>
            ),
          },
          { key: 'payments', head: bankFiles.payments, end: true, lesser: true, cell: (each) => some(each.payments) },
          { key: 'waiting', head: texts.waiting, end: true, lesser: true, cell: (each) => some(each.waiting) },
          { key: 'failing', head: texts.failing, end: true, lesser: true, cell: (each) => some(each.failing) },
          { key: 'total', head: bankFiles.total, end: true, cell: ({ total }) => format.money(total) },
        ]}
      />
      {waits && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.waiting} – {texts.waitingAbout}
        </Text>
      )}
      {fails && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.failing} – {texts.failingAbout}
        </Text>
      )}
    </>
  );
}
