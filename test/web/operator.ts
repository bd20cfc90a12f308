/**
 * An operator at the console, in a browser: signed in with a second factor, past all forms (that those lead here is proved
 * elsewhere). The same session asks `/console/data`, to see what the service really did.
 *
 *   operatorAt(web, 'approver') ─▶ visitor({ storageState }) ─▶ page
 *                               └▶ get('/transfers'), post('/ledger/audit')
 */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../src/people/views.ts';
import { signedIn } from '../people/a-person.ts';
import type { World } from '../world/service.ts';

export interface Operator {
  personId: bigint;
  email: string;
  /** The session as a browser keeps it: an option of `visitor`. */
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  /** GET behind `/console/data`, which must succeed. */
  get<T>(path: string): Promise<T>;
  /** POST behind `/console/data`, which must succeed. */
  post<T>(path: string, body?: unknown): Promise<T>;
}

export function operatorAt(web: { world: World }, role: 'agent' | 'approver' = 'approver'): Promise<Operator> {
  return memberAt(web, 0n, role);
}

/** Somebody of any partner (0: the operator); `get` and `post` ask the data of that side. */
export async function memberAt({ world }: { world: World }, partnerId: bigint, role: Role): Promise<Operator> {
  const visit = await signedIn(world.address, world.testDatabase.database, partnerId, role);
  const data = partnerId === 0n ? '/console/data' : `/dashboard/data/${partnerId}`;
  const cookies = [...visit.jar].map(([name, value]) => ({
    name,
    value,
    domain: new URL(world.address).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }));
  return {
    personId: visit.personId,
    email: visit.email,
    storageState: { cookies, origins: [] },
    get: async <T>(path: string) => {
      const answer = await visit.get<T>(`${data}${path}`);
      assert.equal(answer.status, 200, `GET ${path}: ${answer.text}`);
      return answer.json;
    },
    post: async <T>(path: string, body: unknown = {}) => {
      const answer = await visit.post<T>(`${data}${path}`, body);
      assert.equal(answer.status, 200, `POST ${path}: ${answer.text}`);
      return answer.json;
    },
  };
}

/** Fills the reason of the open sheet, does it, and waits for what is said then. */
export async function does(page: Page, button: string, said: string | RegExp = '', reason = 'as agreed by phone') {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason').fill(reason);
  await sheet.getByRole('button', { name: button, exact: true }).click();
  if (said !== '') await page.getByText(said).first().waitFor();
  await sheet.waitFor({ state: 'detached' });
}
