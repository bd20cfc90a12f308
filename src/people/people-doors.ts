/**
 * The doors behind which people are invited, given roles and removed: by an owner for his partner, by an approver for the operator and
 * for a partner's first owner (an agent who could make either would approve himself, or act as the partner).
 */
import type { FastifyInstance } from 'fastify';
import type { Row } from '../base/database.ts';
import type { JsonValue } from '../base/json.ts';
import { type Answer, failure, ok } from '../http/answer.ts';
import { isEmail } from '../http/validation.ts';
import { addPersonRoute, idOf, operatorId, type PersonExchange, type PersonRoute } from './door.ts';
import { countGuesses, invitationKeys } from './guesses.ts';
import { invitationDays, invite, openInvitations, withdrawInvitation } from './invitations.ts';
import { linkAddress, linkPaths } from './link-tokens.ts';
import { invitationLetter } from './mail.ts';
import { changeMembership, listPeople } from './memberships.ts';
import { operatorRoles, partnerRoles, rolesAt } from './roles.ts';
import type { PeopleRoom } from './room.ts';
import { readTrail, trail } from './trail.ts';
import type { Role } from './views.ts';

type Handler = (room: PeopleRoom, exchange: PersonExchange) => Promise<Answer>;
type Door = [method: PersonRoute['method'], path: string, roles: readonly Role[], handler: Handler];

const owner: readonly Role[] = ['owner'];
const approver: readonly Role[] = ['approver'];
const partner = '/dashboard/data/:partnerId';
const operator = '/console/data';
const ofPartner = `${operator}/partners/:partner`;

const doors: readonly Door[] = [
  ['GET', `${partner}/people`, partnerRoles, people],
  ['POST', `${partner}/invitations`, owner, inviteToOwn],
  ['POST', `${partner}/invitations/withdraw`, owner, withdraw],
  ['POST', `${partner}/people/role`, owner, changeRole],
  ['POST', `${partner}/people/remove`, owner, remove],
  ['GET', `${partner}/trail`, owner, trailPage],
  ['GET', `${operator}/people`, operatorRoles, people],
  ['POST', `${operator}/invitations`, approver, inviteToOwn],
  ['POST', `${operator}/invitations/withdraw`, approver, withdraw],
  ['POST', `${operator}/people/role`, approver, changeRole],
  ['POST', `${operator}/people/remove`, approver, remove],
  ['GET', `${operator}/trail`, operatorRoles, trailPage],
  ['GET', `${ofPartner}/people`, operatorRoles, people],
  ['POST', `${ofPartner}/invitations`, approver, inviteOwner],
  ['POST', `${ofPartner}/invitations/withdraw`, approver, withdraw],
];

export function installPeopleDoors(app: FastifyInstance, room: PeopleRoom): void {
  for (const [method, path, roles, handler] of doors) {
    addPersonRoute(app, room, { method, path, roles, handle: (exchange) => handler(room, exchange) });
  }
}

/** Whose people it is about: the partner of the door, or the one that an operator named. */
function subjectOf({ partnerId, params }: PersonExchange): bigint {
  return params.partner === undefined ? partnerId : (idOf(params.partner) ?? -1n);
}

/** The members of a body. */
function fields({ body }: PersonExchange): Record<string, JsonValue | undefined> {
  return body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {};
}

function idIn(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : undefined;
}

const fault = (name: string, message: string) =>
  failure(400, 'Some fields of the request are not valid: see details', [{ path: [name], message }]);
const noPartner = failure(404, 'There is no such partner');
const noPerson = failure(404, 'There is nobody like that here');

