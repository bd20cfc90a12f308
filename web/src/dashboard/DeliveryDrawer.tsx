/** One delivery: every attempt with what was sent, what came back, how long it took and why it failed; and sending it again. */
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AttemptDetail, DeliveryDetail, Resent } from '../../../src/dashboard/views.ts';
import { read, write } from '../base/api.ts';
import { Sentence, useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Code } from '../parts/Copy.tsx';
import { Waiting } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { DeliveryPill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';

export function DeliveryDrawer({ deliveryId, onClose }: { deliveryId: number | undefined; onClose: () => void }) {
  const { webhooks: texts, common } = useTexts();
  return (
    <Drawer
      opened={deliveryId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={texts.delivery}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {deliveryId !== undefined && <Delivery id={deliveryId} />}
    </Drawer>
  );
}

function Delivery({ id }: { id: number }) {
  const { webhooks: texts, words } = useTexts();
  const { data, mayDevelop } = usePartner();
  const notes = useNotes();
  const queries = useQueryClient();
  const queryKey = ['delivery', data, id];
  const detail = useQuery({
    queryKey,
    queryFn: ({ signal }) => read<DeliveryDetail>(`${data}/deliveries/${id}`, {}, signal),
  });
  const resend = useMutation({
    mutationFn: () => write<Resent>(`${data}/deliveries/${id}/resend`),
    onSuccess: async ({ delivery, attempt }) => {
      queries.setQueryData(queryKey, delivery);
      const { outcome } = attempt;
      const said = [texts.resent, outcome && words.outcomes[outcome]].filter(Boolean).join(' · ');
      if (outcome === 'delivered') notes.done(said);
      else notes.undone(said);
      await queries.invalidateQueries({ queryKey: ['deliveries', data] });
    },
    onError: notes.failed,
  });
  if (detail.isPending) return <Waiting lines={6} />;
  if (detail.isError) return <TroubleBox error={detail.error} onAgain={() => void detail.refetch()} />;
  const { event, state, attempts } = detail.data;
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={550}>{event}</Text>
          <DeliveryPill state={state} />
        </Group>
        {mayDevelop && (
          <Button size="xs" onClick={() => resend.mutate()} loading={resend.isPending}>
            {texts.resend}
          </Button>
        )}
      </Group>
      {attempts.length === 0 && <Text c="dimmed">{texts.noAttempt}</Text>}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt }: { attempt: AttemptDetail }) {
  const { webhooks: texts, words, timeline } = useTexts();
  const format = useFormat();
  const { number, startedAt, byHand, outcome, statusCode, reason, durationMs, url, signature, body, answer } = attempt;
  return (
    <section className="paper">
      <Stack gap="sm">
        <Title order={3} size="h5">
          {timeline.attempt(number)}
          {byHand && ` · ${texts.byHand}`}
        </Title>
        <Facts
          rows={[
            [texts.at, format.time(startedAt)],
            [texts.outcome, outcome === undefined ? timeline.underWay : words.outcomes[outcome]],
            [texts.answer, statusCode === undefined ? undefined : `HTTP ${statusCode}`],
            [texts.reason, reason && <Sentence key="reason" text={reason} />],
            [texts.duration, durationMs === undefined ? undefined : `${format.count(durationMs)} ms`],
            [texts.url, url],
          ]}
        />
        {signature !== undefined && <Labelled label={texts.signature} text={`Service-Signature: ${signature}`} />}
        {body !== undefined && <Labelled label={texts.body} text={pretty(body)} />}
        {answer !== undefined && answer !== '' && <Labelled label={texts.answerBody} text={answer} />}
      </Stack>
    </section>
  );
}

function Labelled({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      <Code text={text} label={label} wraps />
    </div>
  );
}

/** Easier to read; the bytes that were signed are without the spaces. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
