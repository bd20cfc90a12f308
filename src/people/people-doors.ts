/**
 * The doors behind which people are invited, given roles and removed: by an owner for his partner, by an approver for the operator and
 * for a partner's first owner (an agent who could make either would approve himself, or act as the partner).
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import * as word from '../../contract/schema.ts';
import type { Row } from '../base/database.ts';
import { type Answer, failure } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { bodyOf, cursorOf, idInPath, missing, Refusal, refuse, refuseField, shown } from './asked.ts';
import { addPersonRoute, operatorId, type PersonExchange, type PersonRoute } from './door.ts';
import { countGuesses, invitationKeys } from './guesses.ts';
import { invitationDays, invite, openInvitations, withdrawInvitation } from './invitations.ts';
import { linkAddress, linkPaths } from './link-tokens.ts';
import { invitationLetter } from './mail.ts';
import { changeMembership, listPeople } from './memberships.ts';
import { operatorRoles, partnerRoles } from './roles.ts';
import type { PeopleRoom } from './room.ts';
import { entriesOf, readTrail, trail } from './trail.ts';
import type { Done, Role } from './views.ts';

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
  return params.partner === undefined ? partnerId : idInPath({ params }, 'partner', 'partner');
}

const oneOf = (roles: readonly Role[]) => Type.Unsafe<Role>({ type: 'string', enum: [...roles] });
const personId = () => word.identifier({ 'x-accepted': 'must be the id of a person' });
const checkOwner = compileBody(Type.Object({ email: word.email() }));
const checkWithdrawal = compileBody(
  Type.Object({ id: word.identifier({ 'x-accepted': 'must be the id of an invitation' }) }),
);
const checkRemoval = compileBody(Type.Object({ personId: personId() }));

const checksWithRole = (roles: readonly Role[]) => ({
  invitation: compileBody(Type.Object({ email: word.email(), role: oneOf(roles) })),
  change: compileBody(Type.Object({ personId: personId(), role: oneOf(roles) })),
});
const [ofPartners, ofOperators] = [checksWithRole(partnerRoles), checksWithRole(operatorRoles)];
/** What is sent with a role: another one at a partner than at the operator. */
const checksAt = (partnerId: bigint) => (partnerId === operatorId ? ofOperators : ofPartners);

