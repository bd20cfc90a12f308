/**
 * The list of payments as it is fetched: page by page behind a cursor, and kept up to date by asking for what changed.
 */
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Changes, PaymentsPage, PaymentView } from '../../../src/dashboard/views.ts';
import { read } from '../base/api.ts';
import type { PaymentFilters } from '../router.tsx';

type Pages = InfiniteData<PaymentsPage, string>;
const changesEveryMilliseconds = 4000;
/** Whoever is further down than this is reading: nothing is moved under their eyes. */
const atTopPixels = 160;
const none: ReadonlySet<number> = new Set();

export function usePayments(data: string, filters: PaymentFilters) {
  const queryKey = ['payments', data, filters];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read<PaymentsPage>(`${data}/payments`, { ...filters, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });
  const fresh = useChanges(data, queryKey);
  return { list, payments: list.data?.pages.flatMap((page) => page.items) ?? [], ...fresh };
}

/** Payments that changed are renewed in place. New ones come in at the top, or wait there until somebody asks for them. */
function useChanges(data: string, queryKey: readonly unknown[]) {
  const queries = useQueryClient();
  const since = useRef<string>(undefined);
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(none);
  const changes = useQuery({
    queryKey: ['changes', data],
    queryFn: async () => {
      const isFirst = since.current === undefined;
      const answer = await read<Changes>(`${data}/changes`, { since: since.current });
      since.current = answer.asOf;
      // What happened between the list as it was kept and this moment is told by no later answer.
      if (isFirst) void queries.invalidateQueries({ queryKey: ['payments', data] });
      return answer;
    },
    refetchInterval: changesEveryMilliseconds,
    staleTime: 0,
    gcTime: 0,
  });
  const key = JSON.stringify(queryKey);
  const showNew = async () => {
    setWaiting(none);
    queries.setQueryData<Pages>(JSON.parse(key), firstPageOnly);
    await queries.invalidateQueries({ queryKey: JSON.parse(key) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken in once, when it comes
  useEffect(() => {
    const { payments = [], more = false } = changes.data ?? {};
    if (payments.length === 0 && !more) return;
    const known = new Set(
      queries.getQueryData<Pages>(JSON.parse(key))?.pages.flatMap(({ items }) => items.map(({ id }) => id)),
    );
    queries.setQueryData<Pages>(JSON.parse(key), (pages) => renewed(pages, payments));
    for (const { id } of payments) void queries.invalidateQueries({ queryKey: ['payment', data, id] });
    const unknown = payments.map(({ id }) => id).filter((id) => !known.has(id));
    if (unknown.length === 0 && !more) return;
    if (window.scrollY < atTopPixels) void showNew();
    else setWaiting((before) => new Set([...before, ...unknown]));
  }, [changes.data]);
  // Another filter shows what waited, where it fits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when
  useEffect(() => setWaiting(none), [key]);
  return { waiting: waiting.size, showNew };
}

function firstPageOnly(pages: Pages | undefined): Pages | undefined {
  return pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) };
}

function renewed(pages: Pages | undefined, changed: readonly PaymentView[]): Pages | undefined {
  const byId = new Map(changed.map((payment) => [payment.id, payment]));
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({ ...page, items: page.items.map((item) => byId.get(item.id) ?? item) })),
    }
  );
}
