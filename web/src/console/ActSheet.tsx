/**
 * What every act of the operator has in common: what is about to happen, a reason, and then either it is done, or it waits for a
 * second person (above the amount from which one is asked).
 */
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActAnswer } from '../../../src/console/desk/views.ts';
import { write } from '../base/api.ts';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';
import { deskData, deskKey } from './ask.ts';
import { useDeskTexts } from './texts.ts';

export interface Act {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What is about to happen, and fields besides the reason. */
  children?: ReactNode;
  /** Behind `/console/data`. */
  path: string;
  /** The body of the request without its reason. */
  body: () => Record<string, unknown>;
  /** What is done, on the button. */
  yes: string;
  /** Said when it is done. Where it waits for a second person, that is said instead. */
  done: string;
  /** Where fields besides the reason are not filled yet. */
  incomplete?: boolean;
  danger?: boolean;
  onDone?: (answer: unknown) => void;
}

export function ActSheet(act: Act) {
  const { common } = useDeskTexts();
  return (
    <Modal
      opened={act.opened}
      onClose={act.onClose}
      title={act.title}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <ActForm {...act} />
    </Modal>
  );
}

/** Its state begins anew each time the sheet is opened. */
function ActForm({ onClose, children, path, body, yes, done, incomplete = false, danger = false, onDone }: Act) {
  const { desk, common } = useDeskTexts();
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const notes = useNotes();
  const act = useMutation({
    mutationFn: () => write<Partial<ActAnswer>>(`${deskData}${path}`, { ...body(), reason }),
    onSuccess: async (answer) => {
      notes.done(answer.outcome === 'proposed' ? desk.proposed(answer.approvalId ?? 0) : done);
      onClose();
      onDone?.(answer);
      await queries.invalidateQueries({ queryKey: [deskKey] });
    },
    // Somebody else may have acted meanwhile: the lists show how it is now.
    onError: () => queries.invalidateQueries({ queryKey: [deskKey] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {act.isError && <TroubleBox error={act.error} />}
        {children}
        <Textarea
          label={desk.reason}
          description={desk.reasonAbout}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
          withAsterisk={false}
          maxLength={500}
          autosize
          minRows={2}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            color={danger ? 'red.9' : 'leaf'}
            loading={act.isPending}
            disabled={incomplete || reason.trim() === ''}
          >
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
