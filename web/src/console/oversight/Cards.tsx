/** Card money that needs a look: held because it does not fit, and gone back by refund or dispute. */
import type {
  HeldCardList,
  HeldCardView,
  Page as PageOf,
  ReversalList,
  ReversalView,
} from '../../../../src/console/desk/views.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { type Column, Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { useDeskList } from '../ask.ts';
import { PartnerLink, PaymentLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';

export default function Cards() {
  const { cards: texts } = useDeskTexts().oversight;
  return (
    <Page title={texts.title} about={texts.about}>
      <List<HeldCardView, HeldCardList>
        path="/cards/held"
        title={texts.held}
        columns={useHeldColumns()}
        keyOf={({ paymentId, attempt }) => `${paymentId}/${attempt}`}
        empty={<Empty title={texts.noHeld}>{texts.noHeldAbout}</Empty>}
      />
      <List<ReversalView, ReversalList>
        path="/cards/reversals"
        title={texts.reversals}
        columns={useReversalColumns()}
        keyOf={({ provider, providerId }) => `${provider}/${providerId}`}
        empty={<Empty title={texts.noReversals}>{texts.noReversalsAbout}</Empty>}
      />
    </Page>
  );
}

interface ListProps<Item> {
  path: string;
  title: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  empty: React.ReactNode;
}

function List<Item, Answer extends PageOf<Item>>({ path, title, columns, keyOf, empty }: ListProps<Item>) {
  const desk = useDeskList<Answer>(path);
  return (
    <Listed of={desk} title={title} lines={3} height={44} empty={empty}>
      <Rows caption={title} rows={desk.items} keyOf={keyOf} columns={columns} />
    </Listed>
  );
}

/** Whose payment, as links to both. */
function Whose({ paymentId, partnerId, partnerName }: Pick<HeldCardView, 'paymentId' | 'partnerId' | 'partnerName'>) {
  return (
    <>
      <PaymentLink id={paymentId} />
      <span className="second">
        <PartnerLink id={partnerId}>{partnerName}</PartnerLink>
      </span>
    </>
  );
}

function useHeldColumns(): Column<HeldCardView>[] {
  const { oversight } = useDeskTexts();
  const { cards: texts } = oversight;
  const format = useFormat();
  return [
    { key: 'payment', head: oversight.payment, width: '28%', cell: (held) => <Whose {...held} /> },
    {
      key: 'why',
      head: texts.why,
      cell: ({ heldReason }) => (
        <>
          <Pill mood="wait">{texts.reasons[heldReason] ?? heldReason}</Pill>
          <span className="second">{texts.advice[heldReason]}</span>
        </>
      ),
    },
    {
      key: 'provider',
      head: texts.provider,
      lesser: true,
      width: '22%',
      cell: ({ provider, providerPaymentId, attempt, at }) => (
        <>
          {provider} · {texts.attempt(attempt)}
          {providerPaymentId !== null && (
            <span className="second">
              <code>{providerPaymentId}</code>
            </span>
          )}
          <span className="second">{format.time(at)}</span>
        </>
      ),
    },
    {
      key: 'received',
      head: texts.received,
      end: true,
      width: 'min(8.5rem, 28%)',
      cell: ({ received, amount }) => (
        <>
          {received === null ? texts.nothingReceived : format.money(received)}
          <span className="second">{texts.of(format.money(amount))}</span>
        </>
      ),
    },
  ];
}

function useReversalColumns(): Column<ReversalView>[] {
  const { oversight } = useDeskTexts();
  const { cards: texts } = oversight;
  const format = useFormat();
  return [
    { key: 'payment', head: oversight.payment, width: '28%', cell: (reversal) => <Whose {...reversal} /> },
    {
      key: 'what',
      head: texts.what,
      cell: ({ kind, state, reason }) => (
        <>
          {texts.kinds[kind] ?? kind}{' '}
          <Pill mood={state === 'posted' ? 'bad' : 'good'}>{texts.states[state] ?? state}</Pill>
          {reason !== null && <span className="second">{reason}</span>}
        </>
      ),
    },
    {
      key: 'provider',
      head: texts.provider,
      lesser: true,
      width: '22%',
      cell: ({ provider, providerId, at, changedAt }) => (
        <>
          {provider}
          <span className="second">
            <code>{providerId}</code>
          </span>
          <span className="second">{format.time(at)}</span>
          {changedAt !== at && <span className="second">{texts.changed(format.time(changedAt))}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      head: oversight.amount,
      end: true,
      width: '8.5rem',
      cell: ({ amount }) => format.money(amount),
    },
  ];
}
