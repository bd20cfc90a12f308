/**
 * Taking a bank file in by hand: first what is in it, with nothing done; then, when it is asked for, its effect.
 *
 *   choose or drop ─▶ looked into ─┬─ refused, with its place
 *                                  └─ counts, total, first lines ─▶ taken in ─▶ what became of it
 */
import { Alert, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FilePreview, UploadAnswer, UploadRequest } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { write } from '../../base/api.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { CountFacts } from './FilePill.tsx';
import { PreviewOfFile } from './PreviewOfFile.tsx';

interface UploadProps {
  onClose: () => void;
  /** How large a file may be. */
  bytesMax: number;
}

export function UploadSheet({ opened, ...props }: UploadProps & { opened: boolean }) {
  const { common, bankFiles } = useDeskTexts();
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={bankFiles.upload.title}
      size="xl"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Upload {...props} />
    </Modal>
  );
}

/** Begins anew each time the sheet is opened. */
function Upload({ onClose, bytesMax }: UploadProps) {
  const { upload: texts } = useDeskTexts().bankFiles;
  const queries = useQueryClient();
  const [given, setGiven] = useState<UploadRequest>();
  const look = useMutation({
    mutationFn: (file: UploadRequest) => write<FilePreview>(`${deskData}/files/preview`, file),
  });
  const take = useMutation({
    mutationFn: (file: UploadRequest) => write<UploadAnswer>(`${deskData}/files/upload`, file),
    onSettled: () => queries.invalidateQueries({ queryKey: [deskKey] }),
  });
  const anew = () => {
    setGiven(undefined);
    look.reset();
    take.reset();
  };
  if (!given) {
    return (
      <ChooseFile
        bytesMax={bytesMax}
        onFile={(file) => {
          setGiven(file);
          look.mutate(file);
        }}
      />
    );
  }
  const another = (
    <Button variant="default" onClick={anew} disabled={take.isPending}>
      {texts.another}
    </Button>
  );
  if (take.data) {
    return (
      <Stack>
        <Taken answer={take.data} onClose={onClose} />
        <Group justify="flex-end">{another}</Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text fw={600}>{given.name}</Text>
      {look.isPending && <Waiting lines={4} />}
      {look.isError && <TroubleBox error={look.error} onAgain={() => look.mutate(given)} />}
      {look.data && <PreviewOfFile preview={look.data} />}
      {take.isError && <TroubleBox error={take.error} />}
      {look.data?.refusal === null && !look.data.mayTakeIn && <Text className="hint">{texts.onlyApprovers}</Text>}
      <Group justify="flex-end">
        {another}
        {look.data?.refusal === null && look.data.mayTakeIn && (
          <Button onClick={() => take.mutate(given)} loading={take.isPending}>
            {texts.take}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ChooseFile({ onFile, bytesMax }: { onFile: (file: UploadRequest) => void; bytesMax: number }) {
  const { upload: texts } = useDeskTexts().bankFiles;
  const format = useFormat();
  const [fault, setFault] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const choose = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size === 0) return setFault(texts.empty);
    if (file.size > bytesMax) return setFault(texts.tooLarge(format.count(bytesMax)));
    setFault(undefined);
    try {
      onFile({ name: file.name, contentBase64: await base64Of(file) });
    } catch {
      setFault(texts.unreadable);
    }
  };
  return (
    <Stack>
      <Text>{texts.about}</Text>
      {fault !== undefined && <Alert color="red" variant="outline" role="alert" title={fault} className="trouble" />}
      <section
        className={isOver ? 'drop over' : 'drop'}
        aria-label={texts.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <Text>{texts.drop}</Text>
        <FileButton onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} data-autofocus>
              {texts.choose}
            </Button>
          )}
        </FileButton>
      </section>
    </Stack>
  );
}

/** Its content; rejects where the browser cannot read it (any more). */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function Taken({ answer, onClose }: { answer: UploadAnswer; onClose: () => void }) {
  const { bankFiles } = useDeskTexts();
  const { upload: texts } = bankFiles;
  if (answer.outcome === 'refused') {
    const { reason, line, column } = answer;
    return (
      <Alert color="red" variant="outline" role="alert" title={texts.refused} className="trouble">
        <Text size="sm">
          <Sentence text={reason} /> ({bankFiles.place(line, column)})
        </Text>
        <Text size="sm">{texts.refusedAbout}</Text>
      </Alert>
    );
  }
  const { fileId, counts, total, quarantinedLines } = answer.file;
  return (
    <Stack>
      <Alert color="leaf" variant="light" role="status" title={texts.taken} />
      <CountFacts counts={counts} total={total} />
      <Group>
        <Link to={pagePaths.file} params={{ fileId: String(fileId) }} onClick={onClose}>
          {texts.toFile}
        </Link>
        {quarantinedLines > 0 && (
          <Link to={pagePaths.quarantine} search={{ fileId } as never} onClick={onClose}>
            {texts.toQuarantine}
          </Link>
        )}
      </Group>
    </Stack>
  );
}
