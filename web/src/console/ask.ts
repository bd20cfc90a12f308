/** Asking the operator's data: where it is, lists that go on, and who asks. */
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../../src/console/desk/views.ts';
import { read } from '../base/api.ts';
import { useMe } from '../base/me.ts';

export const deskData = '/console/data';
/** The first part of the key of every question: whatever is done at the desk may change any of the answers. */
export const deskKey = 'desk';

/** Whether the person at the desk is an approver: who may create partners, publish rules, invite operators. */
export function useApprover(): boolean {
  const { data } = useMe();
  return data?.person?.memberships.some(({ partnerId, role }) => partnerId === 0 && role === 'approver') ?? false;
}

export interface DeskList<Item, Answer> {
  list: UseInfiniteQueryResult<unknown>;
  items: Item[];
  /** What the first page of the list says besides its items. */
  first: Answer | undefined;
}

/** A list of the operator's, part by part: `path` behind `/console/data`, with its filters. */
export function useDeskList<Answer extends Page<unknown>>(
  path: string,
  query: Record<string, string | undefined> = {},
): DeskList<Answer['items'][number], Answer> {
  const list = useInfiniteQuery({
    queryKey: [deskKey, path, query],
    queryFn: ({ pageParam, signal }) =>
      read<Answer>(`${deskData}${path}`, { ...query, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  });
  return { list, items: list.data?.pages.flatMap(({ items }) => items) ?? [], first: list.data?.pages[0] };
}
