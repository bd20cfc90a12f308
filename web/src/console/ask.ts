/** Asking the operator's data: where it is, lists that go on, and who asks. */
import type { Page } from '../../../src/console/desk/views.ts';
import { useList } from '../base/list.ts';
import { useMe } from '../base/me.ts';

export const deskData = '/console/data';
/** The first part of the key of every question: whatever is done at the desk may change any of the answers. */
export const deskKey = 'desk';

/** Whether the person at the desk is an approver: who may create partners, publish rules, invite operators. */
export function useApprover(): boolean {
  const { data } = useMe();
  return data?.person?.memberships.some(({ partnerId, role }) => partnerId === 0 && role === 'approver') ?? false;
}

/** Two people work from one list: what one of them did is gone from the other's before long. */
const renewEveryMilliseconds = 5000;

/** A list of the operator's, which renews itself: `path` behind `/console/data`, with its filters. */
export function useDeskList<Answer extends Page<unknown>>(
  path: string,
  query: Record<string, string | undefined> = {},
  options: { keeps?: boolean } = {},
) {
  return useList<Answer>([deskKey, path, query], `${deskData}${path}`, query, { renewEveryMilliseconds, ...options });
}
