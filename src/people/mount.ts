/**
 * The doors of /auth behind which better-auth stands, one by one. What it has beyond them (sign-up, social sign-in, changing
 * one's own address …) is not reachable, and of a body it gets the named texts only (`trustDevice` would skip the second factor).
 *
 *   request ─▶ ours? ─▶ signed in, where it must be ─▶ tries left? ─▶ better-auth ─▶ `afterwards` ─▶ trail ─▶ our answer
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JsonBody } from '../http/json-body.ts';
import { isStorableText } from '../http/validation.ts';
import { foreignWrite, operatorId, type Visitor } from './door.ts';
import { accountKey, addressKey, countGuesses, forgetGuesses, forgiveGuess, secondFactorKey } from './guesses.ts';
import { codeOf, refuse } from './refusals.ts';
import { type PeopleRoom, webHeaders } from './room.ts';
import { endSessions, forgetSecondFactor, hasSecondFactor, sweep, useCode } from './sessions.ts';
import { trailOfPerson } from './trail.ts';
import type { AuthCode } from './views.ts';

/** What better-auth answered, as far as it is read. */
interface Given {
  user?: { id?: string };
  token?: string;
  twoFactorRedirect?: boolean;
  totpURI?: string;
  backupCodes?: string[];
  code?: string;
}

interface Step {
  room: PeopleRoom;
  visitor: Visitor | undefined;
  body: Record<string, string>;
  given: Given;
}

interface AuthDoor {
  path: string;
  /** Which texts it takes. */
  takes: readonly string[];
  /** Whether its success proves anything; where it does not, it counts as a try all the same. */
  proves?: false;
  /** Whether somebody must be signed in. */
  signedIn: boolean;
  /** Why not, before it is tried. */
  refuses?: (visitor: Visitor | undefined, room: PeopleRoom) => Promise<AuthCode | undefined>;
  /** What follows from its success; a code where it was none after all. */
  afterwards?: (step: Step) => Promise<AuthCode | undefined>;
  /** For the trail; undefined: nothing has changed yet. */
  act: (given: Given, visitor: Visitor | undefined) => string | undefined;
  answer: (given: Given) => object;
}

const done = () => ({ done: true });
const signedIn = ({ twoFactorRedirect }: Given) =>
  twoFactorRedirect ? { signedIn: false, secondFactorNeeded: true } : { signedIn: true };
const signsIn = (how: string) => ({
  signedIn: false,
  act: ({ twoFactorRedirect }: Given) => (twoFactorRedirect ? undefined : `signed in by ${how}`),
  answer: signedIn,
});

/** A second factor is shown when signing in, or to end its set-up; once it is there, a session has nothing to show. */
async function alreadyThere(visitor: Visitor | undefined, room: PeopleRoom): Promise<AuthCode | undefined> {
  if (!visitor || !(await hasSecondFactor(room.database, visitor.personId))) return undefined;
  return 'second-factor-already-set';
}

/** A code opens once: of two who show the same one, the second loses the session that it was given. */
async function codeIsUsed({ room, body, given }: Step): Promise<AuthCode | undefined> {
  const personId = BigInt(given.user?.id ?? 0);
  return room.database.transaction(async (tx) => {
    if (!(await useCode(tx, personId, body.code as string))) {
      await tx.query('delete from people_sessions where person_id = $1 and token = $2', [personId, given.token ?? '']);
      return 'wrong-code';
    }
    // From now on nobody is this person without a second factor, in sessions of before neither.
    await endSessions(tx, personId, { withoutSecondFactor: true });
    await forgetGuesses(tx, secondFactorKey(personId).key);
    return undefined;
  });
}

const doors: readonly AuthDoor[] = [
  { path: '/sign-in/email', takes: ['email', 'password'], ...signsIn('password') },
  { path: '/sign-in/link', takes: ['token'], ...signsIn('link') },
  {
    path: '/two-factor/verify-totp',
    takes: ['code'],
    ...signsIn('second factor'),
    act: (_given, visitor) => (visitor ? 'second factor set up' : 'signed in by second factor'),
    refuses: alreadyThere,
    afterwards: codeIsUsed,
  },
  {
    path: '/two-factor/verify-backup-code',
    takes: ['code'],
    ...signsIn('backup code'),
    refuses: async (visitor) => (visitor ? 'second-factor-already-set' : undefined),
    afterwards: async ({ room, given }) => {
      await forgetGuesses(room.database, secondFactorKey(BigInt(given.user?.id ?? 0)).key);
      return undefined;
    },
  },
  {
    path: '/two-factor/enable',
    takes: ['password'],
    signedIn: true,
    act: () => 'second factor begun',
    answer: ({ totpURI, backupCodes }) => ({ totpUri: totpURI, backupCodes }),
  },
  {
    path: '/two-factor/disable',
    takes: ['password'],
    signedIn: true,
    refuses: async (visitor) => (visitor?.memberships.has(operatorId) ? 'second-factor-demanded' : undefined),
    afterwards: async ({ room, visitor }) => {
      if (visitor) await forgetSecondFactor(room.database, visitor.personId);
      return undefined;
    },
    act: () => 'second factor taken away',
    answer: done,
  },
  {
    path: '/two-factor/generate-backup-codes',
    takes: ['password'],
    signedIn: true,
    act: () => 'backup codes renewed',
    answer: ({ backupCodes }) => ({ backupCodes }),
  },
  {
    path: '/change-password',
    takes: ['currentPassword', 'newPassword'],
    signedIn: true,
    afterwards: async ({ room, visitor }) => {
      if (visitor) await endSessions(room.database, visitor.personId, { othersThan: visitor.sessionId });
      return undefined;
    },
    act: () => 'password changed',
    answer: done,
  },
  // Its trail is written where the person is known (room.ts).
  { path: '/reset-password', takes: ['token', 'newPassword'], signedIn: false, act: () => undefined, answer: done },
  {
    path: '/request-password-reset',
    takes: ['email'],
    proves: false,
    signedIn: false,
    refuses: async (_visitor, room) => (room.settings.post.able ? undefined : 'no-mail'),
    act: () => undefined,
    answer: done,
  },
  { path: '/sign-out', takes: [], signedIn: true, act: () => 'signed out', answer: done },
];

