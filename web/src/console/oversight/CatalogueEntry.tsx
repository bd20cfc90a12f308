/** One payee: its rules in words, how they were before, and changing them. */
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayeeDetail, PayeeView } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { read } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Back, Page, Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { RulesEditor } from './RulesEditor.tsx';
import { useRuleWords } from './rules.ts';

export default function CatalogueEntry() {
  const { oversight } = useDeskTexts();
  const { payeeName = '' } = useParams({ strict: false });
  const path = `/payees/${encodeURIComponent(payeeName)}`;
  const detail = useQuery({
    queryKey: [deskKey, path],
    queryFn: ({ signal }) => read<PayeeDetail>(`${deskData}${path}`, {}, signal),
  });
  return (
    <Page title={payeeName} about={<Back to={pagePaths.catalogue}>{oversight.catalogue.title}</Back>}>
      {detail.isPending && <Waiting lines={8} />}
      {detail.isError && <TroubleBox error={detail.error} onAgain={() => void detail.refetch()} />}
      {detail.data && <Shown key={payeeName} detail={detail.data} />}
    </Page>
  );
}

function Shown({ detail }: { detail: PayeeDetail }) {
  const { oversight } = useDeskTexts();
  const [editing, setEditing] = useState(false);
  const { payee } = detail;
  const open = !editing && <Button onClick={() => setEditing(true)}>{oversight.edit.open}</Button>;
  return (
    <>
      {!payee.active && (
        <Alert color="red" variant="outline" title={oversight.catalogue.inactive}>
          {oversight.catalogue.inactiveAbout}
        </Alert>
      )}
      {payee.active && !payee.payable && (
        <Alert color="red" variant="outline" title={oversight.catalogue.notPayable}>
          {oversight.catalogue.notPayableAbout}
        </Alert>
      )}
      <Sheet title={oversight.rules.title} actions={open}>
        <RulesOf payee={payee} />
      </Sheet>
      {editing && <RulesEditor detail={detail} onClose={() => setEditing(false)} />}
      <Versions detail={detail} />
    </>
  );
}

function RulesOf({ payee }: { payee: PayeeView }) {
  const { oversight, payees, words } = useDeskTexts();
  const { rules, catalogue } = oversight;
  const { rows } = useRuleWords();
  const about = rules.confidenceAbout[payee.confidence];
  return (
    <>
      <Facts
        rows={[
          ...rows(payee),
          [payees.billType, named(words.billTypes, payee.billType)],
          [rules.region, payee.region],
          [rules.aliases, payee.aliases.join(', ')],
          [catalogue.payable, payee.payable ? catalogue.isPayable : catalogue.notPayable],
        ]}
      />
      <Text size="sm" c="dimmed" mt="md">
        {about}
      </Text>
    </>
  );
}

function Versions({ detail: { versions } }: { detail: PayeeDetail }) {
  const { oversight } = useDeskTexts();
  const { rules } = oversight;
  const format = useFormat();
  const { formatInWords } = useRuleWords();
  return (
    <Sheet flush title={rules.versions}>
      <Rows
        caption={rules.versions}
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          { key: 'version', head: oversight.version, width: 'min(6rem, 22%)', cell: ({ version }) => version },
          { key: 'format', head: rules.format, cell: ({ accountFormat }) => formatInWords(accountFormat) },
          {
            key: 'confidence',
            head: rules.confidence,
            lesser: true,
            width: '11rem',
            cell: ({ confidence }) => rules.confidences[confidence] ?? confidence,
          },
          {
            key: 'since',
            head: rules.since,
            end: true,
            width: 'min(9.5rem, 38%)',
            cell: ({ loadedAt }) => format.time(loadedAt),
          },
        ]}
      />
    </Sheet>
  );
}