async function people({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  const { rowCount } = await database.query<Row>('select from public.partners where id = $1', [partnerId]);
  if (rowCount === 0) return noPartner;
  return json({
    people: await listPeople(database, partnerId),
    invitations: await openInvitations(database, partnerId),
  });
}

async function trailPage({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const { cursor } = exchange.query;
  const from = idOf(cursor);
  if (cursor !== undefined && from === undefined) return fault('cursor', 'must be a nextCursor of an earlier answer');
  return json(await readTrail(database, exchange.partnerId, from));
}

async function inviteToOwn(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const { role } = fields(exchange);
  const roles = rolesAt(exchange.partnerId);
  const chosen = roles.find((each) => each === role);
  if (!chosen) return fault('role', `must be ${roles.map((each) => JSON.stringify(each)).join(' or ')}`);
  return sendInvitation(room, exchange, exchange.partnerId, chosen);
}

async function inviteOwner(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  return partnerId <= operatorId ? noPartner : sendInvitation(room, exchange, partnerId, 'owner');
}

async function sendInvitation(
  room: PeopleRoom,
  exchange: PersonExchange,
  partnerId: bigint,
  role: Role,
): Promise<Answer> {
  const { post, publicUrl } = room.settings;
  const { email } = fields(exchange);
  if (typeof email !== 'string' || !isEmail(email)) return fault('email', 'must be an e-mail address');
  if (!post.able) return failure(400, 'Nobody can be invited: mails cannot be sent, for SMTP_URL is not set');
  const { visitor } = exchange;
  const wait = await countGuesses(room.database, invitationKeys(visitor.personId, email));
  if (wait !== undefined) return failure(429, `There were too many invitations: wait ${Math.ceil(wait / 60)} minutes`);
  const invited = await room.database.transaction(async (tx) => {
    const made = await invite(tx, { partnerId, email, role, invitedBy: visitor.personId });
    if (made.outcome === 'invited') {
      const subject = email.toLowerCase();
      const before = made.replaced && { before: { role: made.replaced } };
      await trail(tx, { partnerId, visitor, act: 'person invited', subject, ...before, after: { role } });
    }
    return made;
  });
  if (invited.outcome === 'no such partner') return noPartner;
  if (invited.outcome === 'may not invite') return failure(403, 'You may not invite here any more');
  if (invited.outcome === 'belongs already') return fault('email', 'belongs to somebody who is here already');
  const link = linkAddress(publicUrl(), linkPaths.invitation, invited.token);
  const sent = await room.send(invitationLetter(email, link, nameOf(invited.partnerName, partnerId), invitationDays));
  if (!sent) {
    await room.database.transaction(async (tx) => {
      await withdrawInvitation(tx, partnerId, invited.id);
      await trail(tx, { partnerId, visitor, act: 'invitation withdrawn: not sent', subject: email.toLowerCase() });
    });
    return failure(400, 'The mail could not be sent, so nobody is invited: the log of the service says why');
  }
  return json({ invitationId: Number(invited.id), expiresAt: invited.expiresAt.toString({ smallestUnit: 'second' }) });
}

function nameOf(partnerName: string, partnerId: bigint): string {
  return partnerId === operatorId ? 'the operator / l’exploitant' : partnerName;
}

async function withdraw({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  const id = idIn(fields(exchange).id);
  if (id === undefined) return fault('id', 'must be the id of an invitation');
  return database.transaction(async (tx) => {
    const withdrawn = await withdrawInvitation(tx, partnerId, id);
    if (!withdrawn) return failure(404, 'There is no open invitation like that here');
    const { email, role } = withdrawn;
    const entry = { partnerId, visitor: exchange.visitor, act: 'invitation withdrawn', subject: email };
    await trail(tx, { ...entry, before: { role } });
    return json({ done: true });
  });
}

async function changeRole(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const { role } = fields(exchange);
  const roles = rolesAt(exchange.partnerId);
  const chosen = roles.find((each) => each === role);
  if (!chosen) return fault('role', `must be ${roles.map((each) => JSON.stringify(each)).join(' or ')}`);
  return change(room, exchange, chosen);
}

async function remove(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  return change(room, exchange, undefined);
}

async function change({ database }: PeopleRoom, exchange: PersonExchange, role: Role | undefined): Promise<Answer> {
  const { partnerId, visitor } = exchange;
  const personId = idIn(fields(exchange).personId);
  if (personId === undefined) return fault('personId', 'must be the id of a person');
  return database.transaction(async (tx) => {
    const changed = await changeMembership(tx, partnerId, personId, role);
    if (changed.outcome === 'no such person') return noPerson;
    if (changed.outcome === 'the last one') {
      return failure(400, `This is the last ${changed.role}: make somebody else ${changed.role} first`);
    }
    const entry = { partnerId, visitor, subject: changed.email, before: { role: changed.before } };
    await trail(tx, [
      role ? { ...entry, act: 'role changed', after: { role } } : { ...entry, act: 'person removed' },
      ...changed.withdrawn.map((invitation) => ({
        partnerId: invitation.partnerId,
        visitor,
        act: 'invitation withdrawn',
        subject: invitation.email,
        before: { role: invitation.role, invitedBy: changed.email },
      })),
    ]);
    return json({ done: true });
  });
}

/** Views are made of what JSON knows. */
function json(view: object): Answer {
  return ok(view as JsonValue);
}
