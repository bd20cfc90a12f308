/** Endpoints that keep failing: partners who are not told what happens to their payments. */
import { Link } from '@tanstack/react-router';
import type { EndpointList, EndpointView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat, useTexts } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { useDeskList } from '../ask.ts';

export default function Endpoints() {
  const { oversight, desk } = useTexts();
  const texts = oversight.endpoints;
  const { list, items } = useDeskList<EndpointList>('/endpoints');
  const columns = useColumns();
  return (
    <Page title={texts.title} about={texts.about}>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={4} />}
        {list.isSuccess && items.length === 0 && <Empty title={texts.empty}>{texts.emptyAbout}</Empty>}
        {items.length > 0 && (
          <>
            <Rows caption={texts.title} rows={items} keyOf={({ partnerId }) => partnerId} columns={columns} />
            <ListEnd
              hasNextPage={list.hasNextPage}
              isFetchingNextPage={list.isFetchingNextPage}
              fetchNextPage={list.fetchNextPage}
              end={desk.whole(items.length)}
            />
          </>
        )}
      </div>
    </Page>
  );
}

function useColumns(): Column<EndpointView>[] {
  const { oversight, words } = useTexts();
  const texts = oversight.endpoints;
  const outcomes: Record<string, string> = words.outcomes;
  const format = useFormat();
  return [
    {
      key: 'partner',
      head: oversight.partner,
      cell: ({ partnerId, partnerName, url, lastOutcome, lastStatusCode }) => (
        <>
          <Link to={pagePaths.onePartner} params={{ partner: String(partnerId) }}>
            {partnerName}
          </Link>
          <span className="second">{url}</span>
          <span className="narrow">
            <span className="second">
              {outcomes[lastOutcome] ?? lastOutcome}
              {lastStatusCode !== null && ` · HTTP ${lastStatusCode}`}
            </span>
          </span>
        </>
      ),
    },
    {
      key: 'last',
      head: texts.last,
      lesser: true,
      width: '34%',
      cell: ({ lastOutcome, lastReason, lastStatusCode, lastAttemptAt }) => (
        <>
          {outcomes[lastOutcome] ?? lastOutcome}
          {lastStatusCode !== null && ` · HTTP ${lastStatusCode}`}
          <span className="second">{format.time(lastAttemptAt)}</span>
          {lastReason !== null && (
            <span className="second" lang="en">
              {lastReason}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'delivered',
      head: texts.lastDelivered,
      lesser: true,
      width: '11rem',
      cell: ({ lastDeliveredAt }) => (lastDeliveredAt === null ? texts.never : format.time(lastDeliveredAt)),
    },
    {
      key: 'failed',
      head: texts.inARow,
      end: true,
      width: '9rem',
      cell: ({ failedInARow, lookedAt }) => <Pill mood="bad">{texts.failures(failedInARow, lookedAt)}</Pill>,
    },
  ];
}
