/** Quarantined lines with their reason and what was read of them: taken up again, or set aside, one or several. */
import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { QuarantinedLineView, QuarantineList, TakeUpAnswer } from '../../../../src/console/desk/views.ts';
import { Sentence, useFormat } from '../../base/language.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Sheet } from '../../parts/Page.tsx';
import { Pill } from '../../parts/Status.tsx';
import { ActSheet } from '../ActSheet.tsx';
import { useDeskList } from '../ask.ts';
import { WaitsForApproval } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';
import { ChoiceBar, ChoiceButton, ChoiceList, useChoosing } from './Choosing.tsx';
import { centsIn, LineInWords } from './LineInWords.tsx';

interface QuarantinedLinesProps {
  /** Of this file only. */
  fileId?: number | undefined;
  empty: ReactNode;
  /** On the page of the file itself: it is not named at each line. */
  onItsPage?: boolean;
}

export function QuarantinedLines({ fileId, empty, onItsPage = false }: QuarantinedLinesProps) {
  const { quarantine: texts } = useDeskTexts().bankFiles;
  const desk = useDeskList<QuarantineList>('/quarantine', { fileId: fileId?.toString() });
  // What is proposed waits for its second person: nobody else acts on it meanwhile.
  const free = desk.items.filter(({ approvalId }) => approvalId === null);
  const choosing = useChoosing(free.map(({ lineId }) => lineId));
  const [sheet, setSheet] = useState<'takeUp' | 'setAside'>();
  const [results, setResults] = useState<TakeUpAnswer['lines']>([]);
  const nothing = desk.list.data !== undefined && desk.items.length === 0;
  return (
    <Stack gap="md">
      {results.length > 0 && <Results lines={results} onClose={() => setResults([])} />}
      {!nothing && (
        <ChoiceBar choosing={choosing}>
          <ChoiceButton choosing={choosing} onClick={() => setSheet('takeUp')}>
            {texts.takeUp}
          </ChoiceButton>
          <ChoiceButton choosing={choosing} onClick={() => setSheet('setAside')}>
            {texts.setAside}
          </ChoiceButton>
        </ChoiceBar>
      )}
      <Listed of={desk} empty={empty} height={120}>
        <ChoiceList
          label={texts.title}
          items={desk.items}
          idOf={({ lineId }) => lineId}
          nameOf={({ lineId }) => texts.lineNumber(lineId)}
          choosing={choosing}
        >
          {(line) => (
            <LineInWords line={line} onItsPage={onItsPage}>
              {line.approvalId !== null && (
                <Text size="sm" mt="xs">
                  <WaitsForApproval />
                </Text>
              )}
            </LineInWords>
          )}
        </ChoiceList>
      </Listed>
      <LineSheets
        lines={free.filter(({ lineId }) => choosing.has(lineId))}
        opened={sheet}
        onClose={() => setSheet(undefined)}
        onTried={setResults}
      />
    </Stack>
  );
}

interface LineSheetsProps {
  lines: readonly QuarantinedLineView[];
  opened: 'takeUp' | 'setAside' | undefined;
  onClose: () => void;
  onTried: (lines: TakeUpAnswer['lines']) => void;
}

function LineSheets({ lines, opened, onClose, onTried }: LineSheetsProps) {
  const { quarantine: texts } = useDeskTexts().bankFiles;
  const format = useFormat();
  const lineIds = lines.map(({ lineId }) => lineId);
  const toDecide = lines.filter(({ needsDecision }) => needsDecision).length;
  const cents = lines.map(centsIn).filter((each) => each !== undefined);
  const worth = cents.length > 0 && (
    <Facts rows={[[texts.worth, format.money(cents.reduce((sum, each) => sum + each, 0) / 100)]]} />
  );
  return (
    <>
      <ActSheet
        opened={opened === 'takeUp'}
        onClose={onClose}
        title={texts.takeUp}
        path="/quarantine/take-up"
        body={() => ({ lineIds })}
        yes={texts.takeUp}
        done={texts.tried}
        onDone={(answer) => onTried((answer as TakeUpAnswer).lines)}
      >
        <Text>{texts.takeUpAbout(lines.length)}</Text>
        {toDecide > 0 && <Text>{texts.decide(toDecide)}</Text>}
        <Named lines={lines} />
        {worth}
      </ActSheet>
      <ActSheet
        opened={opened === 'setAside'}
        onClose={onClose}
        title={texts.setAside}
        path="/quarantine/set-aside"
        body={() => ({ lineIds })}
        yes={texts.setAside}
        done={texts.setAsideDone}
        danger
      >
        <Text>{texts.setAsideAbout(lines.length)}</Text>
        <Named lines={lines} />
        {worth}
      </ActSheet>
    </>
  );
}

const namedMax = 5;

/** Which lines it is about, the first of them by name. */
function Named({ lines }: { lines: readonly QuarantinedLineView[] }) {
  const { quarantine: texts } = useDeskTexts().bankFiles;
  return (
    <Stack gap={4}>
      {lines.slice(0, namedMax).map(({ lineId, fileName, reason }) => (
        <Text key={lineId} size="sm">
          {texts.lineNumber(lineId)} · {fileName} · <Sentence text={reason} />
        </Text>
      ))}
      {lines.length > namedMax && <Text size="sm">{texts.andMore(lines.length - namedMax)}</Text>}
    </Stack>
  );
}

/** What became of each line that was tried. */
function Results({ lines, onClose }: { lines: TakeUpAnswer['lines']; onClose: () => void }) {
  const { bankFiles, desk } = useDeskTexts();
  const { quarantine: texts } = bankFiles;
  return (
    <Sheet
      title={texts.results}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.ended}
        </Button>
      }
    >
      <Facts
        rows={lines.map(({ lineId, takenUp, result, approvalId }) => [
          texts.lineNumber(lineId),
          <>
            <Pill mood={takenUp ? 'good' : 'wait'}>{takenUp ? texts.takenUp : texts.stays}</Pill>{' '}
            {approvalId !== null ? desk.proposed(approvalId) : (texts.said[result] ?? <Sentence text={result} />)}
          </>,
        ])}
      />
    </Sheet>
  );
}
