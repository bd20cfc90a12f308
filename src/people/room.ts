/**
 * What everything in this room works with: sign-in (opened by the first request that needs it), the mails, and whose a request is.
 */
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { connectionOptions, type Database } from '../base/database.ts';
import type { Log } from '../base/log.ts';
import { addressHeader } from './address-header.ts';
import type { People, Visitor } from './door.ts';
import { countGuesses, secondFactorKey } from './guesses.ts';
import { linkAddress, linkPaths } from './link-tokens.ts';
import { type Letter, type Post, passwordLetter } from './mail.ts';
import { visitorOf } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import { trailOfPerson } from './trail.ts';

export interface RoomSettings {
  database: Database;
  environment: 'sandbox' | 'production';
  log: Log;
  post: Post;
  /** 32 bytes, for sign-in alone. */
  secret: Buffer;
  /** The address of the service in a browser, and further ones of the same service. Known once it listens. */
  publicUrl: () => string;
  otherOrigins: () => readonly string[];
}

/** Connections that sign-in opens for itself: it wants timestamps as `Date`. */
const connectionsMax = 3;
/** Of a browser's headers, what sign-in has a use for. */
const passed = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];
const headerCharactersMax = 2_000;
const sessionCookie = /(?:^|;\s*)(?:__Secure-)?quittance\.session_token=/;

export class PeopleRoom implements People {
  readonly settings: RoomSettings;
  readonly database: Database;
  #signIn: Promise<SignIn> | undefined;
  #pool: pg.Pool | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(settings: RoomSettings) {
    this.settings = settings;
    this.database = settings.database;
  }

  origins(): readonly string[] {
    return [this.settings.publicUrl(), ...this.settings.otherOrigins()];
  }

  async findVisitor(request: FastifyRequest): Promise<Visitor | undefined> {
    if (!sessionCookie.test(request.headers.cookie ?? '')) return undefined;
    const { api } = await this.signIn();
    const found = await api.getSession({ headers: webHeaders(request) });
    return found ? visitorOf(this.database, BigInt(found.session.id), request.ip) : undefined;
  }

  /** better-auth, opened once. One that could not be opened is tried again by the next request. */
  signIn(): Promise<SignIn> {
    this.#signIn ??= this.#open().catch((error) => {
      this.#signIn = undefined;
      throw error;
    });
    return this.#signIn;
  }

  async #open(): Promise<SignIn> {
    const { database, log, publicUrl, secret } = this.settings;
    const { types: _ours, ...connection } = connectionOptions(database.url, database.schema, 'quittance people');
    const pool = new pg.Pool({ ...(connection as pg.PoolConfig), max: connectionsMax, idleTimeoutMillis: 60_000 });
    // Also while a connection is lent, or on its way out: with nobody listening, its end would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection of sign-in broke'));
    const { openSignIn } = await import('./sign-in.ts');
    this.#pool = pool;
    return openSignIn({
      pool,
      publicUrl: publicUrl(),
      trustedOrigins: this.settings.otherOrigins(),
      secret,
      sendPasswordReset: (email, token) =>
        this.behind(() => this.send(passwordLetter(email, linkAddress(publicUrl(), linkPaths.password, token)))),
      onPasswordReset: (personId, headers) =>
        trailOfPerson(database, personId, {
          act: 'password reset by mail',
          address: headers?.get(addressHeader) ?? '',
        }),
      countCode: (personId) => countGuesses(database, [secondFactorKey(personId)]),
      warn: (message) => log.debug({ why: message }, 'sign-in refused something'),
    });
  }

  send(letter: Letter): Promise<boolean> {
    return this.settings.post.send(letter);
  }

  /** Does something behind the answer, so that how long it takes tells nobody anything. */
  behind(work: () => Promise<unknown>): void {
    const done = work()
      .catch((error) => this.settings.log.error({ err: error }, 'something of sign-in failed behind its answer'))
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Waits for what is under way, and leaves the database. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#pool?.end();
  }
}

/** The headers of a request as sign-in may see them, with the address that we believe. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of passed) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, name === 'cookie' ? value : value.slice(0, headerCharactersMax));
  }
  headers.set(addressHeader, request.ip);
  return headers;
}
