/** All payments of the partner: filters, search, a list that goes on and keeps itself up to date. */
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PaymentView } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { save, withQuery } from '../base/api.ts';
import { inFours } from '../base/format.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ListEnd } from '../parts/ListEnd.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { StatusPill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { type PaymentFilters, paymentsRoute } from '../router.tsx';
import { Filters } from './PaymentFilters.tsx';
import { usePayments } from './payments-query.ts';

export default function Payments() {
  const { payments: texts } = useTexts();
  const format = useFormat();
  const partner = usePartner();
  const filters: PaymentFilters = paymentsRoute.useSearch();
  const { list, payments, waiting, showNew, changes } = usePayments(partner.data, filters);
  const notes = useNotes();
  const file = useMutation({
    mutationFn: () => save(withQuery(`${partner.data}/payments/export`, { ...filters })),
    onError: notes.failed,
  });
  const searchedBackTo = list.data?.pages.at(-1)?.searchedBackTo;
  return (
    <Page
      title={texts.title}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {texts.export}
        </Button>
      }
    >
      <Filters filters={filters} />
      {waiting > 0 && (
        <Button variant="light" onClick={() => void showNew()}>
          {texts.showNew(waiting)}
        </Button>
      )}
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {changes.isError && !list.isError && <TroubleBox error={changes.error} onAgain={() => void changes.refetch()} />}
      <div className="paper flush" aria-busy={list.isFetching}>
        {list.isPending && <Waiting lines={8} height={65} />}
        {list.data && payments.length === 0 && !list.hasNextPage && (
          <NoPayments partnerId={String(partner.id)} filtered={Object.keys(filters).length > 0} />
        )}
        {payments.length > 0 && <PaymentRows payments={payments} partnerId={String(partner.id)} />}
        {list.data && (payments.length > 0 || list.hasNextPage) && (
          <>
            {searchedBackTo !== undefined && list.hasNextPage && (
              <Text c="dimmed" size="sm" ta="center" pt="md" role="status">
                {texts.searchedBackTo(format.time(searchedBackTo))}
              </Text>
            )}
            <ListEnd
              hasNextPage={list.hasNextPage}
              isFetchingNextPage={list.isFetchingNextPage}
              fetchNextPage={list.fetchNextPage}
              end={texts.end(payments.length)}
            />
          </>
        )}
      </div>
    </Page>
  );
}

function NoPayments({ partnerId, filtered }: { partnerId: string; filtered: boolean }) {
  const { payments: texts } = useTexts();
  return filtered ? (
    <Empty
      title={texts.noneFound}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={pagePaths.payments} params={{ partnerId }} search={{}} {...props} />}
        >
          {texts.clearFilters}
        </Button>
      }
    >
      {texts.noneFoundAbout}
    </Empty>
  ) : (
    <Empty
      title={texts.none}
      action={
        <Button renderRoot={(props) => <Link to={pagePaths.start} params={{ partnerId }} {...props} />}>
          {texts.toStart}
        </Button>
      }
    >
      {texts.noneAbout}
    </Empty>
  );
}

function PaymentRows({ payments, partnerId }: { payments: readonly PaymentView[]; partnerId: string }) {
  const { payments: texts } = useTexts();
  return (
    <Rows fixed opens caption={texts.title} rows={payments} keyOf={({ id }) => id} columns={useColumns(partnerId)} />
  );
}

function useColumns(partnerId: string): Column<PaymentView>[] {
  const { payments: texts, words } = useTexts();
  const format = useFormat();
  return [
    {
      key: 'what',
      head: texts.payment,
      cell: (payment) => (
        <>
          <Link className="opener" to={pagePaths.payment} params={{ partnerId, paymentId: String(payment.id) }}>
            {payment.payeeName ?? words.types[payment.type]}
          </Link>
          <span className="second">{payment.userName}</span>
        </>
      ),
    },
    {
      key: 'number',
      head: texts.number,
      lesser: true,
      width: '10.5rem',
      cell: ({ id, identificationNumber }) => (
        <>
          <span className="numbers">{inFours(identificationNumber)}</span>
          <span className="second">#{id}</span>
        </>
      ),
    },
    {
      key: 'method',
      head: texts.method,
      lesser: true,
      width: '9.5rem',
      cell: ({ method }) => words.methods[method],
    },
    {
      key: 'created',
      head: texts.created,
      lesser: true,
      width: '14.5rem',
      cell: (each) => format.time(each.createdAt),
    },
    {
      key: 'status',
      head: texts.status,
      lesser: true,
      width: '8.75rem',
      cell: ({ status }) => <StatusPill status={status} />,
    },
    {
      key: 'amount',
      head: texts.amount,
      end: true,
      width: '8rem',
      cell: ({ amount, status }) => (
        <>
          {format.money(amount)}
          <span className="narrow">
            <StatusPill status={status} />
          </span>
        </>
      ),
    },
  ];
}
