/**
 * Sessions as we see them: whose a request is, for how long, and how they end. better-auth makes them and knows their cookie;
 * what they may be used for is read here, anew for every request, so that whoever is removed is out at once.
 *
 *   made ──used within a day of the last time──▶ good ──a week after it was made──▶ over
 *     └────────── at rest for a day ──────────▶ over
 */
import type { Row, Tx } from '../base/database.ts';
import type { Visitor } from './door.ts';
import type { Me, Membership, Role, SessionView } from './views.ts';

const restHours = 24;

interface VisitorRow extends Row {
  personId: bigint;
  name: string;
  email: string;
  secondFactor: boolean;
  partnerIds: (bigint | string)[];
  roles: Role[];
}

/** Who a session belongs to; undefined where it is over. Notes, once a minute, that it was used. */
export async function visitorOf(tx: Tx, sessionId: bigint, address: string): Promise<Visitor | undefined> {
  const { rows } = await tx.query<VisitorRow>(
    `with rested as (
       delete from people_sessions where id = $1 and seen_at < now() - make_interval(hours => $2)
     ), seen as (
       update people_sessions set seen_at = now()
       where id = $1 and seen_at >= now() - make_interval(hours => $2) and seen_at < now() - interval '1 minute'
     )
     select p.id as "personId", p.name, p.email,
       coalesce(s.second_factor and p.second_factor_enabled, false) as "secondFactor",
       array(select partner_id from memberships where person_id = p.id order by partner_id) as "partnerIds",
       array(select role from memberships where person_id = p.id order by partner_id) as roles
     from people_sessions s join people p on p.id = s.person_id
     where s.id = $1 and s.seen_at >= now() - make_interval(hours => $2)`,
    [sessionId, restHours],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { personId, name, email, secondFactor, partnerIds, roles } = row;
  const memberships = new Map(partnerIds.map((id, index) => [BigInt(id), roles[index] as Role]));
  return { personId, sessionId, name, email, secondFactor, address, memberships };
}

/** What the pages are told of the one who is signed in. */
export async function describeVisitor(tx: Tx, visitor: Visitor): Promise<NonNullable<Me['person']> | undefined> {
  const { rows } = await tx.query<{ hasPassword: boolean; hasSecondFactor: boolean; endsAt: Temporal.Instant } & Row>(
    `select coalesce(p.second_factor_enabled, false) as "hasSecondFactor", s.expires_at as "endsAt",
       exists (select from people_passwords w where w.person_id = p.id and w.password is not null) as "hasPassword"
     from people_sessions s join people p on p.id = s.person_id where s.id = $1`,
    [visitor.sessionId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const named = await tx.query<{ partnerId: bigint; partnerName: string; role: Role }>(
    `select m.partner_id as "partnerId", p.name as "partnerName", m.role from memberships m
     join public.partners p on p.id = m.partner_id where m.person_id = $1 order by m.partner_id = 0 desc, p.name, p.id`,
    [visitor.personId],
  );
  const memberships: Membership[] = named.rows.map((each) => ({ ...each, partnerId: Number(each.partnerId) }));
  return {
    id: Number(visitor.personId),
    name: visitor.name,
    email: visitor.email,
    hasPassword: row.hasPassword,
    hasSecondFactor: row.hasSecondFactor,
    secondFactor: visitor.secondFactor,
    sessionEndsAt: row.endsAt.toString({ smallestUnit: 'second' }),
    memberships,
  };
}

interface SessionRow extends Row {
  id: bigint;
  secondFactor: boolean | null;
  createdAt: Temporal.Instant;
  seenAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  address: string | null;
  userAgent: string | null;
}

/** All sessions of a visitor that are good, the last used one first. */
export async function listSessions(tx: Tx, { personId, sessionId }: Visitor): Promise<SessionView[]> {
  const { rows } = await tx.query<SessionRow>(
    `select id, second_factor as "secondFactor", created_at as "createdAt", seen_at as "seenAt",
       expires_at as "expiresAt", address, user_agent as "userAgent"
     from people_sessions
     where person_id = $1 and expires_at > now() and seen_at >= now() - make_interval(hours => $2)
     order by seen_at desc, id desc limit 100`,
    [personId, restHours],
  );
  const second = { smallestUnit: 'second' } as const;
  return rows.map(({ id, secondFactor, createdAt, seenAt, expiresAt, address, userAgent }) => ({
    id: Number(id),
    current: id === sessionId,
    secondFactor: secondFactor === true,
    createdAt: createdAt.toString(second),
    lastSeenAt: seenAt.toString(second),
    expiresAt: expiresAt.toString(second),
    ...(address && { address }),
    ...(userAgent && { userAgent }),
  }));
}

/** Ends one session of a person, or all but one (`others`); answers how many ended. */
export async function endSessions(
  tx: Tx,
  personId: bigint,
  which: { id: bigint } | { othersThan: bigint } | { withoutSecondFactor: true } | { all: true },
): Promise<number> {
  const [condition, value] =
    'id' in which
      ? ['id = $2', which.id]
      : 'othersThan' in which
        ? ['id <> $2', which.othersThan]
        : 'withoutSecondFactor' in which
          ? ['second_factor is not true']
          : ['true'];
  const ended = await tx.query(
    `delete from people_sessions where person_id = $1 and ${condition}`,
    value === undefined ? [personId] : [personId, value],
  );
  return ended.rowCount ?? 0;
}

/** What a session showed counts for nothing once the second factor is gone, also where another one is set up later. */
export async function forgetSecondFactor(tx: Tx, personId: bigint): Promise<void> {
  await tx.query('update people_sessions set second_factor = false where person_id = $1', [personId]);
}

/** Whether this person was asked for a second factor when signing in. */
export async function hasSecondFactor(tx: Tx, personId: bigint): Promise<boolean> {
  const { rows } = await tx.query<{ enabled: boolean | null } & Row>(
    'select second_factor_enabled as enabled from people where id = $1',
    [personId],
  );
  return rows[0]?.enabled === true;
}

/** Keeps a code that opened something; false where it already had. */
export async function useCode(tx: Tx, personId: bigint, code: string): Promise<boolean> {
  const kept = await tx.query(
    'insert into people_used_codes (person_id, code) values ($1, $2) on conflict do nothing',
    [personId, code],
  );
  return kept.rowCount === 1;
}

/** Clears away what is over: sessions, links, codes. After every sign-in, for there is seldom much. */
export async function sweep(tx: Tx): Promise<void> {
  await tx.query(
    `with sessions as (
       delete from people_sessions where expires_at < now() or seen_at < now() - make_interval(hours => $1)
     ), verifications as (delete from people_verifications where expires_at < now())
     delete from people_used_codes where used_at < now() - interval '10 minutes'`,
    [restHours],
  );
}
