/**
 * Partners: the companies whose applications create payments. The list is shared by the environments; everything else of a
 * partner is separate.
 */
import type { Tx } from '../base/database.ts';
import { lockNumber } from '../base/locks.ts';
import { sameText } from '../base/same-text.ts';

export interface Partner {
  id: bigint;
  name: string;
}

export type AddedPartner =
  | { outcome: 'added'; partner: Partner }
  /** There is one whose name a reader could not tell from it. */
  | { outcome: 'known'; partner: Partner };

/**
 * Adds a partner by hand, unless there is one of that name (however it is typed: src/base/same-text.ts). Must run inside a transaction:
 * those who add one wait for each other, also in the other environment, for the list is one.
 */
export async function addPartner(tx: Tx, name: string): Promise<AddedPartner> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockNumber('public', 'partner names')]);
  const { rows } = await tx.query<{ id: bigint; name: string }>(
    'select id, name from public.partners where id > 0 order by id',
  );
  const same = sameText(name);
  const known = rows.find((partner) => sameText(partner.name) === same);
  return known
    ? { outcome: 'known', partner: known }
    : { outcome: 'added', partner: await createPartner(tx, name.trim()) };
}

/** Makes a partner, whatever others are called. */
export async function createPartner(tx: Tx, name: string): Promise<Partner> {
  const { rows } = await tx.query<{ id: bigint }>('insert into public.partners (name) values ($1) returning id', [
    name,
  ]);
  return { id: rows[0]?.id as bigint, name };
}

/** The partner with this id; the operator (0) is none. */
export async function findPartner(tx: Tx, partnerId: bigint): Promise<Partner | undefined> {
  const { rows } = await tx.query<{ id: bigint; name: string }>(
    'select id, name from public.partners where id = $1 and id > 0',
    [partnerId],
  );
  return rows[0];
}

export async function findPartnerByName(tx: Tx, name: string): Promise<Partner | undefined> {
  const { rows } = await tx.query<{ id: bigint; name: string }>(
    'select id, name from public.partners where name = $1 and id > 0 order by id limit 1',
    [name],
  );
  return rows[0];
}
