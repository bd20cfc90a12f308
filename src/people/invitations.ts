/**
 * Invitations: how anybody comes to be a person here. Accepting one makes the person where there is none, the membership, and a
 * one-time link with which the page signs in right away.
 *
 * The token is mailed (or shown to who sits at the terminal), never answered to the inviter: whoever holds it is taken for the
 * owner of the mailbox.
 */
import type { Row, Tx } from '../base/database.ts';
import { hashOfToken, makeLink, newLinkToken } from './link-tokens.ts';
import { lastingRole, operatorId } from './roles.ts';
import type { InvitationView, Role } from './views.ts';

export const invitationDays = 7;
/** How long the link is good that signs a new person in; the same request uses it. */
const firstLinkMinutes = 5;

export interface NewInvitation {
  partnerId: bigint;
  email: string;
  role: Role;
  /** Absent: somebody at a terminal. */
  invitedBy?: bigint;
}

export type Invitation =
  | {
      outcome: 'invited';
      id: bigint;
      token: string;
      expiresAt: Temporal.Instant;
      partnerName: string;
      /** The role of the open invitation that this one takes the place of. */
      replaced?: Role;
    }
  | { outcome: 'belongs already' }
  /** Removed or given another role while he was at it. */
  | { outcome: 'may not invite' }
  /** The operator brings in a partner's first owner, and nobody after that. */
  | { outcome: 'owners invite' }
  | { outcome: 'no such partner' };

/** Invites an address. An earlier invitation to it that is open is withdrawn: only the last mail counts. */
export async function invite(tx: Tx, { partnerId, email, role, invitedBy }: NewInvitation): Promise<Invitation> {
  // The partner's row is what two invitations of one address wait for: the unique key would make the second one fail. (A stronger
  // lock would hold up every payment that is created meanwhile: it points at this row.)
  const partner = await tx.query<{ name: string } & Row>(
    'select name from public.partners where id = $1 for no key update',
    [partnerId],
  );
  const partnerName = partner.rows[0]?.name;
  if (partnerName === undefined) return { outcome: 'no such partner' };
  if (invitedBy !== undefined && !(await mayInvite(tx, partnerId, invitedBy))) return { outcome: 'may not invite' };
  if (invitedBy !== undefined && (await onlyOwnersInvite(tx, partnerId, invitedBy)))
    return { outcome: 'owners invite' };
  const address = email.toLowerCase();
  const member = await tx.query(
    `select from memberships m join people p on p.id = m.person_id where m.partner_id = $1 and p.email = $2`,
    [partnerId, address],
  );
  if ((member.rowCount ?? 0) > 0) return { outcome: 'belongs already' };
  const open = await tx.query<{ role: Role } & Row>(
    `update invitations set withdrawn_at = now()
     where partner_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null returning role`,
    [partnerId, address],
  );
  const replaced = open.rows[0]?.role;
  const token = newLinkToken();
  const { rows } = await tx.query<{ id: bigint; expiresAt: Temporal.Instant } & Row>(
    `insert into invitations (partner_id, email, role, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id, expires_at as "expiresAt"`,
    [partnerId, address, role, hashOfToken(token), invitedBy ?? null, invitationDays],
  );
  const { id, expiresAt } = rows[0] as { id: bigint; expiresAt: Temporal.Instant };
  return { outcome: 'invited', id, token, expiresAt, partnerName, ...(replaced !== undefined && { replaced }) };
}

/**
 * Whether a person may invite there, held until the transaction ends: a removal at the same moment either comes after this
 * invitation, and withdraws it, or before, and there is none.
 */
async function mayInvite(tx: Tx, partnerId: bigint, personId: bigint): Promise<boolean> {
  const { rows } = await tx.query<{ partnerId: bigint; role: Role } & Row>(
    `select partner_id as "partnerId", role from memberships
     where person_id = $1 and partner_id = any ($2::bigint[]) order by partner_id for share`,
    [personId, [operatorId, partnerId]],
  );
  return rows.some((membership) => membership.role === lastingRole(membership.partnerId));
}

/** Whether a partner has an owner, and a person is none: then he brings in nobody there (any more), whatever he is at the operator. */
async function onlyOwnersInvite(tx: Tx, partnerId: bigint, personId: bigint): Promise<boolean> {
  const { rows } = await tx.query<{ personId: bigint } & Row>(
    `select person_id as "personId" from memberships where partner_id = $1 and role = 'owner'`,
    [partnerId],
  );
  return rows.length > 0 && !rows.some((owner) => owner.personId === personId);
}

export type Acceptance =
  | {
      outcome: 'accepted';
      partnerId: bigint;
      role: Role;
      person: { personId: bigint; email: string };
      /** Signs a new person in; somebody known is signed in already. */
      linkToken?: string;
    }
  /** The address belongs to somebody: an invitation alone must not open that person's account. */
  | { outcome: 'sign in first' }
  | { outcome: 'name missing' }
  | { outcome: 'gone' };

interface InvitationRow extends Row {
  partnerId: bigint;
  id: bigint;
  email: string;
  role: Role;
}

