/** Where to after signing in, and what a mail's link carries behind the `#`. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import type { SignedIn } from '../../../src/people/views.ts';
import { forgetEverything, isOperator, meQuery, partnersOf } from '../base/me.ts';

const own = /^\/(dashboard|console|account)(\/|\?|$)/;

/** The address that somebody wanted before they were asked to sign in; only ever one of ours. */
export function useNext(): string | undefined {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  return typeof next === 'string' && own.test(next) ? next : undefined;
}

/** After a step of signing in: to the second factor, or in. */
export function useGoOn(): (answer: SignedIn) => Promise<void> {
  const next = useNext();
  const router = useRouter();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (answer) => {
    if (!answer.signedIn) {
      await navigate({ to: pagePaths.secondFactor, ...(next !== undefined && { search: { next } as never }) });
      return;
    }
    await forgetEverything(queries);
    const person = queries.getQueryData(meQuery.queryKey)?.person;
    const home = isOperator(person) && partnersOf(person).length === 0 ? pagePaths.console : pagePaths.dashboard;
    router.history.push(next ?? home);
  };
}

/** The token behind the `#`, taken out of the address at once: it is to stand in no history. */
export function useHashToken(): string {
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState(hash);
  const router = useRouter();
  useEffect(() => {
    if (hash === '') return;
    setToken(hash);
    router.history.replace(pathname);
  }, [hash, pathname, router]);
  return token;
}
