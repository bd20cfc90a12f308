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
  const fresh = useChanges(data, queryKey, filters);
  return { list, payments: list.data?.pages.flatMap((page) => page.items) ?? [], ...fresh };
}

/**
 * Payments that changed are renewed in place, or go where they are filtered out by now. New ones come in at the top, or wait there until
 * somebody asks for them.
 */
function useChanges(data: string, queryKey: readonly unknown[], filters: PaymentFilters) {
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
    queries.setQueryData<Pages>(JSON.parse(key), (pages) => renewed(pages, payments, filters));
    for (const { id } of payments) void queries.invalidateQueries({ queryKey: ['payment', data, id] });
    const unknown = payments.filter((each) => !known.has(each.id) && mayFit(each, filters)).map(({ id }) => id);
    if (unknown.length === 0 && !more) return;
    if (window.scrollY < atTopPixels) void showNew();
    // What a search finds only the service knows: nobody is told of payments that may not be there.
    else if (filters.search) return;
    else setWaiting((before) => new Set([...before, ...unknown]));
  }, [changes.data]);
  // Another filter shows what waited, where it fits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when
  useEffect(() => setWaiting(none), [key]);
  return { waiting: waiting.size, showNew, changes };
}

/** Whether a payment passes the filters that can be told here; a search is the service's. */
function mayFit({ status, method, type }: PaymentView, filters: PaymentFilters): boolean {
  return (
    (filters.status ?? status) === status && (filters.method ?? method) === method && (filters.type ?? type) === type
  );
}

function firstPageOnly(pages: Pages | undefined): Pages | undefined {
  return pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) };
}

function renewed(
  pages: Pages | undefined,
  changed: readonly PaymentView[],
  filters: PaymentFilters,
): Pages | undefined {
  const byId = new Map(changed.map((payment) => [payment.id, payment]));
  const itemsNow = (items: readonly PaymentView[]) =>
    items.map((item) => byId.get(item.id) ?? item).filter((item) => mayFit(item, filters));
  return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: itemsNow(page.items) })) };
}
