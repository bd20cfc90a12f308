/** Webhooks: where events go, which, the signing secret; a test; and the log of what was delivered. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventName } from '../../../contract/events.ts';
import type { WebhookChanged, WebhookSettings, WebhookTested } from '../../../src/dashboard/views.ts';
import { read, write } from '../base/api.ts';
import { useLanguage, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Once } from '../parts/Copy.tsx';
import { Waiting } from '../parts/Empty.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';

export default function Webhooks() {
  const { webhooks: texts } = useTexts();
  const { data } = usePartner();
  const [secret, setSecret] = useState<string>();
  const settings = useQuery({
    queryKey: ['webhook', data],
    queryFn: () => read<WebhookSettings>(`${data}/webhook`),
  });
  return (
    <Page title={texts.title} about={texts.about}>
      {settings.isError && <TroubleBox error={settings.error} onAgain={() => void settings.refetch()} />}
      {secret !== undefined && <Once title={texts.secret} value={secret} />}
      <Sheet title={texts.settings}>
        {settings.isPending && <Waiting lines={8} height={46} />}
        {settings.data && (
          <SettingsForm key={settings.data.changedAt ?? ''} settings={settings.data} onSecret={setSecret} />
        )}
      </Sheet>
      <DeliveryLog />
    </Page>
  );
}

function SettingsForm({ settings, onSecret }: { settings: WebhookSettings; onSecret: (secret: string) => void }) {
  const { webhooks: texts, eventPurposes } = useTexts();
  const { data, mayDevelop } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const [url, setUrl] = useState(settings.url ?? '');
  const [events, setEvents] = useState<string[]>(
    settings.url === undefined ? settings.known.map(({ event }) => event) : settings.events,
  );
  const change = useMutation({
    mutationFn: () => write<WebhookChanged>(`${data}/webhook`, { url: url.trim(), events }),
    onSuccess: async ({ signingSecret }) => {
      notes.done(texts.saved);
      if (signingSecret !== undefined) onSecret(signingSecret);
      await queries.invalidateQueries({ queryKey: ['webhook', data] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack>
        {change.isError && <TroubleBox error={change.error} />}
        <TextInput
          label={texts.url}
          description={settings.publicOnly ? texts.urlPublic : texts.urlAny}
          type="url"
          required
          withAsterisk={false}
          readOnly={!mayDevelop}
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group label={texts.events} value={events} onChange={setEvents} readOnly={!mayDevelop}>
          <Stack gap="xs" mt="xs">
            {settings.known.map(({ event }) => (
              <Checkbox key={event} value={event} label={event} description={eventPurposes[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {mayDevelop && (
          <Group>
            <Button type="submit" loading={change.isPending}>
              {texts.save}
            </Button>
            {settings.url !== undefined && <TestButton events={settings.events} />}
            {settings.url !== undefined && <RollButton onSecret={onSecret} />}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function TestButton({ events }: { events: readonly EventName[] }) {
  const { said } = useLanguage();
  const { webhooks: texts, words } = useTexts();
  const { data } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const test = useMutation({
    mutationFn: () => write<WebhookTested>(`${data}/webhook/test`, events[0] === undefined ? {} : { event: events[0] }),
    onSuccess: async ({ delivered, outcome, statusCode, error }) => {
      const status = statusCode === undefined ? '' : `HTTP ${statusCode}`;
      if (delivered) notes.done(texts.testDelivered(status));
      else
        notes.undone(
          [texts.testFailed, words.outcomes[outcome], status, error && (said(error) ?? error)]
            .filter(Boolean)
            .join(' · '),
        );
      await queries.invalidateQueries({ queryKey: ['deliveries', data] });
    },
    onError: notes.failed,
  });
  return (
    <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
      {texts.test}
    </Button>
  );
}

function RollButton({ onSecret }: { onSecret: (secret: string) => void }) {
  const { webhooks: texts } = useTexts();
  const { data } = usePartner();
  const notes = useNotes();
  const queries = useQueryClient();
  const [asked, { open, close }] = useDisclosure();
  const roll = useMutation({
    mutationFn: () => write<WebhookChanged>(`${data}/webhook/roll`),
    onSuccess: async ({ signingSecret }) => {
      close();
      if (signingSecret !== undefined) onSecret(signingSecret);
      await queries.invalidateQueries({ queryKey: ['webhook', data] });
    },
    onError: notes.failed,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.roll}
      </Button>
      <Confirm
        opened={asked}
        onClose={close}
        title={texts.roll}
        yes={texts.roll}
        onYes={() => roll.mutate()}
        busy={roll.isPending}
        danger
      >
        <Text component="span">{texts.rollAbout}</Text>
      </Confirm>
    </>
  );
}
