/**
 * The list of a partner's payments as people look through it: filtered, searched, newest first, page by page.
 *
 *   id, number ────────▶ an index leads there, however long ago               (one row)
 *   e-mail address ────▶ an index leads to its payments: these are read backwards, `readMax` for a page
 *   days of creation ──▶ the ids between, by halving: ids and times of creation rise together
 *   anything else ─────▶ all payments are read backwards, `readMax` for a page; the answer says how far it looked
 *
 * Each further index would be paid for by every creation (3 – 8 µs); reading so many rows costs a person a few milliseconds.
 */
import { textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
import { type Kind, type Status, statesOf } from './machine.ts';
import type { Payment } from './record.ts';
import { paymentColumns, paymentFromRow } from './store.ts';
import { userIdOf } from './user-id.ts';

export interface PaymentSearch {
  status?: Status;
  kinds?: readonly Kind[];
  /** From inclusive, To exclusive. */
  createdFrom?: Temporal.Instant;
  createdTo?: Temporal.Instant;
  text?: string;
  /** Exact names of payees that `text` may mean as well, however it is written. */
  payeeNames?: readonly string[];
  /** Only payments before this one. */
  before?: bigint;
  limit: number;
}

export type ChangedPayment = Payment & { changedAt: Temporal.Instant };

export interface PaymentsFound {
  payments: ChangedPayment[];
  /** Where the next page begins: behind the last payment found, or behind the last one that was read. Absent: that was all. */
  nextBefore?: bigint;
  /** Present where fewer were found than asked for and there is more to read: when the last payment read was created. */
  readBackTo?: Temporal.Instant;
}

/** At most so many payments are read for one page, however few of them fit. */
export const readMax = 10_000;

const columns = `${paymentColumns}, p.changed_at`;

/** One page. `tx` needs no transaction: ids do not change, and what was created since stands before the first page. */
export async function searchPayments(tx: Tx, partnerId: bigint, search: PaymentSearch): Promise<PaymentsFound> {
  const bounds = await idsBetween(tx, partnerId, search);
  const text = search.text?.trim() ?? '';
  const meant = exactly(text);
  if (meant) {
    const rows = await pageOf(tx, partnerId, search, bounds, meant.from, meant);
    if (rows.length > 0) return { payments: rows.map(changedPayment) };
  }
  const address = /^\S+@[^\s@]+$/.test(text) && (await ofAddress(tx, partnerId, search, bounds, text));
  return address || readThrough(tx, partnerId, search, bounds, text);
}

/** Where payments are read from, backwards, `max` of them at most, and what is asked of them beside the filters. */
interface Reading {
  max: number;
  /** Payments as `p`, newest first; `part` says which of them. */
  from(part: string): string;
  /** Of `from`; they begin at $9. */
  values?: unknown[];
  /** Begins at $9 too: of the two, only one has values. */
  condition?: Condition;
}

interface Condition {
  condition: string;
  values: unknown[];
}

/** A page of what is read. Where it is not full, the next one goes on behind the last payment that was read. */
async function read(
  tx: Tx,
  partnerId: bigint,
  search: PaymentSearch,
  bounds: IdBounds,
  { max, from, values = [], condition }: Reading,
): Promise<PaymentsFound> {
  const source = condition ?? { condition: '', values };
  const rows = await pageOf(tx, partnerId, search, bounds, from(`limit ${max}`), source);
  const payments = rows.slice(0, search.limit).map(changedPayment);
  if (rows.length > search.limit) return { payments, nextBefore: (payments.at(-1) as ChangedPayment).id };
  // Whatever was read has been found: that was all.
  if (max <= search.limit + 1) return { payments };
  const last = from(`offset ${max - 1} limit 1`);
  const [edge] = await pageOf(tx, partnerId, { limit: 0 }, bounds, last, { condition: '', values });
  if (!edge) return { payments };
  const { id, createdAt } = changedPayment(edge);
  return { payments, nextBefore: id, readBackTo: createdAt };
}

/** Payments backwards, `readMax` of them, and those that fit. A number may be an id: that payment stands first, however old. */
async function readThrough(
  tx: Tx,
  partnerId: bigint,
  search: PaymentSearch,
  bounds: IdBounds,
  text: string,
): Promise<PaymentsFound> {
  const id = /^\d{1,18}$/.exec(text)?.[0];
  const condition = `and (lower(${textOfPayment} collate pg_c_utf8) like lower($9 collate pg_c_utf8) or p.payee_name = any ($10::text[]))
    and p.id is distinct from $11::bigint`;
  const written = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const found = await read(tx, partnerId, search, bounds, {
    max: readMax,
    from: (
      part,
    ) => `(select * from payments p where p.partner_id = $1 and ${between('p.id')} ${failedOnly(search.status)}
                      order by p.id desc ${part}) p`,
    ...(text !== '' && {
      condition: { condition, values: [written, textArray(search.payeeNames ?? []), id ?? null] },
    }),
  });
  if (id === undefined || search.before !== undefined) return found;
  const meant = { condition: 'and p.id = $9::bigint', values: [id] };
  const [named] = await pageOf(tx, partnerId, search, bounds, 'payments p', meant);
  if (!named) return found;
  const payments = [changedPayment(named), ...found.payments.slice(0, search.limit - 1)];
  const left = found.payments[search.limit - 1];
  // The next page begins with the one that had to make room.
  return left ? { payments, nextBefore: left.id + 1n } : { ...found, payments };
}

/**
 * What is looked through, as one text in one fast collation: half the time of four comparisons. PostgreSQL lower-cases both sides:
 * what is lower case of Σ or İ, others see otherwise.
 */
const textOfPayment = `(p.user_name || ' ' || p.user_email || ' ' || coalesce(p.payee_name || ' ' || p.account_number, ''))`;

/**
 * The payments of an e-mail address: those created under it (`userId` stays what it was), and those that were given it later.
 * Undefined where there are none, whatever the filters: then it may be a part of an address.
 *
 *   created under it ── (user_id, id), backwards ──┐
 *   given it later ──── corrections, backwards ────┴▶ merged ─▶ filters ─▶ a page          `max` of each at most
 */
async function ofAddress(
  tx: Tx,
  partnerId: bigint,
  search: PaymentSearch,
  bounds: IdBounds,
  address: string,
): Promise<PaymentsFound | undefined> {
  const filtered = search.status || search.kinds || search.createdFrom || search.createdTo;
  const max = filtered ? readMax : search.limit + 1;
  const values = [userIdOf(partnerId, address), address];
  const found = await read(tx, partnerId, search, bounds, {
    max,
    values,
    // A user id is one partner's alone. Asked for with the partner, the primary key would seem good too, and be read from its end.
    from: (part) => `(
      (select * from payments where user_id = $9 and ${between('id')} order by id desc limit ${max})
      union all
      select p.* from (
        select distinct payment_id from payment_corrections
        where partner_id = $1 and field = 'user_email' and lower(after) = lower($10) and ${between('payment_id')}
        order by payment_id desc limit ${max}
      ) c cross join lateral (
        select * from payments where partner_id = $1 and id = c.payment_id and user_id <> $9 offset 0
      ) p order by id desc ${part}) p`,
  });
  if (found.payments.length > 0 || found.nextBefore !== undefined) return found;
  const { rows } = await tx.query(
    `select where exists (select from payments where user_id = $2 and partner_id = $1)
       or exists (select from payment_corrections where partner_id = $1 and field = 'user_email' and lower(after) = lower($3))`,
    [partnerId, ...values],
  );
  return rows.length > 0 ? found : undefined;
}

const between = (id: string) => `($2::bigint is null or ${id} >= $2) and ($3::bigint is null or ${id} < $3)`;

/** At most one row more than asked for, newest first: those of `from` that all filters and the condition let through. */
async function pageOf(
  tx: Tx,
  partnerId: bigint,
  { status, kinds, createdFrom, createdTo, limit }: PaymentSearch,
  bounds: IdBounds,
  from: string,
  { condition, values }: Condition,
): Promise<Row[]> {
  const { rows } = await tx.query(
    `select ${columns} from ${from}
     where p.partner_id = $1 and ${between('p.id')}
       and ($4::text[] is null or p.state = any ($4)) and ($5::text[] is null or p.kind = any ($5))
       and ($6::timestamptz is null or p.created_at >= $6) and ($7::timestamptz is null or p.created_at < $7)
       ${condition}
     order by p.id desc limit $8`,
    [
      partnerId,
      bounds.from ?? null,
      bounds.to ?? null,
      status ? textArray(statesOf(status)) : null,
      kinds ? textArray(kinds) : null,
      createdFrom?.toString() ?? null,
      createdTo?.toString() ?? null,
      limit + 1,
      ...values,
    ],
  );
  return rows;
}

function changedPayment(row: Row): ChangedPayment {
  return { ...paymentFromRow(row), changedAt: row.changed_at as Temporal.Instant };
}

/** Failed payments are few among many, and have an index of their own. Written out, as its condition is. */
function failedOnly(status: Status | undefined): string {
  return status === 'failed' ? `and p.state in ('uncollected', 'recollecting', 'rejected', 'resettling')` : '';
}

/** The one payment that a text means by itself: an identification number, or `#` and an id. */
function exactly(text: string): (Condition & { from: string }) | undefined {
  const number = text.replace(/[\s-]/g, '');
  if (/^[1-9]\d{11}$/.test(number)) {
    return { from: 'payments p', condition: 'and p.identification_number = $9', values: [number] };
  }
  const id = /^#(\d{1,18})$/.exec(text)?.[1];
  return id === undefined ? undefined : { from: 'payments p', condition: 'and p.id = $9::bigint', values: [id] };
}

export interface IdBounds {
  /** Inclusive. */
  from: bigint | undefined;
  /** Exclusive. */
  to: bigint | undefined;
}

/** So far apart may the clocks of two processes be: ids and times of creation rise together only by and large. */
const clocksApartSeconds = 3600;

/** Between which ids everything lies that was created in a time; a little more, never less. */
export async function idsBetween(
  tx: Tx,
  partnerId: bigint,
  { createdFrom, createdTo, before }: Pick<PaymentSearch, 'createdFrom' | 'createdTo' | 'before'>,
): Promise<IdBounds> {
  const apart = { seconds: clocksApartSeconds };
  const from = createdFrom && (await firstIdSince(tx, partnerId, createdFrom.subtract(apart)));
  const to = createdTo && (await firstIdSince(tx, partnerId, createdTo.add(apart)));
  return { from, to: before === undefined || (to !== undefined && to < before) ? to : before };
}

/**
 * The first id of a partner from which on payments were created at `since` or later, found by halving between the smallest
 * and the largest: some twenty looks at the primary key in one statement. Behind the largest where there is none.
 */
async function firstIdSince(tx: Tx, partnerId: bigint, since: Temporal.Instant): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `with recursive search (low, high) as (
       select min(id), max(id) + 1 from payments where partner_id = $1
       union all
       select case when found.created_at < $2 then found.id + 1 else s.low end,
              case when found.created_at < $2 then s.high else s.low + (s.high - s.low) / 2 end
       from search s cross join lateral (
         select p.id, p.created_at from payments p where p.partner_id = $1 and p.id >= s.low + (s.high - s.low) / 2
         order by p.id limit 1
       ) found
       where s.low < s.high
     ) select coalesce(min(low), 1) as id from search where low >= high`,
    [partnerId, since.toString()],
  );
  return rows[0]?.id as bigint;
}

export async function findChangedPayment(
  tx: Tx,
  partnerId: bigint,
  paymentId: bigint,
): Promise<ChangedPayment | undefined> {
  const { rows } = await tx.query(`select ${columns} from payments p where p.partner_id = $1 and p.id = $2`, [
    partnerId,
    paymentId,
  ]);
  return rows[0] && changedPayment(rows[0]);
}

/** Payments that changed since a moment, the latest change first. */
export async function changedSince(
  tx: Tx,
  partnerId: bigint,
  since: Temporal.Instant,
  limit: number,
): Promise<ChangedPayment[]> {
  const { rows } = await tx.query(
    // The condition of the index, said aloud.
    `select ${columns} from payments p
     where p.partner_id = $1 and p.changed_at >= $2 and p.changed_at > '-infinity' order by p.changed_at desc limit $3`,
    [partnerId, since.toString(), limit],
  );
  return rows.map(changedPayment);
}
