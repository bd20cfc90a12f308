/** The exception desk: transfers on hold, oldest first, each with its explanation; attached one or several together, or returned. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { HeldTransferList, HeldTransferView, SuggestedPayment } from '../../../../src/console/desk/views.ts';
import { sumOf } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { type Attaching, AttachSheet } from './AttachSheet.tsx';
import { SecondPerson } from './SecondPerson.tsx';
import { SelectionBar, useSelection } from './Selection.tsx';
import { useSheet } from './sheet.ts';
import { TransferCard } from './TransferCard.tsx';

interface Picked {
  transferId: number;
  amount: number;
}

export default function Transfers() {
  const { common, frame, exceptions } = useDeskTexts();
  const texts = exceptions.heldTransfers;
  const [reason, setReason] = useState('');
  const { list, items, first } = useDeskList<HeldTransferList>('/transfers', { reason });
  const selection = useSelection<Picked>(({ transferId }) => transferId);
  const attaching = useSheet<Attaching>();
  const returning = useSheet<HeldTransferView>();
  const attach = (transfers: readonly Picked[], payment?: SuggestedPayment) =>
    attaching.open({ transfers, payment, suggestions: suggestedFor(transfers, items) });
  return (
    <Page title={frame.places.transfers} about={texts.about}>
      <ReasonFilter reason={reason} onReason={setReason} reasons={first?.reasons ?? []} />
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {list.isPending && <Waiting lines={3} height={260} />}
      {list.data !== undefined && items.length === 0 && (
        <div className="paper">
          {reason === '' ? (
            <Empty title={texts.none}>{texts.noneAbout}</Empty>
          ) : (
            <Empty title={texts.noneFound}>{texts.noneFoundAbout}</Empty>
          )}
        </div>
      )}
      <Stack gap="md">
        {items.map((transfer) => (
          <TransferCard
            key={transfer.transferId}
            transfer={transfer}
            selected={selection.has(transfer.transferId)}
            onSelect={(selected) => selection.set([transfer], selected)}
            onSelectRelated={() => selection.set([transfer, ...transfer.related], true)}
            onAttach={(payment) => attach([transfer], payment)}
            onReturn={() => returning.open(transfer)}
          />
        ))}
      </Stack>
      {items.length > 0 && <ListEnd {...list} end={common.whole(items.length)} />}
      {selection.items.length > 0 && (
        <Together picked={selection.items} onClear={selection.clear} onAttach={() => attach(selection.items)} />
      )}
      {attaching.about && (
        <AttachSheet attaching={attaching.about} onClose={attaching.close} onDone={selection.clear} />
      )}
      {returning.about && <ReturnSheet transfer={returning.about} onClose={returning.close} onDone={selection.clear} />}
    </Page>
  );
}

/** What any of the picked transfers suggests, each payment once. */
function suggestedFor(picked: readonly Picked[], items: readonly HeldTransferView[]): SuggestedPayment[] {
  const suggested = items
    .filter(({ transferId }) => picked.some((each) => each.transferId === transferId))
    .flatMap(({ suggestions }) => suggestions);
  return [...new Map(suggested.map((payment) => [payment.paymentId, payment])).values()];
}

interface ReasonFilterProps {
  reason: string;
  onReason: (reason: string) => void;
  reasons: HeldTransferList['reasons'];
}

function ReasonFilter({ reason, onReason, reasons }: ReasonFilterProps) {
  const { timeline, exceptions } = useDeskTexts();
  const { heldTransfers: texts, names } = exceptions;
  const format = useFormat();
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <search>
      <Group align="flex-end" gap="md">
        <NativeSelect
          label={texts.reason}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          data={[
            { value: '', label: names.all },
            ...Object.entries(timeline.heldReasons).map(([value, label]) => {
              const held = reasons.find((each) => each.reason === value);
              return { value, label: held ? `${label} (${format.count(held.count)})` : label };
            }),
          ]}
        />
        <Text c="dimmed" className="numbers" pb={8} mih={32} role="status">
          {total > 0 && `${names.transfers(total)} · ${format.money(sumOf(reasons.map(({ amount }) => amount)))}`}
        </Text>
      </Group>
    </search>
  );
}

function Together({
  picked,
  onClear,
  onAttach,
}: {
  picked: readonly Picked[];
  onClear: () => void;
  onAttach: () => void;
}) {
  const { heldTransfers: texts, names } = useDeskTexts().exceptions;
  const format = useFormat();
  const sum = format.money(sumOf(picked.map(({ amount }) => amount)));
  return (
    <SelectionBar what={`${names.transfers(picked.length)} · ${sum}`} onClear={onClear}>
      <Button onClick={onAttach}>{picked.length > 1 ? texts.attachTogether : texts.attach}</Button>
    </SelectionBar>
  );
}

function ReturnSheet({
  transfer,
  onClose,
  onDone,
}: {
  transfer: HeldTransferView;
  onClose: () => void;
  onDone: () => void;
}) {
  const { giveBack: texts, heldTransfers } = useDeskTexts().exceptions;
  const format = useFormat();
  const { transferId, amount, senderName, senderEmail } = transfer;
  const named =
    senderName === null ? senderEmail : senderEmail === null ? senderName : `${senderName} <${senderEmail}>`;
  const sender = named ?? heldTransfers.noSender;
  return (
    <ActSheet
      opened
      onClose={onClose}
      title={texts.title(transferId)}
      path="/transfers/return"
      body={() => ({ transferId })}
      yes={texts.yes(format.money(amount))}
      done={texts.done(transferId)}
      danger
      onDone={onDone}
    >
      <Text fw={550}>{texts.what(format.money(amount), sender)}</Text>
      <Text>{texts.about}</Text>
      <SecondPerson amount={amount} />
    </ActSheet>
  );
}
