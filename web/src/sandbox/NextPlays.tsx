/** Sandbox: what the payer, the bank or the biller could do next to a payment, one button each. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentState, PaymentView, Play } from '../../../src/dashboard/views.ts';
import { write } from '../base/api.ts';
import { type Texts, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { useNotes } from '../parts/Trouble.tsx';

interface PlayOffer {
  name: keyof Texts['plays'];
  play: Play;
  body: (payment: PaymentView) => object;
  main?: boolean;
}

const offers = {
  pay: {
    name: 'pay',
    play: 'interac-transfers',
    main: true,
    body: ({ amount, userEmail, userName, identificationNumber }) => ({
      senderEmail: userEmail,
      senderName: userName,
      amount,
      description: identificationNumber,
    }),
  },
  cardPays: { name: 'cardPays', play: 'card-payments', main: true, body: ({ id }) => ({ paymentId: id }) },
  debitPaid: {
    name: 'debitPaid',
    play: 'eft-debits',
    main: true,
    body: ({ id }) => ({ paymentId: id, outcome: 'completed' }),
  },
  debitBack: { name: 'debitBack', play: 'eft-debits', body: ({ id }) => ({ paymentId: id, outcome: 'returned' }) },
  accepts: {
    name: 'accepts',
    play: 'settlements',
    main: true,
    body: ({ id }) => ({ paymentId: id, outcome: 'accepted' }),
  },
  rejects: { name: 'rejects', play: 'settlements', body: ({ id }) => ({ paymentId: id, outcome: 'rejected' }) },
  requeue: { name: 'requeue', play: 'requeues', main: true, body: ({ id }) => ({ paymentId: id }) },
} as const satisfies Record<string, PlayOffer>;

/** What could happen to a payment as it stands now: the same moves that the real world has. */
export function offersFor({ state, method, type }: PaymentView): readonly PlayOffer[] {
  const collects = { interac: [offers.pay], card: [offers.cardPays], eft: [offers.debitPaid, offers.debitBack] }[
    method
  ];
  const settles = type === 'bill' ? [offers.accepts, offers.rejects] : [];
  const byState: Readonly<Record<PaymentState, readonly PlayOffer[]>> = {
    awaiting_funds: collects,
    recollecting: collects,
    collected: settles,
    settling: settles,
    resettling: settles,
    settled: type === 'bill' ? [offers.rejects] : [],
    uncollected: [offers.requeue],
    rejected: [offers.requeue],
  };
  // What is settled is answered for good here; a late rejection is played from the operator's side.
  return state === 'settled' ? [] : byState[state];
}

export function usePlay() {
  const { played } = useTexts().sandbox;
  const notes = useNotes();
  const queries = useQueryClient();
  const { data } = usePartner();
  return useMutation({
    mutationFn: ({ play, body }: { play: Play; body: object }) => write<unknown>(`${data}/sandbox/${play}`, body),
    onSuccess: async () => {
      notes.done(played);
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
    onError: notes.failed,
  });
}

export function PlayButtons({ payment }: { payment: PaymentView }) {
  const { plays } = useTexts();
  const play = usePlay();
  return (
    <Group gap="xs">
      {offersFor(payment).map((offer) => (
        <Button
          key={offer.name}
          size="xs"
          className="wrapping"
          variant={offer.main ? 'filled' : 'default'}
          loading={play.isPending}
          onClick={() => play.mutate({ play: offer.play, body: offer.body(payment) })}
        >
          {plays[offer.name]}
        </Button>
      ))}
    </Group>
  );
}

export function NextPlays({ payment }: { payment: PaymentView }) {
  const { sandbox: texts } = useTexts();
  const nothing = offersFor(payment).length === 0;
  return (
    <section className="paper" aria-label={texts.next}>
      <Group gap="sm" mih={30}>
        <Text size="sm" fw={550}>
          {texts.next}
        </Text>
        {nothing ? (
          <Text size="sm" c="dimmed">
            {texts.nothingNext}
          </Text>
        ) : (
          <PlayButtons payment={payment} />
        )}
      </Group>
    </section>
  );
}
