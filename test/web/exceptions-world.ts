/** Exceptions for the operator's pages, made by a partner beside them and by the world outside. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PaymentView } from '../../src/console/desk/views.ts';
import { bill, created, paid } from '../world/bodies.ts';
import { type Operator, operatorAt } from './operator.ts';
import { openWeb, shown } from './web-world.ts';

export async function openExceptions() {
  const web = await openWeb();
  const { visitor, world } = web;
  const agent = await operatorAt(web, 'agent');
  const approver = await operatorAt(web, 'approver');
  const { token } = await world.partner();
  const play = async <T>(name: string, body: object): Promise<T> => {
    const answer = await world.call<T>('POST', `/sandbox/${name}`, { token, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  /** A transfer that is held. */
  const held = async (amount: number, description: string): Promise<number> => {
    const body = { senderEmail: bill.userEmail, amount, description };
    return (await play<{ transferId: number }>('interac-transfers', body)).transferId;
  };
  return {
    world,
    token,
    agent,
    approver,
    play,
    held,
    /** A payment that its biller rejected. */
    rejected: async (more: Record<string, unknown> = {}) => {
      const payment = await paid(world, token, more);
      await play('settlements', { paymentId: payment.id, outcome: 'rejected', reason: 'AC01' });
      return payment;
    },
    /** A payment and the held transfer of its money, over more than one person alone may move. */
    large: async (amount: number) => {
      const payment = await created(world, token, { amount: amount + 1 });
      const transferId = await held(amount, payment.identificationNumber);
      const body = { transferIds: [transferId], paymentId: payment.id, acceptedAmount: amount, reason: 'as told' };
      return { payment, transferId, propose: () => agent.post('/transfers/attach', body) };
    },
    paymentOf: (id: number) => agent.get<PaymentView>(`/payments/${id}`),
    /** An operator's page, closed at the end with nothing wrong in its browser. */
    desk: async (
      who: Operator,
      path: string,
      heading: string,
      work: (page: Page) => Promise<void>,
      colorScheme: 'light' | 'dark' = 'light',
    ) => {
      const { context, page, wrong, at } = await visitor({ storageState: who.storageState, colorScheme });
      await at(path);
      await shown(page, heading);
      await work(page);
      assert.deepEqual(wrong, []);
      await context.close();
    },
    /** Page after page as an approver sees them: nothing for axe, nothing wider than the screen. */
    walk: (paths: readonly string[], mode: Parameters<typeof visitor>[0]) =>
      web.walk(paths, { ...mode, storageState: approver.storageState }),
  };
}

/** Fills the reason of the open sheet, does it, and waits for what is said then. */
export async function does(page: Page, button: string, said: string | RegExp, reason = 'as agreed by phone') {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason').fill(reason);
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await page.getByText(said).first().waitFor();
  await sheet.waitFor({ state: 'detached' });
}

export const exceptionPages = [
  '',
  '/transfers',
  '/failed-payments',
  '/approvals',
  '/payments',
  '/payments?find=57',
].map((path) => `/console${path}`);
