/** A partner whose people are signed in, and the addresses of its data. */
import assert from 'node:assert/strict';
import type { PartnerRole } from '../../src/people/door.ts';
import { signedIn } from '../people/a-person.ts';
import type { Answer, Partner, World } from '../world/service.ts';

export interface Desk {
  /** GET, which must succeed: what is answered. */
  get<T>(path: string): Promise<T>;
  /** POST, which must succeed. */
  post<T>(path: string, body?: unknown): Promise<T>;
  /** Any answer. */
  ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer<T>>;
  email: string;
}

/** Somebody of a partner at the partner's pages. */
export async function deskOf(world: World, partnerId: bigint, role: PartnerRole = 'owner'): Promise<Desk> {
  const visit = await signedIn(world.address, world.testDatabase.database, partnerId, role);
  const base = `/dashboard/data/${partnerId}`;
  const ask = <T>(method: 'GET' | 'POST', path: string, body: unknown = {}) =>
    method === 'GET' ? visit.get<T>(base + path) : visit.post<T>(base + path, body);
  const must = async <T>(method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await ask<T>(method, path, body);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  return {
    ask,
    get: (path) => must('GET', path),
    post: (path, body) => must('POST', path, body),
    email: visit.email,
  };
}

/** What the trail of a partner says, oldest first. */
export async function trailOf(world: World, partner: Pick<Partner, 'id'>) {
  const { rows } = await world.testDatabase.database.query<{
    by: string;
    act: string;
    subject: string;
    before: unknown;
    after: unknown;
  }>('select by, act, subject, before, after from audit_trail where partner_id = $1 order by id', [partner.id]);
  return rows;
}
