/**
 * A partner's payments in figures: by day of creation (Toronto), status and way of paying, and how long they took to complete.
 */
import { instantArray } from '../base/binary-arrays.ts';
import { timeZone } from '../base/calendar.ts';
import type { Row, Tx } from '../base/database.ts';
import { type Kind, kinds, type State, type Status, statusOf } from './machine.ts';
import { idsBetween } from './search.ts';

export interface Figure {
  day: Temporal.PlainDate;
  kind: Kind;
  status: Status;
  count: number;
  amountCents: bigint;
}

export interface CompletionTime {
  /** Undefined: of all kinds together. */
  kind: Kind | undefined;
  count: number;
  medianSeconds: number;
  p95Seconds: number;
}

export interface PaymentTotals {
  /** One row for each day, kind and status of which there are payments. */
  figures: Figure[];
  completion: CompletionTime[];
}

/** So many completed payments of a kind say how long they take; of more, every second, fourth, eighth… is looked at. */
const sampleMax = 50_000;

/**
 * The totals of what was created on `days` days from `from` on (Toronto). Counts and amounts are exact. Times to completion are
 * of a sample where there are very many: sorting a million of them would take longer than all the rest.
 */
export async function paymentTotals(
  tx: Tx,
  partnerId: bigint,
  from: Temporal.PlainDate,
  days: number,
): Promise<PaymentTotals> {
  const begins = Array.from({ length: days + 1 }, (_, day) =>
    from.add({ days: day }).toZonedDateTime(timeZone).toInstant(),
  );
  const [createdFrom, createdTo] = [begins[0], begins[days]] as [Temporal.Instant, Temporal.Instant];
  const ids = await idsBetween(tx, partnerId, { createdFrom, createdTo });
  const values = [partnerId, ids.from, ids.to, createdFrom.toString(), createdTo.toString()];
  // A day by its place among the days: half the time of asking the calendar for each payment.
  const { rows } = await tx.query<FigureRow>(
    `select width_bucket(created_at, $6::timestamptz[]) as day, kind, state, count(*)::integer as count,
       count(completed_at)::integer as completed, sum(amount_cents)::bigint as amount_cents
     from ${chosen} group by 1, 2, 3`,
    [...values, instantArray(begins)],
  );
  return {
    figures: rows.map((row) => ({
      day: from.add({ days: row.day - 1 }),
      kind: row.kind,
      status: statusOf[row.state],
      count: row.count,
      amountCents: row.amount_cents,
    })),
    completion: await completionTimes(tx, values, rows),
  };
}

const chosen = `payments where partner_id = $1 and id >= $2 and id < $3 and created_at >= $4 and created_at < $5`;

interface FigureRow extends Row {
  day: number;
  kind: Kind;
  state: Exclude<State, 'none'>;
  count: number;
  completed: number;
  amount_cents: bigint;
}

async function completionTimes(tx: Tx, values: unknown[], figures: readonly FigureRow[]): Promise<CompletionTime[]> {
  const completed = new Map<Kind | undefined, number>();
  for (const { kind, completed: count } of figures) {
    for (const each of [kind, undefined]) completed.set(each, (completed.get(each) ?? 0) + count);
  }
  // Bits of the id's hash that must be zero. Whoever is in the sample of all is in that of the kind.
  const mask = (kind?: Kind) => 2 ** Math.max(0, Math.ceil(Math.log2((completed.get(kind) ?? 0) / sampleMax))) - 1;
  const masks = kinds.map((kind) => `when '${kind}' then ${mask(kind)}`).join(' ');
  const percentiles = 'percentile_cont(array[0.5, 0.95]) within group (order by seconds)';
  const { rows } = await tx.query<{ kind: Kind | null; seconds: [median: number, p95: number] } & Row>(
    `select kind, case when kind is null then ${percentiles} filter (where hash & ${mask()} = 0) else ${percentiles} end as seconds
     from (select kind, hashint8(id) as hash, extract(epoch from completed_at - created_at)::double precision as seconds
           from ${chosen} and completed_at is not null and hashint8(id) & case kind ${masks} end = 0) c
     group by grouping sets ((kind), ()) having count(*) > 0`,
    values,
  );
  return rows.map(({ kind, seconds: [medianSeconds, p95Seconds] }) => ({
    kind: kind ?? undefined,
    count: completed.get(kind ?? undefined) ?? 0,
    medianSeconds,
    p95Seconds,
  }));
}
