/** Leads on to another address, once: a page that is being left may be drawn several times before the other one is there. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export function Redirect({ href }: { href: string }) {
  const router = useRouter();
  const first = useRef(href);
  useEffect(() => router.history.replace(first.current), [router]);
  return null;
}
