/** The accounts with what went through them, and each partner's beside one another. */
import { Button, Text } from '@mantine/core';
import type { LedgerView } from '../../../../src/console/desk/views.ts';
import { useFormat } from '../../base/language.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { PartnerLink } from '../links.tsx';
import { useDeskTexts } from '../texts.ts';

export function Balances({ ledger }: { ledger: LedgerView | undefined }) {
  const { ledger: texts } = useDeskTexts().oversight;
  const format = useFormat();
  return (
    <Sheet flush title={texts.balances}>
      {ledger === undefined ? (
        <Waiting lines={11} />
      ) : (
        <>
          <Rows
            caption={texts.balances}
            rows={ledger.accounts}
            keyOf={({ account }) => account}
            columns={[
              { key: 'account', head: texts.account, cell: ({ account }) => texts.accounts[account] ?? account },
              {
                key: 'debits',
                head: texts.debits,
                end: true,
                lesser: true,
                cell: ({ debits }) => format.money(debits),
              },
              {
                key: 'credits',
                head: texts.credits,
                end: true,
                lesser: true,
                cell: ({ credits }) => format.money(credits),
              },
              { key: 'balance', head: texts.balance, end: true, cell: ({ balance }) => format.money(balance) },
            ]}
          />
          <Text ta="end" px="md" py="sm" c="dimmed" size="sm" className="numbers">
            {texts.sum(format.money(ledger.sum))}
          </Text>
        </>
      )}
    </Sheet>
  );
}

/** `onShow`: the rest of the page for one of them alone. */
export function PartnerBalances({
  ledger,
  onShow,
}: {
  ledger: LedgerView | undefined;
  onShow: (partnerId: string) => void;
}) {
  const { oversight } = useDeskTexts();
  const texts = oversight.ledger;
  return (
    <Sheet flush title={texts.byPartner}>
      {ledger === undefined && <Waiting lines={4} />}
      {ledger?.partners.length === 0 && <Empty title={texts.noPartners}>{texts.noPartnersAbout}</Empty>}
      {ledger !== undefined && ledger.partners.length > 0 && (
        <Rows
          caption={texts.byPartner}
          rows={ledger.partners}
          keyOf={({ partnerId }) => partnerId}
          columns={[
            {
              key: 'partner',
              head: oversight.partner,
              width: '38%',
              cell: ({ partnerId, partnerName }) => (
                <>
                  {partnerId === 0 ? oversight.operator : <PartnerLink id={partnerId}>{partnerName}</PartnerLink>}
                  <div className="below">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={texts.onlyOf(partnerId === 0 ? oversight.operator : partnerName)}
                      onClick={() => {
                        onShow(String(partnerId));
                        window.scrollTo({ top: 0 });
                      }}
                    >
                      {texts.only}
                    </Button>
                  </div>
                </>
              ),
            },
            { key: 'accounts', head: texts.balances, cell: ({ accounts }) => <AccountsOf balances={accounts} /> },
          ]}
        />
      )}
      {ledger !== undefined && ledger.partnersLeftOut > 0 && (
        <Text px="md" py="sm" c="dimmed" size="sm">
          {texts.leftOut(ledger.partnersLeftOut)}
        </Text>
      )}
    </Sheet>
  );
}

/** Those on which something stands. */
export function AccountsOf({ balances }: { balances: Record<string, number> }) {
  const { ledger: texts } = useDeskTexts().oversight;
  const format = useFormat();
  const standing = Object.entries(balances).filter(([, balance]) => balance !== 0);
  if (standing.length === 0) return <Text c="dimmed">{texts.nothingStands}</Text>;
  return (
    <Facts
      rows={standing.map(
        ([account, balance]) =>
          [
            texts.accounts[account] ?? account,
            <span className="numbers" key={account}>
              {format.money(balance)}
            </span>,
          ] as const,
      )}
    />
  );
}
