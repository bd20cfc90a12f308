/** Getting started: how far one has come, and snippets that run as they stand with a token made here. */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { permissions } from '../../../contract/permissions.ts';
import type { CreatedToken, GettingStarted } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read, write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Code, CopyButton } from '../parts/Copy.tsx';
import { Waiting } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Page, Sheet } from '../parts/Page.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { rememberToken, tokenAtHand } from './token-at-hand.ts';

const renewEveryMilliseconds = 5000;

export default function Start() {
  const { start: texts } = useTexts();
  const { data } = usePartner();
  const start = useQuery({
    queryKey: ['start', data],
    queryFn: () => read<GettingStarted>(`${data}/start`),
    refetchInterval: renewEveryMilliseconds,
  });
  return (
    <Page title={texts.title} about={texts.about}>
      {start.isPending && <Waiting lines={8} />}
      {start.isError && <TroubleBox error={start.error} onAgain={() => void start.refetch()} />}
      {start.data && <Steps start={start.data} />}
    </Page>
  );
}

function Steps({ start }: { start: GettingStarted }) {
  const { start: texts } = useTexts();
  const { id, mayDevelop } = usePartner();
  const [token, setToken] = useState(() => tokenAtHand(id));
  const partnerId = String(id);
  return (
    <>
      <Sheet title={texts.progress}>
        <Group gap="sm">
          {(['token', 'payment', 'completed', 'webhook'] as const).map((step) => (
            <Pill key={step} mood={start.done[step] ? 'good' : 'plain'}>
              {start.done[step] ? '✓ ' : ''}
              {texts.steps[step]}
              <span className="unseen">{start.done[step] ? texts.isDone : texts.isToDo}</span>
            </Pill>
          ))}
        </Group>
      </Sheet>
      <Sheet title={texts.token}>
        {token === undefined ? (
          <Stack align="flex-start">
            <Text>{texts.tokenAbout}</Text>
            {mayDevelop ? <MakeToken onMade={setToken} /> : <Text c="dimmed">{texts.askDeveloper}</Text>}
          </Stack>
        ) : (
          <Alert color="leaf" title={texts.tokenReady} role="status">
            <Stack gap="sm" align="flex-start">
              <Text size="sm">{texts.tokenReadyAbout}</Text>
              <CopyButton text={token} label={texts.copyToken} />
            </Stack>
          </Alert>
        )}
      </Sheet>
      {start.snippets.map(({ id: name, text }) => (
        <Snippet
          key={name}
          title={texts.snippets[name].title}
          about={texts.snippets[name].about}
          text={text.replaceAll('{{token}}', token ?? 'svcapi_…')}
          runs={token !== undefined}
        />
      ))}
      <Sheet title={texts.facts}>
        <Facts
          rows={[
            [texts.base, <code key="base">{start.baseAddress}</code>],
            [
              texts.documentation,
              <Anchor key="docs" href={start.documentation}>
                {start.documentation}
              </Anchor>,
            ],
            [texts.interac, start.interacAddress],
            [texts.webhooks, <WebhooksLink key="webhooks" partnerId={partnerId} />],
          ]}
        />
      </Sheet>
    </>
  );
}

function WebhooksLink({ partnerId }: { partnerId: string }) {
  const { start: texts } = useTexts();
  return (
    <Anchor renderRoot={(props) => <Link to={pagePaths.webhooks} params={{ partnerId }} {...props} />}>
      {texts.webhooksAbout}
    </Anchor>
  );
}

function MakeToken({ onMade }: { onMade: (value: string) => void }) {
  const { start: texts } = useTexts();
  const { id, data } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const make = useMutation({
    mutationFn: () => write<CreatedToken>(`${data}/tokens`, { name: texts.tokenName, scopes: [...permissions] }),
    onSuccess: async ({ value }) => {
      rememberToken(id, value);
      onMade(value);
      await queries.invalidateQueries({ queryKey: ['tokens', data] });
    },
    onError: notes.failed,
  });
  return (
    <Button onClick={() => make.mutate()} loading={make.isPending}>
      {texts.makeToken}
    </Button>
  );
}

function Snippet({ title, about, text, runs }: { title: string; about: string; text: string; runs: boolean }) {
  const { start: texts } = useTexts();
  return (
    <Sheet title={title} actions={runs && <CopyButton text={text} />}>
      <Stack gap="sm">
        <Text c="dimmed">{about}</Text>
        <Code text={text} label={title} />
        {!runs && (
          <Text size="sm" c="dimmed">
            {texts.makeTokenFirst}
          </Text>
        )}
      </Stack>
    </Sheet>
  );
}