async function people({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  const { rowCount } = await database.query<Row>('select from public.partners where id = $1', [partnerId]);
  if (rowCount === 0) return missing('partner');
  return shown({
    people: await listPeople(database, partnerId),
    invitations: await openInvitations(database, partnerId),
  });
}

async function trailPage({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  return shown(await readTrail(database, exchange.partnerId, cursorOf(exchange)));
}

async function inviteToOwn(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const { partnerId } = exchange;
  return sendInvitation(room, exchange, partnerId, bodyOf(checksAt(partnerId).invitation, exchange));
}

async function inviteOwner(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  if (partnerId === operatorId) return missing('partner');
  const { email } = bodyOf<{ email: string }>(checkOwner, exchange);
  return sendInvitation(room, exchange, partnerId, { email, role: 'owner' });
}

async function sendInvitation(
  room: PeopleRoom,
  exchange: PersonExchange,
  partnerId: bigint,
  { email, role }: { email: string; role: Role },
): Promise<Answer> {
  const { post, publicUrl } = room.settings;
  if (!post.able) return refuse(400, 'Nobody can be invited: mails cannot be sent, for SMTP_URL is not set');
  const { visitor } = exchange;
  const wait = await countGuesses(room.database, invitationKeys(visitor.personId, email));
  if (wait !== undefined) {
    const why = `There were too many invitations: wait ${Math.ceil(wait / 60)} minutes`;
    throw new Refusal({ ...failure(429, why), retryAfterSeconds: wait });
  }
  const invited = await room.database.transaction(async (tx) => {
    const made = await invite(tx, { partnerId, email, role, invitedBy: visitor.personId });
    if (made.outcome === 'invited') {
      const subject = email.toLowerCase();
      const before = made.replaced && { before: { role: made.replaced } };
      const change = { partnerId, act: 'person invited', subject, ...before, after: { role } };
      await trail(tx, entriesOf(exchange.partnerId, visitor, change));
    }
    return made;
  });
  if (invited.outcome === 'no such partner') return missing('partner');
  if (invited.outcome === 'may not invite') return refuse(403, 'You may not invite here any more');
  if (invited.outcome === 'owners invite') return refuse(409, 'This partner has an owner: its owners invite');
  if (invited.outcome === 'belongs already') return refuseField('email', 'belongs to somebody who is here already');
  const link = linkAddress(publicUrl(), linkPaths.invitation, invited.token);
  const sent = await room.send(invitationLetter(email, link, nameOf(invited.partnerName, partnerId), invitationDays));
  if (!sent) {
    await room.database.transaction(async (tx) => {
      await withdrawInvitation(tx, partnerId, invited.id);
      const change = { partnerId, act: 'invitation withdrawn: not sent', subject: email.toLowerCase() };
      await trail(tx, entriesOf(exchange.partnerId, visitor, change));
    });
    return refuse(400, 'The mail could not be sent, so nobody is invited: the log of the service says why');
  }
  return shown({ invitationId: Number(invited.id), expiresAt: invited.expiresAt.toString({ smallestUnit: 'second' }) });
}

function nameOf(partnerName: string, partnerId: bigint): string {
  return partnerId === operatorId ? 'the operator / l’exploitant' : partnerName;
}

async function withdraw({ database }: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const partnerId = subjectOf(exchange);
  const { id } = bodyOf<{ id: number }>(checkWithdrawal, exchange);
  return database.transaction(async (tx) => {
    const withdrawn = await withdrawInvitation(tx, partnerId, BigInt(id));
    if (!withdrawn) return refuse(404, 'There is no open invitation like that here');
    const { email, role } = withdrawn;
    const change = { partnerId, act: 'invitation withdrawn', subject: email, before: { role } };
    await trail(tx, entriesOf(exchange.partnerId, exchange.visitor, change));
    return shown<Done>({ done: true });
  });
}

async function changeRole(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  return change(room, exchange, bodyOf(checksAt(exchange.partnerId).change, exchange));
}

async function remove(room: PeopleRoom, exchange: PersonExchange): Promise<Answer> {
  const { personId } = bodyOf<{ personId: number }>(checkRemoval, exchange);
  return change(room, exchange, { personId });
}

async function change(
  { database }: PeopleRoom,
  { partnerId, visitor }: PersonExchange,
  { personId, role }: { personId: number; role?: Role },
): Promise<Answer> {
  return database.transaction(async (tx) => {
    const changed = await changeMembership(tx, { partnerId, personId: BigInt(personId), role, by: visitor.personId });
    if (changed.outcome === 'may not change') return refuse(403, 'You may not change anybody here any more');
    if (changed.outcome === 'no such person') return refuse(404, 'There is nobody like that here');
    if (changed.outcome === 'the last one') {
      return refuse(400, `This is the last ${changed.role}: make somebody else ${changed.role} first`);
    }
    const entry = { partnerId, visitor, subject: changed.email, before: { role: changed.before } };
    await trail(tx, [
      role ? { ...entry, act: 'role changed', after: { role } } : { ...entry, act: 'person removed' },
      ...changed.withdrawn.flatMap((invitation) =>
        entriesOf(partnerId, visitor, {
          partnerId: invitation.partnerId,
          act: 'invitation withdrawn',
          subject: invitation.email,
          // Whose it was among the operator's people is none of a partner's business.
          before: { role: invitation.role, ...(invitation.partnerId === partnerId && { invitedBy: changed.email }) },
        }),
      ),
    ]);
    return shown<Done>({ done: true });
  });
}
