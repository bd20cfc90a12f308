/**
 * Payment history (interface §4.4, open point `history-request`): newest first, stable under inserts, and complete up to
 * `asOf`, so that a partner who missed webhooks can reconcile in one loop.
 */
import type { Tx } from '../base/database.ts';
import { type Kind, kinds, type Status, statesOf } from './machine.ts';
import { isBill, type Payment } from './record.ts';
import { paymentColumns, paymentFromRow } from './store.ts';

export interface HistoryQuery {
  ids?: bigint[];
  identificationNumbers?: string[];
  status?: Status;
  type?: 'bill' | 'rent';
  userId?: string;
  createdFrom?: Temporal.Instant;
  createdTo?: Temporal.Instant;
  updatedFrom?: Temporal.Instant;
  limit: number;
  cursor?: HistoryCursor;
}

/** Where the next page begins, and as of when the first page was complete. */
export interface HistoryCursor {
  beforeId: bigint;
  asOf: Temporal.Instant;
}

export interface HistoryPage {
  payments: Payment[];
  nextCursor?: HistoryCursor;
  asOf: Temporal.Instant;
}

/** One page of a partner's payments. Filters combine with "and"; From is inclusive, To exclusive. */
export async function paymentHistory(tx: Tx, partnerId: bigint, query: HistoryQuery): Promise<HistoryPage> {
  // Taken by a statement of its own, before the page is read: whatever changed before it is committed, hence visible.
  const asOf = query.cursor?.asOf ?? (await completeUpTo(tx));
  const kindsOfType = query.type && kinds.filter((kind: Kind) => isBill(kind) === (query.type === 'bill'));
  const { rows } = await tx.query(
    `select ${paymentColumns} from payments p where p.partner_id = $1
       and ($2::bigint[] is null or p.id = any ($2)) and ($3::text[] is null or p.identification_number = any ($3))
       and ($4::text[] is null or p.state = any ($4)) and ($5::text[] is null or p.kind = any ($5))
       and ($6::text is null or p.user_id = $6) and ($7::timestamptz is null or p.created_at >= $7)
       and ($8::timestamptz is null or p.created_at < $8) and ($9::timestamptz is null or p.changed_at >= $9)
       and ($10::bigint is null or p.id < $10)
     order by p.id desc limit $11`,
    [
      partnerId,
      query.ids ?? null,
      query.identificationNumbers ?? null,
      query.status ? statesOf(query.status) : null,
      kindsOfType ?? null,
      query.userId ?? null,
      query.createdFrom?.toString() ?? null,
      query.createdTo?.toString() ?? null,
      query.updatedFrom?.toString() ?? null,
      query.cursor?.beforeId ?? null,
      query.limit + 1,
    ],
  );
  const payments = rows.slice(0, query.limit).map(paymentFromRow);
  const last = payments.at(-1);
  if (rows.length <= query.limit || !last) return { payments, asOf };
  return { payments, asOf, nextCursor: { beforeId: last.id, asOf } };
}

/**
 * The moment up to which every change is visible to the next statement. Changes are stamped while their transaction can
 * already be seen to run; so what is stamped before the oldest transaction still running, and before this one began,
 * belongs to a transaction that has ended.
 */
export async function completeUpTo(tx: Tx): Promise<Temporal.Instant> {
  const { rows } = await tx.query<{ as_of: Temporal.Instant }>(
    `select least(now(), min(xact_start)) + (select moved_by from sandbox_clock) as as_of from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start is not null and state <> 'idle'`,
  );
  return rows[0]?.as_of as Temporal.Instant;
}
