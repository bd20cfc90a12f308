/** Where every cent is, counted from payments and transfers, and the proof that the ledger says the same. */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatementView } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { Sheet } from '../../parts/Page.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { Pill } from '../../parts/Status.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

/** Of one partner (`0`: the operator), or of all where it is empty. */
export function Statement({ partnerId }: { partnerId: string }) {
  const { ledger: texts } = useDeskTexts().oversight;
  const format = useFormat();
  const statement = useQuery({
    queryKey: [deskKey, '/ledger/statement', partnerId],
    queryFn: ({ signal }) => read<StatementView>(`${deskData}/ledger/statement`, { partnerId }, signal),
  });
  const { data } = statement;
  return (
    <>
      {statement.isError && <TroubleBox error={statement.error} onAgain={() => void statement.refetch()} />}
      <Sheet
        flush
        title={texts.statement}
        actions={
          data && <Pill mood={data.proven ? 'good' : 'bad'}>{data.proven ? texts.proven : texts.notProven}</Pill>
        }
      >
        {statement.isPending && <Waiting lines={11} />}
        {data && <Lines lines={data.lines} />}
      </Sheet>
      <Sheet flush title={texts.proofs}>
        {statement.isPending && <Waiting lines={10} />}
        {data && (
          <>
            <Alert mx="md" mb="xs" variant={data.proven ? 'light' : 'outline'} color={data.proven ? 'leaf' : 'red'}>
              {(data.proven ? texts.provenAbout : texts.notProvenAbout)(format.time(data.at))}
            </Alert>
            <Proofs proofs={data.proofs} />
          </>
        )}
      </Sheet>
    </>
  );
}

function Lines({ lines }: { lines: StatementView['lines'] }) {
  const { oversight } = useDeskTexts();
  const { ledger: texts } = oversight;
  const format = useFormat();
  return (
    <Rows
      caption={texts.statement}
      rows={lines}
      keyOf={({ place }) => place}
      columns={[
        {
          key: 'place',
          head: texts.place,
          cell: ({ place, count }) => (
            <>
              {texts.places[place] ?? place}
              <span className="narrow">
                <span className="second">{oversight.countOf(format.count(count))}</span>
              </span>
            </>
          ),
        },
        {
          key: 'account',
          head: texts.account,
          lesser: true,
          cell: ({ account }) => texts.accounts[account] ?? account,
        },
        {
          key: 'count',
          head: oversight.count,
          end: true,
          lesser: true,
          width: '6.5rem',
          cell: ({ count }) => format.count(count),
        },
        {
          key: 'amount',
          head: oversight.amount,
          end: true,
          width: '9rem',
          cell: ({ amount }) => format.money(amount),
        },
      ]}
    />
  );
}

function Proofs({ proofs }: { proofs: StatementView['proofs'] }) {
  const { ledger: texts } = useDeskTexts().oversight;
  const format = useFormat();
  return (
    <Rows
      caption={texts.proofs}
      rows={proofs}
      keyOf={({ account }) => account}
      columns={[
        {
          key: 'account',
          head: texts.account,
          cell: ({ account, counted }) => (
            <>
              {texts.accounts[account] ?? account}
              <span className="narrow">
                <span className="second">{texts.countedOf(format.money(counted))}</span>
              </span>
            </>
          ),
        },
        {
          key: 'ledger',
          head: texts.ledger,
          end: true,
          lesser: true,
          width: '9rem',
          cell: ({ ledger }) => format.money(ledger),
        },
        {
          key: 'counted',
          head: texts.counted,
          end: true,
          lesser: true,
          width: '8.5rem',
          cell: ({ counted }) => format.money(counted),
        },
        {
          key: 'holds',
          head: texts.check,
          end: true,
          width: '9.5rem',
          cell: ({ holds, ledger, counted }) =>
            holds ? (
              <Pill mood="good">{texts.holds}</Pill>
            ) : (
              <>
                <Pill mood="bad">{texts.differs}</Pill>
                <span className="second">
                  {texts.differsBy(format.money(Math.round((ledger - counted) * 100) / 100))}
                </span>
              </>
            ),
        },
      ]}
    />
  );
}
