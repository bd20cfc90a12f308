/** API tokens: make one (its value is shown this once), take it out of use and back. */
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import type { CreatedToken, TokenList, TokenView } from '../../../src/dashboard/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read, write } from '../base/api.ts';
import { useFormat, useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Once } from '../parts/Copy.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Rows } from '../parts/Rows.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { rememberToken } from './token-at-hand.ts';

export default function Tokens() {
  const { tokens: texts } = useTexts();
  const partner = usePartner();
  const [opened, { open, close }] = useDisclosure();
  const [created, setCreated] = useState<CreatedToken>();
  const list = useQuery({
    queryKey: ['tokens', partner.data],
    queryFn: () => read<TokenList>(`${partner.data}/tokens`),
  });
  const make = partner.mayDevelop && <Button onClick={open}>{texts.make}</Button>;
  return (
    <Page title={texts.title} about={texts.about} actions={make}>
      {created && (
        <Once title={texts.made(created.token.name)} value={created.value}>
          <Button
            size="xs"
            renderRoot={(props) => <Link to={pagePaths.start} params={{ partnerId: String(partner.id) }} {...props} />}
          >
            {texts.tryIt}
          </Button>
        </Once>
      )}
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      <div className="paper flush">
        {list.isPending && <Waiting lines={3} />}
        {list.data?.items.length === 0 && (
          <Empty title={texts.none} action={make}>
            {texts.noneAbout}
          </Empty>
        )}
        {list.data && list.data.items.length > 0 && <TokenRows tokens={list.data.items} />}
      </div>
      <NewToken
        opened={opened}
        close={close}
        scopes={list.data?.scopes ?? []}
        onCreated={(answer) => {
          rememberToken(partner.id, answer.value);
          setCreated(answer);
          close();
        }}
      />
    </Page>
  );
}

function TokenRows({ tokens }: { tokens: readonly TokenView[] }) {
  const { tokens: texts } = useTexts();
  const { data } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const change = useMutation({
    mutationFn: (token: TokenView) =>
      write<TokenView>(`${data}/tokens/${token.id}/${token.active ? 'deactivate' : 'reactivate'}`),
    onSuccess: async (token) => {
      notes.done(token.active ? texts.reactivated(token.name) : texts.deactivated(token.name));
      await queries.invalidateQueries({ queryKey: ['tokens', data] });
    },
    onError: notes.failed,
  });
  return (
    <Rows
      caption={texts.title}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={useColumns(change.mutate, change.isPending)}
    />
  );
}

interface NewTokenProps {
  opened: boolean;
  close: () => void;
  scopes: TokenList['scopes'];
  onCreated: (answer: CreatedToken) => void;
}

function NewToken({ opened, close, ...form }: NewTokenProps) {
  const { tokens: texts, common } = useTexts();
  return (
    <Modal opened={opened} onClose={close} title={texts.make} closeButtonProps={{ 'aria-label': common.close }}>
      <TokenForm {...form} />
    </Modal>
  );
}

/** Empty each time that it is opened. */
function TokenForm({ scopes, onCreated }: Pick<NewTokenProps, 'scopes' | 'onCreated'>) {
  const { tokens: texts, scopePurposes } = useTexts();
  const { data } = usePartner();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const make = useMutation({
    mutationFn: () => write<CreatedToken>(`${data}/tokens`, { name, scopes: chosen }),
    onSuccess: async (answer) => {
      onCreated(answer);
      await queries.invalidateQueries({ queryKey: ['tokens', data] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack>
        {make.isError && <TroubleBox error={make.error} />}
        <TextInput
          label={texts.name}
          description={texts.nameAbout}
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label={texts.scopes} description={texts.scopesAbout} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {scopes.map(({ scope }) => (
              <Checkbox key={scope} value={scope} label={scopePurposes[scope as Permission]} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="space-between">
          <Button variant="subtle" onClick={() => setChosen(scopes.map(({ scope }) => scope))}>
            {texts.allScopes}
          </Button>
          <Button type="submit" loading={make.isPending} disabled={chosen.length === 0}>
            {texts.makeIt}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useColumns(onChange: (token: TokenView) => void, busy: boolean): Column<TokenView>[] {
  const { tokens: texts } = useTexts();
  const format = useFormat();
  const { mayDevelop } = usePartner();
  const used = (at: string | undefined) => (at === undefined ? texts.never : format.time(at));
  return [
    {
      key: 'name',
      head: texts.name,
      cell: ({ name, prefix, lastFour, active, scopes, lastUsedAt }) => (
        <>
          <Group gap="xs">
            <Text fw={550}>{name}</Text>
            {!active && <Pill mood="plain">{texts.inactive}</Pill>}
          </Group>
          <span className="second">
            <code>
              {prefix}…{lastFour}
            </code>
          </span>
          <span className="narrow">
            <span className="second">
              {texts.lastUsed} · {used(lastUsedAt)}
            </span>
            <Scopes scopes={scopes} />
          </span>
        </>
      ),
    },
    {
      key: 'scopes',
      head: texts.scopes,
      lesser: true,
      cell: ({ scopes }) => <Scopes scopes={scopes} />,
    },
    {
      key: 'used',
      head: texts.lastUsed,
      lesser: true,
      width: '14.5rem',
      cell: ({ lastUsedAt }) => used(lastUsedAt),
    },
    {
      key: 'change',
      head: <span className="unseen">{texts.change}</span>,
      end: true,
      width: '9.5rem',
      cell: (token) =>
        mayDevelop && (
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(token)}
            disabled={busy}
            aria-label={`${token.active ? texts.deactivate : texts.reactivate}: ${token.name}`}
          >
            {token.active ? texts.deactivate : texts.reactivate}
          </Button>
        ),
    },
  ];
}

function Scopes({ scopes }: Pick<TokenView, 'scopes'>) {
  return scopes.map((scope) => (
    <span className="second" key={scope}>
      {scope}
    </span>
  ));
}
