/**
 * Changing the rules of a payee: filled in, tried on the numbers that were used last, then published.
 *
 *   fields ─▶ see what would change ─▶ before and after ─▶ publish      another version meanwhile: said, and gone on from
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PayeeDetail, PayeePreview } from '../../../../src/console/desk/views.ts';
import { write } from '../../base/api.ts';
import { Sheet } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { RulesFields } from './RulesFields.tsx';
import { RulesPreview } from './RulesPreview.tsx';
import { type Draft, draftOf, faultsOf, rulesOf, useRuleWords } from './rules.ts';

export function RulesEditor({ detail, onClose }: { detail: PayeeDetail; onClose: () => void }) {
  const { edit: texts } = useDeskTexts().oversight;
  const { payee, version } = detail;
  const { rows } = useRuleWords();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(payee));
  const [seen, setSeen] = useState(version);
  const faults = faultsOf(draft, texts);
  const rules = rulesOf(draft);
  const preview = useMutation({
    mutationFn: () => write<PayeePreview>(`${deskData}/payees/preview`, { name: payee.name, ...rules }),
    onSuccess: async (answer) => {
      if (answer.version !== version) await queries.invalidateQueries({ queryKey: [deskKey] });
    },
  });
  const change = (next: Draft) => {
    preview.reset();
    setDraft(next);
  };
  const same = String(rows(rules)) === String(rows(payee));
  const conflict = version !== seen && (
    <Conflict
      now={version}
      seen={seen}
      onTakeUp={() => {
        preview.reset();
        setSeen(version);
      }}
    />
  );
  return (
    <Sheet title={texts.title}>
      <Stack gap="lg">
        {conflict}
        <form onSubmit={(event) => submit(event, preview.mutate)}>
          <Stack>
            <RulesFields draft={draft} faults={faults} onChange={change} />
            {preview.isError && <TroubleBox error={preview.error} />}
            <Group>
              <Button type="submit" loading={preview.isPending} disabled={same || Object.keys(faults).length > 0}>
                {texts.preview}
              </Button>
              <Button variant="default" onClick={onClose}>
                {texts.stop}
              </Button>
              {same && (
                <Text size="sm" c="dimmed">
                  {texts.same}
                </Text>
              )}
            </Group>
          </Stack>
        </form>
        {preview.data && (
          <RulesPreview
            detail={detail}
            rules={rules}
            preview={preview.data}
            seen={seen}
            conflict={conflict}
            onPublished={onClose}
          />
        )}
      </Stack>
    </Sheet>
  );
}

function submit(event: FormEvent, then: () => void): void {
  event.preventDefault();
  then();
}

function Conflict({ now, seen, onTakeUp }: { now: number; seen: number; onTakeUp: () => void }) {
  const { edit: texts } = useDeskTexts().oversight;
  return (
    <Alert color="red" variant="outline" role="alert" title={texts.conflict}>
      <Text size="sm">{texts.conflictAbout(now, seen)}</Text>
      <Button size="xs" variant="default" mt="xs" onClick={onTakeUp}>
        {texts.takeUp(now)}
      </Button>
    </Alert>
  );
}
