/**
 * Partners: the companies whose applications create payments. The list is shared by the environments; everything else of a
 * partner is separate.
 */
import type { Tx } from '../base/database.ts';

export interface Partner {
  id: bigint;
  name: string;
}

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
