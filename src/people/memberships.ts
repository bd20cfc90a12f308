/**
 * For whom people act, and as what. A partner always keeps an owner, the operator an approver: whoever is the last one can
 * neither be removed nor be given another role. With the right to invite, the open invitations made by it end.
 */
import type { Row, Tx } from '../base/database.ts';
import { type Withdrawn, withdrawInvitationsOf } from './invitations.ts';
import { lastingRole } from './roles.ts';
import type { PersonView, Role } from './views.ts';

interface PersonRow extends Row {
  id: bigint;
  name: string;
  email: string;
  role: Role;
  hasSecondFactor: boolean | null;
  since: Temporal.Instant;
  seenAt: Temporal.Instant | null;
}

/** Who belongs to a partner, by name. */
export async function listPeople(tx: Tx, partnerId: bigint): Promise<PersonView[]> {
  const { rows } = await tx.query<PersonRow>(
    `select p.id, p.name, p.email, m.role, p.second_factor_enabled as "hasSecondFactor", m.created_at as since,
       (select max(seen_at) from people_sessions s where s.person_id = p.id) as "seenAt"
     from memberships m join people p on p.id = m.person_id where m.partner_id = $1 order by lower(p.name), p.id`,
    [partnerId],
  );
  const second = { smallestUnit: 'second' } as const;
  return rows.map(({ id, name, email, role, hasSecondFactor, since, seenAt }) => ({
    id: Number(id),
    name,
    email,
    role,
    hasSecondFactor: hasSecondFactor === true,
    since: since.toString(second),
    ...(seenAt !== null && { lastSeenAt: seenAt.toString(second) }),
  }));
}

export type Change =
  | { outcome: 'changed'; email: string; before: Role; withdrawn: Withdrawn[] }
  | { outcome: 'no such person' }
  | { outcome: 'the last one'; role: Role }
  /** Removed or given another role while he was at it. */
  | { outcome: 'may not change' };

interface Changed {
  partnerId: bigint;
  personId: bigint;
  role: Role | undefined;
  /** Who changes it. */
  by: bigint;
}

/** Gives a person another role; takes the membership away where `role` is undefined. */
export async function changeMembership(tx: Tx, { partnerId, personId, role, by }: Changed): Promise<Change> {
  // All of them are locked, in one order: of two who remove each other, the second one finds himself removed, or the last.
  const { rows } = await tx.query<{ personId: bigint; role: Role; email: string } & Row>(
    `select m.person_id as "personId", m.role, p.email from memberships m join people p on p.id = m.person_id
     where m.partner_id = $1 order by m.person_id for update of m`,
    [partnerId],
  );
  const lasting = lastingRole(partnerId);
  if (rows.find((row) => row.personId === by)?.role !== lasting) return { outcome: 'may not change' };
  const person = rows.find((row) => row.personId === personId);
  if (!person) return { outcome: 'no such person' };
  const others = rows.filter((row) => row.personId !== personId && row.role === lasting);
  if (person.role === lasting && role !== lasting && others.length === 0) {
    return { outcome: 'the last one', role: lasting };
  }
  if (role === undefined) {
    await tx.query('delete from memberships where partner_id = $1 and person_id = $2', [partnerId, personId]);
  } else {
    await tx.query('update memberships set role = $3 where partner_id = $1 and person_id = $2', [
      partnerId,
      personId,
      role,
    ]);
  }
  const withdrawn = role === lasting ? [] : await withdrawInvitationsOf(tx, partnerId, personId);
  return { outcome: 'changed', email: person.email, before: person.role, withdrawn };
}
