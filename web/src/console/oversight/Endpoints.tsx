/** Endpoints that keep failing: partners who are not told what happens to their payments. */
import type { EndpointList, EndpointView } from '../../../../src/console/desk/views.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { useDeskList } from '../ask.ts';
import { PartnerLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';

export default function Endpoints() {
  const { endpoints: texts } = useDeskTexts().oversight;
  const endpoints = useDeskList<EndpointList>('/endpoints');
  return (
    <Page title={texts.title} about={texts.about}>
      <Listed of={endpoints} lines={4} empty={<Empty title={texts.empty}>{texts.emptyAbout}</Empty>}>
        <Rows
          caption={texts.title}
          rows={endpoints.items}
          keyOf={({ partnerId }) => partnerId}
          columns={useColumns()}
        />
      </Listed>
    </Page>
  );
}

function useColumns(): Column<EndpointView>[] {
  const { oversight, words } = useDeskTexts();
  const texts = oversight.endpoints;
  const outcomes: Record<string, string> = words.outcomes;
  const format = useFormat();
  return [
    {
      key: 'partner',
      head: oversight.partner,
      cell: ({ partnerId, partnerName, url, lastOutcome, lastStatusCode }) => (
        <>
          <PartnerLink id={partnerId}>{partnerName}</PartnerLink>
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
            <span className="second">
              <Sentence text={lastReason} />
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
