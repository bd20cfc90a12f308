/**
 * The doors of /auth that are ours alone: who am I, one's name, a first password, asking for a link, accepting an invitation, one's
 * sessions.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFilled } from '../../contract/schema.ts';
import type { JsonBody } from '../http/json-body.ts';
import { isEmail, isStorableText } from '../http/validation.ts';
import { type Acceptance, accept, personByEmail, renamePerson } from './invitations.ts';
import { linkAddress, linkPaths, makeLink } from './link-tokens.ts';
import { signInLetter } from './mail.ts';
import { addAuthRoute, note, notTooMany, setCookies, textsOf, tooMany } from './mount.ts';
import { codeOf, refuse } from './refusals.ts';
import { type PeopleRoom, webHeaders } from './room.ts';
import { describeVisitor, endSessions, listSessions } from './sessions.ts';
import { trail, trailOfPerson } from './trail.ts';
import type { Accepted, Done, Me, Sessions } from './views.ts';

const linkMinutes = 30;
const nameCharactersMax = 100;
/** PostgreSQL's code of it. */
const uniqueViolation = '23505';
const done: Done = { done: true };

export function installOwnDoors(app: FastifyInstance, room: PeopleRoom): void {
  app.get('/auth/me', (request, reply) => me(room, request, reply));
  app.get('/auth/sessions', (request, reply) => sessions(room, request, reply));
  addAuthRoute(app, room, '/name', (request, reply) => changeName(room, request, reply));
  addAuthRoute(app, room, '/set-password', (request, reply) => setPassword(room, request, reply));
  addAuthRoute(app, room, '/request-link', (request, reply) => requestLink(room, request, reply));
  addAuthRoute(app, room, '/accept-invitation', (request, reply) => acceptInvitation(room, request, reply));
  addAuthRoute(app, room, '/sessions/end', (request, reply) => endSession(room, request, reply));
}

/** Answers 200 also to who is not signed in: the sign-in page asks first of all. */
async function me(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { environment, post } = room.settings;
  const visitor = await room.findVisitor(request);
  const person = visitor && (await describeVisitor(room.database, visitor));
  const answer: Me = { environment, mail: post.able, ...(person && { person }) };
  return reply.header('cache-control', 'no-store').send(answer);
}

async function sessions(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const visitor = await room.findVisitor(request);
  if (!visitor) return refuse(reply, 'sign-in-first');
  const answer: Sessions = { sessions: await listSessions(room.database, visitor) };
  return reply.send(answer);
}

async function endSession(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await room.findVisitor(request);
  if (!visitor) return refuse(reply, 'sign-in-first');
  const { id, others } = ((request.body as JsonBody | undefined)?.value ?? {}) as { id?: unknown; others?: unknown };
  const which =
    others === true ? { othersThan: visitor.sessionId } : Number.isSafeInteger(id) && { id: BigInt(id as number) };
  if (!which)
    return refuse(reply, 'refused', { error: 'Say which: {"id": 12}, or {"others": true} for all but this one' });
  await room.database.transaction(async (tx) => {
    const ended = await endSessions(tx, visitor.personId, which);
    if (ended > 0) await trailOfPerson(tx, visitor.personId, { act: 'session ended', address: request.ip });
  });
  return reply.send(done);
}

/** A name as somebody gives it, without the space around it; undefined where it is none. */
function nameFrom(text: string | undefined): string | undefined {
  const name = text?.trim() ?? '';
  return isFilled(name) && name.length <= nameCharactersMax && isStorableText(name) ? name : undefined;
}

async function changeName(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await room.findVisitor(request);
  if (!visitor) return refuse(reply, 'sign-in-first');
  const name = nameFrom(textsOf(request, ['name'])?.name);
  if (name === undefined) return refuse(reply, 'name-missing');
  await room.database.transaction(async (tx) => {
    const before = await renamePerson(tx, visitor.personId, name);
    if (before === name) return;
    const change = { act: 'name changed', before: { name: before }, after: { name } };
    await trailOfPerson(tx, visitor.personId, { ...change, address: request.ip });
  });
  return reply.send(done);
}

