/** Says before an act whether it will wait for a second person: above the operator's amount it does. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApprovalList } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { read } from '../../base/api.ts';
import { useFormat } from '../../base/language.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';

export function SecondPerson({ amount }: { amount: number }) {
  const { desk } = useDeskTexts();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [deskKey, '/approvals', 'amount'],
    queryFn: ({ signal }) => read<ApprovalList>(`${deskData}/approvals`, { limit: '1' }, signal),
    staleTime: 60_000,
  });
  if (data === undefined || amount <= data.approvalAbove) return null;
  return (
    <div className="hint" role="note">
      {desk.needsSecond(format.money(amount), format.money(data.approvalAbove))}
    </div>
  );
}

/** Where something waits for a second person already. */
export function WaitsForSecond({ approvalId }: { approvalId: number | null }) {
  const { desk } = useDeskTexts();
  if (approvalId === null) return null;
  return (
    <Link to={pagePaths.approvals} className="pill wait" style={{ textDecoration: 'none' }}>
      {desk.waits} · {approvalId}
    </Link>
  );
}
