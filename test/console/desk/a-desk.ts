/** An operator's people at the console, a partner beside them, and what happens in the world outside. */
import assert from 'node:assert/strict';
import type { AuditView, HeldTransferList, HeldTransferView } from '../../../src/console/desk/views.ts';
import type { OperatorRole } from '../../../src/people/door.ts';
import { signedIn } from '../../people/a-person.ts';
import { bill, created } from '../../world/bodies.ts';
import { type Answer, type ErrorBody, openWorld, type PaymentRecord, type World } from '../../world/service.ts';

export interface Person {
  personId: bigint;
  email: string;
  /** GET, which must succeed. */
  get<T>(path: string): Promise<T>;
  /** POST, which must succeed. */
  post<T>(path: string, body?: unknown): Promise<T>;
  /** POST, which must be refused with this status: why. */
  refused(status: number, path: string, body?: unknown): Promise<string>;
  ask<T = ErrorBody>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer<T>>;
}

export async function personOf(world: World, role: OperatorRole): Promise<Person> {
  const visit = await signedIn(world.address, world.testDatabase.database, 0n, role);
  const ask = <T>(method: 'GET' | 'POST', path: string, body: unknown = {}) =>
    method === 'GET' ? visit.get<T>(`/console/data${path}`) : visit.post<T>(`/console/data${path}`, body);
  const must = async <T>(method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await ask<T>(method, path, body);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  return {
    personId: visit.personId,
    email: visit.email,
    ask,
    get: (path) => must('GET', path),
    post: (path, body) => must('POST', path, body),
    refused: async (status, path, body) => {
      const answer = await ask<ErrorBody>('POST', path, body);
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
      return answer.json.error;
    },
  };
}

export async function openConsole(more: Record<string, string> = {}) {
  const world = await openWorld(more);
  const partner = await world.partner();
  const { token } = partner;
  const play = async <T = Record<string, unknown>>(name: string, body: object): Promise<T> => {
    const answer = await world.call<T>('POST', `/sandbox/${name}`, { token, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const agent = await personOf(world, 'agent');
  return {
    world,
    partner,
    token,
    agent,
    approver: await personOf(world, 'approver'),
    play,
    /** A transfer that is held; answers its id. */
    held: async (amount: number, description: string, senderEmail = bill.userEmail): Promise<number> => {
      const body = { senderEmail, amount, description };
      const { outcome, transferId } = await play<{ outcome: string; transferId: number }>('interac-transfers', body);
      assert.equal(outcome, 'held');
      return transferId;
    },
    pay: (more: Record<string, unknown> = {}): Promise<PaymentRecord> => created(world, token, more),
    /** The held transfer as the desk shows it; undefined where it is not held. */
    shown: async (transferId: number): Promise<HeldTransferView | undefined> => {
      const { items } = await agent.get<HeldTransferList>('/transfers?limit=200');
      return items.find((item) => item.transferId === transferId);
    },
    balanced: async () => {
      const { balanced, checks } = await agent.post<AuditView>('/ledger/audit');
      assert.ok(balanced, JSON.stringify(checks.filter(({ holds }) => !holds)));
      const statement = await agent.get<{ proven: boolean; proofs: unknown[] }>('/ledger/statement');
      assert.ok(statement.proven, JSON.stringify(statement.proofs));
    },
    /** The operator's trail, oldest first. */
    trail: async () => {
      const { rows } = await world.testDatabase.database.query<{
        by: string;
        act: string;
        subject: string;
        before: unknown;
        after: Record<string, unknown>;
      }>('select by, act, subject, before, after from audit_trail where partner_id = 0 order by id');
      return rows;
    },
  };
}
