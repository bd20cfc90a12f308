/** Ways from a number to its page. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useTexts } from '../../base/language.tsx';

export function PaymentLink({ id }: { id: number }) {
  const { payment } = useTexts().bankFiles;
  return (
    <Link to={pagePaths.onePayment} params={{ paymentId: String(id) }}>
      {payment(id)}
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
  const { desk } = useTexts();
  return (
    <span>
      {desk.waits} – <Link to={pagePaths.approvals}>{desk.toApprovals}</Link>
    </span>
  );
}
