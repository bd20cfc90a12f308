/** Ways from a number to its page. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useDeskTexts } from './texts.ts';

/** `children`: what it is called, where not by its number. */
export function PaymentLink({ id, children }: { id: number; children?: ReactNode }) {
  const { payment } = useDeskTexts();
  return (
    <Link to={pagePaths.onePayment} params={{ paymentId: String(id) }}>
      {children ?? payment.title(id)}
    </Link>
  );
}

export function FileLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to={pagePaths.file} params={{ fileId: String(id) }}>
      {children}
    </Link>
  );
}

export function PartnerLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to={pagePaths.onePartner} params={{ partner: String(id) }}>
      {children}
    </Link>
  );
}

/** An act on it is proposed and waits for its second person. */
export function WaitsForApproval() {
  const { desk } = useDeskTexts();
  return (
    <span>
      {desk.waits} – <Link to={pagePaths.approvals}>{desk.toApprovals}</Link>
    </span>
  );
}