async function setPassword(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = textsOf(request, ['newPassword']);
  if (!body) return refuse(reply, 'refused', { error: 'The body must have newPassword, a text' });
  const visitor = await room.findVisitor(request);
  if (!visitor) return refuse(reply, 'sign-in-first');
  const { api } = await room.signIn();
  const newPassword = body.newPassword as string;
  const given = { body: { newPassword }, headers: webHeaders(request), asResponse: true } as const;
  const answer = await api.setPassword(given).catch((error: { code?: string }) => {
    if (error.code === uniqueViolation) return undefined;
    throw error;
  });
  // Set by another click just now: neither found one, and the table keeps one.
  if (!answer) return refuse(reply, 'password-already-set');
  if (!answer.ok) {
    const { code } = ((await answer.json().catch(() => null)) ?? {}) as { code?: string };
    return refuse(reply, codeOf(code));
  }
  await note(room, request, 'password set', visitor.personId);
  return reply.send(done);
}

/** The same answer at the same time, whether anybody has this address: all else happens behind it. */
async function requestLink(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const email = textsOf(request, ['email'])?.email;
  if (email === undefined || !isEmail(email)) {
    return refuse(reply, 'refused', { error: 'The body must have email, an e-mail address' });
  }
  const { post, publicUrl } = room.settings;
  if (!post.able) return refuse(reply, 'no-mail');
  const wait = await tooMany(room, request, '/request-link', email);
  if (wait !== undefined) return refuse(reply, 'too-many-tries', { retryAfterSeconds: wait });
  room.behind(async () => {
    const personId = await personByEmail(room.database, email);
    if (personId === undefined) return;
    const token = await makeLink(room.database, personId, linkMinutes);
    await room.send(signInLetter(email.toLowerCase(), linkAddress(publicUrl(), linkPaths.signIn, token), linkMinutes));
  });
  return reply.send(done);
}

async function acceptInvitation(room: PeopleRoom, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = textsOf(request, ['token'])?.token;
  if (token === undefined) return refuse(reply, 'refused', { error: 'The body must have token, a text' });
  const wait = await tooMany(room, request, '/accept-invitation');
  if (wait !== undefined) return refuse(reply, 'too-many-tries', { retryAfterSeconds: wait });
  const given = textsOf(request, ['name'])?.name ?? '';
  const name = nameFrom(given);
  if (name === undefined && given.trim() !== '') return refuse(reply, 'name-missing');
  const visitor = await room.findVisitor(request);
  const accepted = await room.database.transaction(async (tx) => {
    const outcome = await accept(tx, token, name, visitor?.personId);
    if (outcome.outcome !== 'accepted') return outcome;
    const { partnerId, person, role } = outcome;
    await trail(tx, {
      partnerId,
      visitor: { ...person, address: request.ip },
      act: 'invitation accepted',
      subject: person.email,
      after: { role },
    });
    return outcome;
  });
  if (accepted.outcome === 'gone') return refuse(reply, 'link-used');
  await notTooMany(room, request, '/accept-invitation');
  if (accepted.outcome === 'name missing') return refuse(reply, 'name-missing');
  if (accepted.outcome === 'sign in first') {
    return refuse(reply, 'sign-in-first', { error: 'The invited person is known here: sign in as that person first' });
  }
  if (accepted.linkToken !== undefined) await enter(room, request, reply, accepted, accepted.linkToken);
  const answer: Accepted = { partnerId: Number(accepted.partnerId), newPerson: accepted.linkToken !== undefined };
  return reply.send(answer);
}

/** Signs a new person in, by the link that the acceptance made. */
async function enter(
  room: PeopleRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  { person }: Extract<Acceptance, { outcome: 'accepted' }>,
  token: string,
): Promise<void> {
  const { api } = await room.signIn();
  const answer = await api.signInLink({ body: { token }, headers: webHeaders(request), asResponse: true });
  setCookies(reply, answer);
  if (answer.ok) await note(room, request, 'signed in by invitation', person.personId);
}
