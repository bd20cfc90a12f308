/** The first page of the operator's side: what waits for a person, each with the way to where it is dealt with. */
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OverviewView } from '../../../src/console/desk/views.ts';
import { pagePaths } from '../../../src/pages/paths.ts';
import { read } from '../base/api.ts';
import { useFormat } from '../base/language.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { Page } from '../parts/Page.tsx';
import { Pill } from '../parts/Status.tsx';
import { TroubleBox } from '../parts/Trouble.tsx';
import { deskData, deskKey } from './ask.ts';
import { useDeskTexts } from './texts.ts';

const renewEveryMilliseconds = 15_000;

type ItemName = Exclude<keyof OverviewView, 'environment'>;
/** In the order in which they matter: money that belongs to somebody first. */
const items = [
  ['heldTransfers', 'transfers', 'transfers'],
  ['failedPayments', 'failedPayments', 'failed'],
  ['openApprovals', 'approvals', 'approvals'],
  ['openReturns', 'returns', 'returns'],
  ['heldAnswers', 'heldAnswers', 'answers'],
  ['heldCards', 'cards', 'card'],
  ['quarantinedLines', 'quarantine', 'quarantine'],
  ['failingEndpoints', 'endpoints', 'webhooks'],
] as const satisfies readonly (readonly [ItemName, keyof typeof pagePaths, IconName])[];

export default function Overview() {
  const { overview: texts } = useDeskTexts();
  const answer = useQuery({
    queryKey: [deskKey, '/overview'],
    queryFn: ({ signal }) => read<OverviewView>(`${deskData}/overview`, {}, signal),
    refetchInterval: renewEveryMilliseconds,
  });
  const environment = answer.data?.environment;
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        environment && <Pill mood={environment === 'sandbox' ? 'wait' : 'good'}>{texts.environments[environment]}</Pill>
      }
    >
      {answer.isError && <TroubleBox error={answer.error} onAgain={() => void answer.refetch()} />}
      {answer.isPending && <Waiting lines={3} height={140} />}
      {answer.data && <Waits view={answer.data} />}
    </Page>
  );
}

function Waits({ view }: { view: OverviewView }) {
  const { overview: texts, frame } = useDeskTexts();
  const [waiting, quiet] = [
    items.filter(([name]) => countOf(view, name) > 0),
    items.filter(([name]) => countOf(view, name) === 0),
  ];
  return (
    <>
      {waiting.length === 0 && (
        <div className="paper">
          <Empty title={texts.nothing}>{texts.nothingAbout}</Empty>
        </div>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {waiting.map(([name, place, sign]) => (
          <Card key={name} view={view} name={name} place={place} sign={sign} />
        ))}
      </SimpleGrid>
      {quiet.length > 0 && (
        <Stack gap={6}>
          <Text c="dimmed" size="sm" id="quiet">
            {texts.quiet}
          </Text>
          <Group component="ul" gap="sm" aria-labelledby="quiet" p={0} m={0} style={{ listStyle: 'none' }}>
            {quiet.map(([name, place]) => (
              <li key={name}>
                <Link to={pagePaths[place]} className="pill">
                  {frame.places[place]}
                </Link>
              </li>
            ))}
          </Group>
        </Stack>
      )}
    </>
  );
}

interface CardProps {
  view: OverviewView;
  name: ItemName;
  place: (typeof items)[number][1];
  sign: IconName;
}

function Card({ view, name, place, sign }: CardProps) {
  const { overview: texts, frame } = useDeskTexts();
  const format = useFormat();
  const count = countOf(view, name);
  const value = view[name];
  return (
    <Link to={pagePaths[place]} className="paper waits">
      <Group gap="xs" c="dimmed" wrap="nowrap">
        <Icon name={sign} />
        <Text span size="sm" fw={550}>
          {frame.places[place]}
        </Text>
      </Group>
      <Text fz={36} fw={650} lh={1.2} mt="xs" className="numbers">
        {format.count(count)}
      </Text>
      <Text>{texts.items[name](count)}</Text>
      {typeof value === 'object' && (
        <Text c="dimmed" className="numbers">
          {format.money(value.amount)}
        </Text>
      )}
    </Link>
  );
}

function countOf(view: OverviewView, name: ItemName): number {
  const value = view[name];
  return typeof value === 'number' ? value : value.count;
}
