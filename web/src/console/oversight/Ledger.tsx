/** The ledger: where every cent is, proven against the accounts; balances of each account and partner; the audit on demand. */
import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LedgerView } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { Page } from '../../parts/Page.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { Audit } from './Audit.tsx';
import { Balances, PartnerBalances } from './Balances.tsx';
import { Statement } from './Statement.tsx';

export default function Ledger() {
  const { oversight } = useDeskTexts();
  const texts = oversight.ledger;
  const [partnerId, setPartnerId] = useState('');
  const everybody = useLedger('');
  const chosen = useLedger(partnerId);
  const options = (everybody.data?.partners ?? []).map((each) => ({
    value: String(each.partnerId),
    label: each.partnerId === 0 ? oversight.operator : `${each.partnerName} (${each.partnerId})`,
  }));
  return (
    <Page title={texts.title} about={texts.about}>
      <NativeSelect
        label={texts.show}
        maw={360}
        value={partnerId}
        data={[{ value: '', label: texts.all }, ...options]}
        onChange={(event) => setPartnerId(event.currentTarget.value)}
      />
      <Stack gap="lg" key={partnerId}>
        <Statement partnerId={partnerId} />
        {chosen.isError && <TroubleBox error={chosen.error} onAgain={() => void chosen.refetch()} />}
        {!chosen.isError && <Balances ledger={chosen.data} />}
        {partnerId === '' && !everybody.isError && <PartnerBalances ledger={everybody.data} onShow={setPartnerId} />}
      </Stack>
      <Audit />
    </Page>
  );
}

function useLedger(partnerId: string) {
  return useQuery({
    queryKey: [deskKey, '/ledger', partnerId],
    queryFn: ({ signal }) => read<LedgerView>(`${deskData}/ledger`, { partnerId }, signal),
  });
}
