/**
 * A person at a browser, for tests from the outside: a jar of cookies, what a browser says of the page that a request comes from,
 * and an authenticator.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Database, Tx } from '../../src/base/database.ts';
import { newPerson } from '../../src/people/invitations.ts';
import { makeLink } from '../../src/people/link-tokens.ts';
import type { AuthRefusal, Me, Role, SecondFactorSetUp } from '../../src/people/views.ts';
import { type Answer, call } from '../world/service.ts';

export const goodPassword = 'correct horse battery';

export class Visit {
  readonly address: string;
  readonly jar = new Map<string, string>();
  /** The Set-Cookie headers of the last answer. */
  lastCookies: string[] = [];

  constructor(address: string) {
    this.address = address;
  }

  async get<T = AuthRefusal>(target: string, headers: OutgoingHttpHeaders = {}): Promise<Answer<T>> {
    return this.#go<T>('GET', target, undefined, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  /** A POST of one of our pages, unless `headers` say otherwise (undefined takes one away). */
  async post<T = AuthRefusal>(target: string, body: unknown = {}, headers: OutgoingHttpHeaders = {}) {
    return this.#go<T>('POST', target, body, { origin: this.address, 'sec-fetch-site': 'same-origin', ...headers });
  }

  async #go<T>(method: string, target: string, body: unknown, headers: OutgoingHttpHeaders): Promise<Answer<T>> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call<T>(this.address, method, target, {
      ...(body !== undefined && { body }),
      headers: { ...(cookie !== '' && { cookie }), ...headers },
    });
    this.lastCookies = answer.headers['set-cookie'] ?? [];
    for (const each of this.lastCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /max-age=0/i.test(each)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return answer;
  }

  /** Who the service says this is; undefined where nobody is signed in. */
  async who(): Promise<Me['person']> {
    const { status, json, text } = await this.get<Me>('/auth/me');
    assert.equal(status, 200, text);
    return json.person;
  }

  async mustPost<T>(target: string, body: unknown = {}): Promise<T> {
    const { status, json, text } = await this.post<T>(target, body);
    assert.equal(status, 200, `${target}: ${text}`);
    return json;
  }

  /** Sets a password and a second factor; answers how codes are made, and the backup codes. */
  async secure(password = goodPassword): Promise<SecondFactorSetUp> {
    await this.mustPost('/auth/set-password', { newPassword: password });
    const setUp = await this.mustPost<SecondFactorSetUp>('/auth/two-factor/enable', { password });
    await this.mustPost('/auth/two-factor/verify-totp', { code: codeOf(setUp) });
    return setUp;
  }
}

/** The code that an authenticator shows (RFC 6238), `steps` half minutes from now. */
export function codeOf({ totpUri }: SecondFactorSetUp, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A code that is good once more, where the one of now was used: the service takes the half minute after it as well. */
export function anotherCode(setUp: SecondFactorSetUp): string {
  return codeOf(setUp, 1);
}

/** Makes somebody a member, past all invitations. */
export async function makeMember(tx: Tx, partnerId: bigint, email: string, role: Role): Promise<bigint> {
  const personId = await newPerson(tx, email, email.split('@')[0] ?? '');
  if (personId === undefined) throw new Error(`${email} is there already`);
  await tx.query('insert into memberships (partner_id, person_id, role) values ($1, $2, $3)', [
    partnerId,
    personId,
    role,
  ]);
  return personId;
}

/** Somebody with this role who has just signed in by a link (an operator with a second factor as well). */
export async function signedIn(
  address: string,
  database: Database,
  partnerId: bigint,
  role: Role,
  email = `${role}-${Math.random().toString(36).slice(2)}@example.com`,
): Promise<Visit & { personId: bigint; email: string }> {
  const personId = await makeMember(database, partnerId, email, role);
  const visit = new Visit(address);
  await visit.mustPost('/auth/sign-in/link', { token: await makeLink(database, personId, 10) });
  // An operator's way, short: that the whole way leads here is proved elsewhere.
  if (partnerId === 0n) {
    await database.query('update people_sessions set second_factor = true where person_id = $1', [personId]);
    await database.query('update people set second_factor_enabled = true where id = $1', [personId]);
  }
  return Object.assign(visit, { personId, email });
}

/** Makes somebody an operator as well. */
export async function alsoOperator(tx: Tx, personId: bigint, role: 'agent' | 'approver' = 'agent'): Promise<void> {
  await tx.query('insert into memberships (partner_id, person_id, role) values (0, $1, $2)', [personId, role]);
}

/** Forgets all tries, so that a test may try on. */
export async function forgetTries(database: Database): Promise<void> {
  await database.query('delete from people_guesses');
}

/** The last link that the sandbox printed for somebody: its token. */
export function mailedToken(output: string, to: string, path: string): string | undefined {
  const mail = output.lastIndexOf(`To: ${to}`);
  return mail < 0 ? undefined : new RegExp(`${path}#([\\w-]{20,})`).exec(output.slice(mail))?.[1];
}
