/**
 * The transfers of one payment: those that were its money, and those on hold that carry its number.
 */
import type { Tx } from '../../base/database.ts';
import { type HeldReason, heldReasons } from './decide.ts';

export interface PaymentTransfer {
  transferId: bigint;
  receivedAt: Temporal.Instant;
  state: 'matched' | 'held';
  heldReason: string | null;
  /** What the operator can do about one on hold. */
  advice: string | null;
  amountCents: bigint;
  senderName: string | null;
  senderEmail: string | null;
  /** Null where it is withheld from whoever asks. */
  description: string | null;
  /** The file that told of it; null for one that the sandbox played. */
  fileName: string | null;
  /** How it found its payment where that was later: by matching again, or by the operator's hand. */
  resolution: string | null;
  resolvedAt: Temporal.Instant | null;
}

/** The transfers matched to a payment, and those held that carry its number, oldest first. */
export async function transfersOf(
  tx: Tx,
  payment: { partnerId: bigint; id: bigint; identificationNumber: string },
): Promise<PaymentTransfer[]> {
  const { rows } = await tx.query(
    `select t.id, t.received_at, t.state, t.held_reason, t.amount_cents, t.sender_name, t.sender_email, t.description,
       t.resolution, t.resolved_at, f.name
     from (select * from interac_transfers where partner_id = $1 and payment_id = $2
           union all
           select * from interac_transfers where state = 'held' and numbers @> array[$3::text]
             and (played_by is null or played_by = $1)) t
     left join bank_files f on f.id = t.file_id
     order by t.received_at, t.id`,
    [payment.partnerId, payment.id, payment.identificationNumber],
  );
  return rows.map((row) => ({
    transferId: row.id as bigint,
    receivedAt: row.received_at as Temporal.Instant,
    state: row.state as PaymentTransfer['state'],
    heldReason: row.held_reason as string | null,
    advice: row.held_reason === null ? null : heldReasons[row.held_reason as HeldReason],
    amountCents: row.amount_cents as bigint,
    senderName: row.sender_name as string | null,
    senderEmail: row.sender_email as string | null,
    description: row.description as string,
    fileName: row.name as string | null,
    resolution: row.resolution as string | null,
    resolvedAt: row.resolved_at as Temporal.Instant | null,
  }));
}
