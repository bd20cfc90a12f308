/** Lists that go on: fetched part by part behind a cursor. */
import { type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { read } from './api.ts';

interface Part<Item> {
  items: Item[];
  nextCursor?: string;
}

export interface List<Item, Answer> {
  list: UseInfiniteQueryResult<unknown>;
  items: Item[];
  /** What the first part says besides its items. */
  first: Answer | undefined;
}

interface ListOptions {
  /** Asks again by itself. */
  renewEveryMilliseconds?: number;
  /** What was shown stays until the answer to another query is there. */
  keeps?: boolean;
}

export function useList<Answer extends Part<unknown>>(
  queryKey: QueryKey,
  path: string,
  query: Record<string, string | undefined> = {},
  { renewEveryMilliseconds, keeps = false }: ListOptions = {},
): List<Answer['items'][number], Answer> {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read<Answer>(path, { ...query, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => (keeps ? before : undefined),
    // Only while the first part is shown: further down somebody is reading.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) < 2 && renewEveryMilliseconds) || false,
  });
  return { list, items: list.data?.pages.flatMap(({ items }) => items) ?? [], first: list.data?.pages[0] };
}
