/** The audit trail, newest first: what was done to what, by whom, when and from where; and what it changed. */
import { Group, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { Trail, TrailView } from '../../../src/people/views.ts';
import { useFormat } from '../base/language.tsx';
import { useList } from '../base/list.ts';
import { Empty } from '../parts/Empty.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Listed } from '../parts/Listed.tsx';
import { SideBySide } from '../parts/SideBySide.tsx';
import { changesOf, factsOf, saidOf } from './entry-words.ts';
import { Subject } from './Subject.tsx';
import { type TrailTexts, useTrailTexts } from './texts.ts';

interface TrailListProps {
  /** Where it is: `…/trail`. */
  data: string;
  queryKey: QueryKey;
  /** Of the partner whose trail it is; undefined at the operator's. */
  partnerId?: string;
}

export function TrailList({ data, queryKey, partnerId }: TrailListProps) {
  const { trail: texts } = useTrailTexts();
  const list = useList<Trail>(queryKey, `${data}/trail`);
  return (
    <Listed of={list} lines={8} height={72} empty={<Empty title={texts.empty}>{texts.emptyAbout}</Empty>}>
      <ol className="entries">
        {list.items.map((entry) => (
          <Entry key={entry.id} entry={entry} partnerId={partnerId} />
        ))}
      </ol>
    </Listed>
  );
}

const commandEnd = / by command$/;
/** As the service names its people to partners. */
const theOperator = 'the operator';

function whoDid(by: string, texts: TrailTexts['trail']): string {
  if (by === theOperator) return texts.byOperator;
  return commandEnd.test(by) ? texts.byCommand(by.replace(commandEnd, '')) : by;
}

function Entry({ entry, partnerId }: { entry: TrailView; partnerId: string | undefined }) {
  const { trail: texts } = useTrailTexts();
  const format = useFormat();
  const { at, by, act, subject, address } = entry;
  return (
    <li>
      <Group gap="xs" justify="space-between" align="baseline">
        <div>
          <Text component="span" fw={600}>
            {texts.acts[act] ?? act}
          </Text>
          {subject !== undefined && (
            <>
              {' · '}
              <Subject text={subject} partnerId={partnerId} />
            </>
          )}
        </div>
        <Text component="time" dateTime={at} size="sm" c="dimmed">
          {format.time(at)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {whoDid(by, texts)}
        {address !== undefined && ` ${texts.from(address)}`}
      </Text>
      <Changed entry={entry} />
    </li>
  );
}

/** What has two sides is shown as it was and as it is; what stands on one side only is a fact. */
function Changed({ entry: { before, after } }: { entry: TrailView }) {
  const texts = useTrailTexts();
  const { trail } = texts;
  const format = useFormat();
  if (before === undefined && after === undefined) return null;
  const [was, is] = [factsOf(before, texts, format), factsOf(after, texts, format)];
  const said = saidOf(was, is);
  const changes = changesOf(
    was,
    is.filter((fact) => !said.includes(fact)),
    trail.nothing,
  );
  const gone = after === undefined ? was.map(({ name, value }) => [trail.was(name), value] as const) : [];
  const facts = [...gone, ...said.map(({ name, value }) => [name, value] as const)];
  return (
    <div className="changed">
      {after !== undefined && changes.length > 0 && (
        <SideBySide
          caption={trail.changed}
          heads={{ name: trail.member, before: trail.before, after: trail.after }}
          changes={changes.map((each) => ({
            ...each,
            before: each.before ?? trail.nothing,
            after: each.after ?? trail.nothing,
          }))}
        />
      )}
      {facts.length > 0 && <Facts rows={facts} />}
    </div>
  );
}
