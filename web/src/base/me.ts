/**
 * Who is signed in, and what they may do at the partner of this page. Asked once, then kept until something about it changes.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Me, Membership, PartnerRole } from '../../../src/people/views.ts';
import { read } from './api.ts';

export type Person = NonNullable<Me['person']>;
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => read<Me>('/auth/me'), staleTime: 60_000 });

export function useMe() {
  return useQuery(meQuery);
}

/** After signing in or out nothing of the person before may be left. */
export async function forgetEverything(queries: QueryClient): Promise<void> {
  queries.clear();
  await queries.fetchQuery(meQuery);
}

export interface PartnerOfPage {
  id: number;
  name: string;
  role: PartnerRole;
  /** Where its data is. */
  data: string;
  /** May change tokens and webhooks, and play in the sandbox. */
  mayDevelop: boolean;
  /** May invite people and change roles. */
  mayManage: boolean;
}

/** The partner whose page this is. The frame shows pages only to its members. */
export function usePartner(): PartnerOfPage {
  const { partnerId } = useParams({ strict: false });
  const { data } = useMe();
  const id = Number(partnerId);
  const membership = partnersOf(data?.person).find((each) => each.partnerId === id);
  const role = (membership?.role ?? 'viewer') as PartnerRole;
  return {
    id,
    name: membership?.partnerName ?? '',
    role,
    data: `/dashboard/data/${id}`,
    mayDevelop: role !== 'viewer',
    mayManage: role === 'owner',
  };
}

/** A person's partners: the operator (0) is none. */
export function partnersOf(person: Person | undefined): Membership[] {
  return (person?.memberships ?? []).filter(({ partnerId }) => partnerId !== 0);
}

export function isOperator(person: Person | undefined): boolean {
  return (person?.memberships ?? []).some(({ partnerId }) => partnerId === 0);
}
