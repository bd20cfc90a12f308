/** Payments that failed and that nobody has dealt with: corrected and re-queued, one or many, or their money given back. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FailedPaymentList, FailedPaymentView, PartnerList } from '../../../../src/console/desk/views.ts';
import { sumOf } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { useDeskList } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { FailedCard } from './FailedCard.tsx';
import { RefundSheet } from './RefundSheet.tsx';
import { RequeueSheet } from './RequeueSheet.tsx';
import { SelectionBar, useSelection } from './Selection.tsx';
import { useSheet } from './sheet.ts';

/** The desk takes so many in one request. */
const selectedMax = 200;
type Filters = Record<'state' | 'partnerId' | 'refunded', string>;
const everything: Filters = { state: '', partnerId: '', refunded: 'no' };

export default function FailedPayments() {
  const { common, frame, exceptions } = useDeskTexts();
  const texts = exceptions.failed;
  const [filters, setFilters] = useState(everything);
  const { list, items } = useDeskList<FailedPaymentList>('/failed-payments', filters);
  const selection = useSelection<FailedPaymentView>(({ paymentId }) => paymentId);
  const requeuing = useSheet<readonly FailedPaymentView[]>();
  const refunding = useSheet<FailedPaymentView>();
  const selectable = items.filter(({ remedies, approvalId }) => remedies.includes('requeue') && approvalId === null);
  const filtered = filters.state !== '' || filters.partnerId !== '' || filters.refunded !== 'no';
  return (
    <Page title={frame.places.failedPayments} about={texts.about}>
      <FailedFilters
        filters={filters}
        onFilters={setFilters}
        onSelectShown={() => selection.set(selectable, true)}
        nothingToSelect={selectable.every(({ paymentId }) => selection.has(paymentId))}
      />
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {list.isPending && <Waiting lines={3} height={260} />}
      {list.data !== undefined && items.length === 0 && (
        <div className="paper">
          <Empty title={filtered ? texts.noneFound : texts.none}>
            {filtered ? texts.noneFoundAbout : texts.noneAbout}
          </Empty>
        </div>
      )}
      <Stack gap="md">
        {items.map((payment) => (
          <FailedCard
            key={payment.paymentId}
            payment={payment}
            selected={selection.has(payment.paymentId)}
            onSelect={(selected) => selection.set([payment], selected)}
            onRequeue={() => requeuing.open([payment])}
            onRefund={() => refunding.open(payment)}
          />
        ))}
      </Stack>
      {items.length > 0 && <ListEnd {...list} end={common.whole(items.length)} />}
      {selection.items.length > 0 && (
        <Together
          selected={selection.items}
          onClear={selection.clear}
          onRequeue={() => requeuing.open(selection.items)}
        />
      )}
      {requeuing.about && (
        <RequeueSheet payments={requeuing.about} onClose={requeuing.close} onDone={selection.clear} />
      )}
      {refunding.about && <RefundSheet payment={refunding.about} onClose={refunding.close} onDone={selection.clear} />}
    </Page>
  );
}

interface FailedFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onSelectShown: () => void;
  nothingToSelect: boolean;
}

function FailedFilters({ filters, onFilters, onSelectShown, nothingToSelect }: FailedFiltersProps) {
  const { failed: texts, names } = useDeskTexts().exceptions;
  const partners = useDeskList<PartnerList>('/partners', { limit: '200' });
  const all = { value: '', label: names.all };
  const options = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  const change = (more: Partial<Filters>) => onFilters({ ...filters, ...more });
  return (
    <search>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={texts.state}
          value={filters.state}
          onChange={(event) => change({ state: event.currentTarget.value })}
          data={[all, ...options(texts.states)]}
        />
        <NativeSelect
          label={texts.partner}
          value={filters.partnerId}
          maw={260}
          onChange={(event) => change({ partnerId: event.currentTarget.value })}
          data={[all, ...partners.items.map(({ partnerId, name }) => ({ value: String(partnerId), label: name }))]}
        />
        <NativeSelect
          label={texts.refunded}
          value={filters.refunded}
          onChange={(event) => change({ refunded: event.currentTarget.value })}
          data={options(texts.refundedWords)}
        />
        <Button variant="default" onClick={onSelectShown} disabled={nothingToSelect}>
          {names.selectShown}
        </Button>
      </Group>
    </search>
  );
}

interface TogetherProps {
  selected: readonly FailedPaymentView[];
  onClear: () => void;
  onRequeue: () => void;
}

function Together({ selected, onClear, onRequeue }: TogetherProps) {
  const { failed: texts, names } = useDeskTexts().exceptions;
  const format = useFormat();
  const sum = format.money(sumOf(selected.map(({ received, amount }) => received ?? amount)));
  return (
    <SelectionBar what={`${names.paymentsCounted(selected.length)} · ${sum}`} onClear={onClear}>
      {selected.length > selectedMax && <Text c="var(--mantine-color-error)">{names.atMost(selectedMax)}</Text>}
      <Button onClick={onRequeue} disabled={selected.length > selectedMax}>
        {texts.requeueSelected(selected.length)}
      </Button>
    </SelectionBar>
  );
}