/** Accepts an invitation: a new person gives a name and gets a link; somebody known must be signed in (`signedInAs`). */
export async function accept(
  tx: Tx,
  token: string,
  name: string | undefined,
  signedInAs: bigint | undefined,
): Promise<Acceptance> {
  const { rows } = await tx.query<InvitationRow & { invitedBy: bigint | null }>(
    `select partner_id as "partnerId", id, email, role, invited_by as "invitedBy" from invitations
     where token_hash = $1 and accepted_at is null and withdrawn_at is null and expires_at > now() for update`,
    [hashOfToken(token)],
  );
  const invitation = rows[0];
  if (!invitation) return { outcome: 'gone' };
  const { partnerId, id, email, role, invitedBy } = invitation;
  // A first owner came another way meanwhile.
  if (invitedBy !== null && (await onlyOwnersInvite(tx, partnerId, invitedBy))) return { outcome: 'gone' };
  const known = await personByEmail(tx, email);
  if (known !== undefined && known !== signedInAs) return { outcome: 'sign in first' };
  if (known === undefined && name === undefined) return { outcome: 'name missing' };
  const personId = known ?? (await newPerson(tx, email, name as string));
  // Made by two invitations at a time: the other one has this address now.
  if (personId === undefined) return { outcome: 'sign in first' };
  await tx.query(
    'insert into memberships (partner_id, person_id, role) values ($1, $2, $3) on conflict (partner_id, person_id) do nothing',
    [partnerId, personId, role],
  );
  await tx.query('update invitations set accepted_by = $3, accepted_at = now() where partner_id = $1 and id = $2', [
    partnerId,
    id,
    personId,
  ]);
  const accepted = { outcome: 'accepted' as const, partnerId, role, person: { personId, email } };
  return known === undefined ? { ...accepted, linkToken: await makeLink(tx, personId, firstLinkMinutes) } : accepted;
}

/** The person with this address, compared without case. */
export async function personByEmail(tx: Tx, email: string): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ id: bigint } & Row>('select id from people where email = $1', [
    email.toLowerCase(),
  ]);
  return rows[0]?.id;
}

/** Makes a person; undefined where somebody has this address. Who got our mail there has proved it. */
export async function newPerson(tx: Tx, email: string, name: string): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ id: bigint } & Row>(
    'insert into people (name, email, email_verified) values ($2, $1, true) on conflict (email) do nothing returning id',
    [email.toLowerCase(), name],
  );
  return rows[0]?.id;
}

/** Gives a person another name; answers the one before. */
export async function renamePerson(tx: Tx, personId: bigint, name: string): Promise<string> {
  const { rows } = await tx.query<{ name: string } & Row>('select name from people where id = $1 for no key update', [
    personId,
  ]);
  await tx.query('update people set name = $2, updated_at = now() where id = $1', [personId, name]);
  return rows[0]?.name ?? '';
}

/** Withdraws an open invitation of a partner; answers its address, undefined where there is none. */
export async function withdrawInvitation(
  tx: Tx,
  partnerId: bigint,
  id: bigint,
): Promise<{ email: string; role: Role } | undefined> {
  const { rows } = await tx.query<{ email: string; role: Role } & Row>(
    `update invitations set withdrawn_at = now()
     where partner_id = $1 and id = $2 and accepted_at is null and withdrawn_at is null returning email, role`,
    [partnerId, id],
  );
  return rows[0];
}

/** An invitation that came to its end with the one who made it. */
export interface Withdrawn {
  partnerId: bigint;
  email: string;
  role: Role;
}

/**
 * Withdraws the open invitations that a person made there and may not make any more: otherwise whoever is removed comes back through
 * one of his own. Those of an operator are everywhere, but where he is an owner himself.
 */
export async function withdrawInvitationsOf(tx: Tx, partnerId: bigint, personId: bigint): Promise<Withdrawn[]> {
  const { rows } = await tx.query<Withdrawn & Row>(
    `update invitations i set withdrawn_at = now()
     where i.invited_by = $2 and i.accepted_at is null and i.withdrawn_at is null and (i.partner_id = $1
       or $1 = $3 and not exists (
         select from memberships m where m.partner_id = i.partner_id and m.person_id = $2 and m.role = 'owner'))
     returning i.partner_id as "partnerId", i.email, i.role`,
    [partnerId, personId, operatorId],
  );
  return rows;
}

interface OpenRow extends InvitationRow {
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  invitedBy: string | null;
}

/** The invitations of a partner that can still be accepted. */
export async function openInvitations(tx: Tx, partnerId: bigint): Promise<InvitationView[]> {
  const { rows } = await tx.query<OpenRow>(
    `select i.id, i.email, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt", p.email as "invitedBy"
     from invitations i left join people p on p.id = i.invited_by
     where i.partner_id = $1 and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
     order by i.id`,
    [partnerId],
  );
  const second = { smallestUnit: 'second' } as const;
  return rows.map(({ id, email, role, createdAt, expiresAt, invitedBy }) => ({
    id: Number(id),
    email,
    role,
    createdAt: createdAt.toString(second),
    expiresAt: expiresAt.toString(second),
    ...(invitedBy !== null && { invitedBy }),
  }));
}