export function installSignIn(app: FastifyInstance, room: PeopleRoom): void {
  for (const door of doors) addAuthRoute(app, room, door.path, (request, reply) => pass(room, door, request, reply));
}

/** Adds a POST under /auth: from our own pages only, its answer kept by nobody. */
export function addAuthRoute(
  app: FastifyInstance,
  room: PeopleRoom,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({
    method: 'POST',
    url: `/auth${path}`,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-request-id', request.id);
      const foreign = foreignWrite(room.origins(), request);
      if (foreign) return refuse(reply, 'cross-site', { error: foreign });
    },
    handler,
  });
}

async function pass(room: PeopleRoom, door: AuthDoor, request: FastifyRequest, reply: FastifyReply) {
  const body = textsOf(request, door.takes);
  if (!body) {
    return refuse(reply, 'refused', { error: `The body must have ${door.takes.join(' and ')}, each a short text` });
  }
  const visitor = await room.findVisitor(request);
  if (door.signedIn && !visitor) return refuse(reply, 'sign-in-first');
  const why = await door.refuses?.(visitor, room);
  if (why) return refuse(reply, why);
  const account = body.email ?? visitor?.email;
  const wait = door.takes.length > 0 ? await tooMany(room, request, door.path, account) : undefined;
  if (wait !== undefined) return refuse(reply, 'too-many-tries', { retryAfterSeconds: wait });
  const { handler } = await room.signIn();
  const answer = await handler(webRequest(request, door.path, body, room.settings.publicUrl()));
  const given = ((await answer.json().catch(() => null)) ?? {}) as Given;
  const late = answer.ok ? await door.afterwards?.({ room, visitor, body, given }) : undefined;
  if (!answer.ok || late) {
    room.settings.log.info({ door: door.path, address: request.ip, code: given.code }, 'sign-in refused somebody');
    if (!late) setCookies(reply, answer);
    return refuse(reply, late ?? codeOf(given.code), answer.status === 429 ? { retryAfterSeconds: 900 } : {});
  }
  if (door.takes.length > 0 && door.proves !== false) await notTooMany(room, request, door.path, account);
  await note(
    room,
    request,
    door.act(given, visitor),
    given.user?.id === undefined ? visitor?.personId : BigInt(given.user.id),
  );
  setCookies(reply, answer);
  return reply.send(door.answer(given));
}

/** Counts a try at something secret; answers the seconds to wait where there were too many. */
export function tooMany(
  room: PeopleRoom,
  request: FastifyRequest,
  way: string,
  account?: string,
): Promise<number | undefined> {
  const keys = [addressKey(request.ip), ...(account === undefined ? [] : [accountKey(way, account)])];
  return countGuesses(room.database, keys);
}

/** What was tried succeeded: it was no guess. */
export async function notTooMany(room: PeopleRoom, request: FastifyRequest, way: string, account?: string) {
  if (account !== undefined) await forgetGuesses(room.database, accountKey(way, account).key);
  await forgiveGuess(room.database, addressKey(request.ip).key);
}

/** Writes into the trail what a person did, and clears away what is over. */
export async function note(room: PeopleRoom, request: FastifyRequest, act: string | undefined, personId?: bigint) {
  if (act === undefined || personId === undefined) return;
  await trailOfPerson(room.database, personId, { act, address: request.ip });
  await sweep(room.database);
}

const charactersMax = 1_000;

/** The named members of a body; undefined where one is missing, no text, or too long. */
export function textsOf(request: FastifyRequest, names: readonly string[]): Record<string, string> | undefined {
  const value = (request.body as JsonBody | undefined)?.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const texts = names.map((name) => [name, (value as Record<string, unknown>)[name]] as const);
  const fits = texts.every(
    ([, text]) => typeof text === 'string' && text.length <= charactersMax && isStorableText(text),
  );
  return fits ? (Object.fromEntries(texts) as Record<string, string>) : undefined;
}

function webRequest(request: FastifyRequest, path: string, body: Record<string, string>, publicUrl: string): Request {
  const headers = webHeaders(request);
  headers.set('content-type', 'application/json');
  return new Request(new URL(`/auth${path}`, publicUrl), { method: 'POST', headers, body: JSON.stringify(body) });
}

export function setCookies(reply: FastifyReply, answer: Response): void {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}
